//! Compares the way around with many sampled bearings.

use super::*;

/// The result of [`way_round`] from sampled bearings: the turn to the first free bearing, in tenths
/// of a degree; `None` without a way.
///
/// `Err` when a decisive case is within the sampling error.
fn sampled_way(
    base: Vec2,
    blocked: &[Blocked],
    sight: f32,
    first: usize,
    side: Side,
) -> Result<Option<usize>, ()> {
    let bearing = |sample: usize| {
        let angle = sample as f32 * TAU / SAMPLES as f32;
        let turned = if side == Side::Left { angle } else { -angle };
        Vec2::from_angle(turned).rotate(base)
    };
    let seen_part = |number: usize| {
        blocked[number]
            .edge
            .cropped(Vec2::ZERO, sight + blocked[number].clearance)
            .unwrap()
    };
    let stops = |number: usize, sample: usize| {
        let part = seen_part(number);
        part.cast(
            Vec2::ZERO,
            bearing(sample % SAMPLES),
            100.0,
            blocked[number].clearance,
        )
        .map(|hit| hit.distance)
    };
    let surely_stops = |number: usize, sample: usize| {
        let around =
            [sample + SAMPLES - 3, sample, sample + 3].map(|at| stops(number, at).is_some());
        if around[0] == around[1] && around[1] == around[2] {
            Ok(around[1])
        } else {
            Err(())
        }
    };
    let is_joined = |own: usize, other: usize| {
        let apart = blocked[own].edge.distance_to(&blocked[other].edge);
        let needed = blocked[own].clearance + blocked[other].clearance;
        if (apart - needed).abs() < 1e-3 {
            Err(())
        } else {
            Ok(apart < needed)
        }
    };
    // The first sample from `sample` on that the obstacle does not stop.
    let end_of = |number: usize, sample: usize| {
        let end = (sample..sample + SAMPLES)
            .find(|at| stops(number, *at).is_none())
            .unwrap();
        let part = seen_part(number);
        let aside = |end: Vec2| side.of(bearing(sample)).dot(end);
        let graze = side.of(bearing(end % SAMPLES));
        // The grazing bearing passes the end that lies farther to `side`.
        let passed = if graze.dot(part.start) > graze.dot(part.end) {
            part.start
        } else {
            part.end
        };
        if (graze.dot(part.start) - graze.dot(part.end)).abs() < 1e-2 && part.start != part.end
            || aside(passed).is_nan()
        {
            return Err(());
        }
        Ok(end)
    };
    let mut silhouette = vec![first];
    let mut end = end_of(first, 0)?;
    loop {
        for part in &silhouette {
            // The silhouette meets its own other end.
            if end >= SAMPLES || surely_stops(*part, end + 4)? {
                return Ok(None);
            }
        }
        let mut added: Option<usize> = None;
        let mut joining = Vec::new();
        for number in 0..blocked.len() {
            if silhouette.contains(&number) || !surely_stops(number, end)? {
                continue;
            }
            let mut joins = false;
            for part in &silhouette {
                joins |= is_joined(*part, number)?;
            }
            if joins {
                joining.push(number);
                let its_end = end_of(number, end)?;
                if added.is_none_or(|farthest| its_end > farthest) {
                    added = Some(its_end);
                }
            }
        }
        silhouette.extend(joining);
        let Some(its_end) = added else {
            return Ok(Some(end));
        };
        end = its_end;
    }
}

#[test]
fn the_way_round_agrees_with_many_bearings() {
    let (mut ways, mut closed, mut long) = (0, 0, 0);
    for number in 0..4_000 {
        let stream = &mut agent_stream(29, number, 0);
        let sight = if number % 2 == 0 { 30.0 } else { 6.0 };
        let clearance = stream.random_range(0.2..1.2_f32);
        let count = stream.random_range(1..16_u32);
        let mut edges: Vec<Edge> = (0..count)
            .map(|_| {
                let start = Vec2::new(
                    stream.random_range(-9.0..9.0_f32),
                    stream.random_range(-9.0..9.0_f32),
                );
                let along = Vec2::new(
                    stream.random_range(-6.0..6.0_f32),
                    stream.random_range(-6.0..6.0_f32),
                );
                Edge {
                    start,
                    end: start + along,
                }
            })
            // Exclude contacts, where rounding decides.
            .filter(|edge| edge.nearest(Vec2::ZERO).length() > 1.1 * clearance)
            .collect();
        // Every fourth scene has a ring with doors of all widths.
        if number % 4 == 0 {
            let (radius, doors) = (
                stream.random_range(2.0..5.0_f32),
                stream.random_range(1..4_u32),
            );
            for door in 0..doors {
                let part = 360.0 / doors as f32;
                let width = stream.random_range(0.0..60.0_f32);
                edges.extend(arc(
                    radius,
                    part * door as f32,
                    part * (door + 1) as f32 - width,
                ));
            }
        }
        let base = Vec2::from_angle(stream.random_range(0.0..TAU));
        let blocked = seen(&edges, clearance, sight);
        let hit = |blocked: &Blocked| {
            let hit = blocked.edge.cast(Vec2::ZERO, base, sight, clearance)?;
            blocked.blocks(base).then_some(hit.distance)
        };
        let first = (0..blocked.len())
            .filter_map(|place| Some((hit(&blocked[place])?, place)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, first)) = first else { continue };
        for side in [Side::Left, Side::Right] {
            let Ok(expected) = sampled_way(base, &blocked, sight, first, side) else {
                continue;
            };
            let way = way_round(base, &blocked, first, side);
            let Some(expected) = expected else {
                assert_eq!(way, None, "scene {number}, {side:?}");
                closed += 1;
                continue;
            };
            let way = way.unwrap_or_else(|| {
                panic!("scene {number}, {side:?}: {} tenths expected", expected)
            });
            let turned = match side {
                Side::Left => base.angle_to(way.bearing),
                Side::Right => way.bearing.angle_to(base),
            };
            let tenths = turned.rem_euclid(TAU) * SAMPLES as f32 / TAU;
            let off = (tenths - expected as f32).abs();
            assert!(
                off < 3.0,
                "scene {number}, {side:?}: {tenths} tenths instead of {expected}"
            );
            assert!((way.turn - crate::math::arc::turned(base, way.bearing, side)).abs() < 1e-4);
            ways += 1;
            long += u32::from(expected > 900);
        }
    }
    assert!(
        ways > 1_000 && closed > 20 && long > 100,
        "{ways} ways, {closed} closed, {long} long"
    );
}
