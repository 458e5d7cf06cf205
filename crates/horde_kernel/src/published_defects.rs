//! Reproduces each defect of the published documents once: the published form has it, this crate
//! does not.
//!
//! The published formulas are here as in their documents. Beside them, the tests call the functions
//! of this crate.

use crate::behaviors::pursuit::{MotionLimits, seek};
use crate::behaviors::whisker::{WhiskerContact, detour};
use crate::math::lanes::{F32Lanes, Vec2Lanes};
use crate::math::random::agent_stream;
use crate::math::vector::{Side, left};
use crate::obstacles::blocked_bearings::Blocked;
use crate::obstacles::circle::Circle;
use crate::obstacles::corridor::{Corridor, Threat};
use crate::obstacles::edge::Edge;
use crate::search::view::{Bearings, ViewCone, ViewCones};
use glam::Vec2;
use rand::RngExt;

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle {
        center: Vec2::new(x, y),
        radius,
    }
}

/// Whether a feeler of `half_width` from the origin, 6 long along x, meets `obstacle`.
fn is_felt(half_width: f32, obstacle: &Circle) -> bool {
    let center = Edge::point(obstacle.center);
    let reach = obstacle.radius + half_width;
    center.cast(Vec2::ZERO, Vec2::X, 6.0, reach).is_some()
}

/// The threat to a body of `half_width` at the origin that moves along x.
fn threat(half_width: f32, look_ahead: f32, obstacle: &Circle) -> Option<Threat> {
    let (center, clearance) = (Edge::point(obstacle.center), obstacle.radius + half_width);
    let hit = center.cast(Vec2::ZERO, Vec2::X, look_ahead, clearance)?;
    Some(corridor(look_ahead).threat(&center, clearance, hit.distance, hit.normal))
}

/// A corridor from the origin along x. Its margin is 0, because `half_width` includes the margin.
fn corridor(look_ahead: f32) -> Corridor {
    Corridor {
        heading: Vec2::X,
        speed: 1.0,
        look_ahead,
        margin: 0.0,
    }
}

/// The complete avoidance force of this crate for some obstacles.
///
/// The body passes the first obstacle on the shorter side, or on the left when both are equal.
fn avoidance(
    half_width: f32,
    look_ahead: f32,
    obstacles: &[Circle],
    max_force: f32,
) -> Option<Vec2> {
    let entry = |obstacle: &Circle| Some(threat(half_width, look_ahead, obstacle)?.entry);
    let first = obstacles
        .iter()
        .filter(|obstacle| entry(obstacle).is_some())
        .min_by(|a, b| {
            entry(a)
                .partial_cmp(&entry(b))
                .expect("entries are numbers")
        })?;
    // The first obstacle comes first in the list.
    let others = obstacles.iter().filter(|other| *other != first);
    let others = core::iter::once(first).chain(others);
    let blocked: Vec<Blocked> = others
        .filter_map(|obstacle| {
            let (center, clearance) = (Edge::point(obstacle.center), obstacle.radius + half_width);
            Blocked::new(Vec2::ZERO, center, clearance, look_ahead)
        })
        .collect();
    // The cosine of the first free bearing beside all obstacles in the way without a gap.
    let ahead = |side: Side| {
        let end = |blocked: &Blocked| match side {
            Side::Left => blocked.left,
            Side::Right => blocked.right,
        };
        let mut last = &blocked[0];
        let fits = |one: &Blocked, other: &Blocked| {
            one.edge.distance_to(&other.edge) >= one.clearance + other.clearance
        };
        while let Some(next) =
            (blocked.iter()).find(|other| other.blocks(end(last)) && !fits(last, other))
        {
            last = next;
        }
        end(last).x
    };
    let side = if ahead(Side::Right) > ahead(Side::Left) + 1e-3 {
        Side::Right
    } else {
        Side::Left
    };
    let threat = threat(half_width, look_ahead, first)?;
    Some(corridor(look_ahead).avoidance(&threat, side, max_force, max_force))
}

/// The formulas of document 001, "Game Career Guide", and 000, "Obstacle Avoidance".
mod career_guide {
    use super::*;

    /// `VRotate2D`: world to local coordinates of a unit. Its `heading` becomes `+y`.
    pub fn local(heading: Vec2, offset: Vec2) -> Vec2 {
        Vec2::new(-left(heading).dot(offset), heading.dot(offset))
    }

    /// Example 4-10: the three view models.
    pub fn in_wide_view(heading: Vec2, offset: Vec2, back_view_angle_factor: f32) -> bool {
        let w = local(heading, offset);
        w.y > 0.0 || (w.y < 0.0 && w.x.abs() > w.y.abs() * back_view_angle_factor)
    }

    pub fn in_limited_view(heading: Vec2, offset: Vec2) -> bool {
        local(heading, offset).y > 0.0
    }

    pub fn in_narrow_view(heading: Vec2, offset: Vec2, front_view_angle_factor: f32) -> bool {
        let w = local(heading, offset);
        w.y > 0.0 && w.x.abs() < w.y.abs() * front_view_angle_factor
    }

    /// Example 4-12: the sideways force of one feeler, summed over the obstacles. `m` keeps its
    /// value from one obstacle to the next.
    pub fn feeler_force(
        position: Vec2,
        heading: Vec2,
        feeler_length: f32,
        obstacles: &[Circle],
        steering_force: f32,
        last_m: f32,
    ) -> f32 {
        let mut m = last_m;
        let mut force = 0.0;
        for obstacle in obstacles {
            let a = obstacle.center - position;
            let p = heading * a.dot(heading);
            let b = p - a;
            if b.length() < obstacle.radius && p.length() < feeler_length {
                let w = local(heading, a);
                if w.x < 0.0 {
                    m = 1.0;
                }
                if w.x > 0.0 {
                    m = -1.0;
                }
                force += m * steering_force * feeler_length / a.length();
            }
        }
        force
    }
}

/// Whether an agent that faces along `heading` sees a neighbor at `offset`.
fn contains(view: ViewCone, heading: Vec2, offset: Vec2) -> bool {
    let bearings = Bearings::new(
        Vec2Lanes::from_scalar(heading),
        Vec2Lanes::from_scalar(offset),
    );
    let views = ViewCones::new(
        F32Lanes::from_scalar(view.range),
        F32Lanes::from_scalar(view.least_cosine),
    );
    views.admits(&bearings).to_scalar()
}

#[test]
fn units_exactly_abeam_and_coincident_are_seen() {
    let heading = Vec2::Y;
    let view = |cosine: f32| ViewCone::new(5.0, cosine);
    let (wide, limited, narrow) = (view(-0.5_f32.sqrt()), view(0.0), view(0.5_f32.sqrt()));
    for abeam in [Vec2::new(2.0, 0.0), Vec2::new(-2.0, 0.0)] {
        assert!(!career_guide::in_wide_view(heading, abeam, 1.0));
        assert!(!career_guide::in_limited_view(heading, abeam));
        assert!(contains(wide, heading, abeam));
        assert!(contains(limited, heading, abeam));
    }
    assert!(!career_guide::in_wide_view(heading, Vec2::ZERO, 1.0));
    assert!(!career_guide::in_limited_view(heading, Vec2::ZERO));
    assert!(!career_guide::in_narrow_view(heading, Vec2::ZERO, 1.0));
    assert!(
        [wide, limited, narrow]
            .iter()
            .all(|view| contains(*view, heading, Vec2::ZERO))
    );
    // Exactly on the edge of the narrow view.
    assert!(!career_guide::in_narrow_view(
        heading,
        Vec2::new(2.0, 2.0),
        1.0
    ));
    assert!(contains(narrow, heading, Vec2::new(2.0, 2.0)));
}

#[test]
fn obstacles_behind_are_ignored() {
    let behind = circle(-3.0, 0.2, 1.0);
    let published = career_guide::feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[behind], 1.0, 1.0);
    assert!(published.abs() > 1.0);
    assert_eq!(threat(0.5, 6.0, &behind), None);
}

#[test]
fn a_big_obstacle_near_by_is_not_missed() {
    // The distance to the edge of a circle of radius 20 is 1, and the feeler is 6 long. The center
    // of the circle is beyond the end of the feeler.
    let big = circle(21.0, 1.0, 20.0);
    let published = career_guide::feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[big], 1.0, 1.0);
    assert_eq!(published, 0.0);
    let threat = threat(0.5, 6.0, &big).unwrap();
    assert!(threat.entry < 1.0);
}

#[test]
fn the_body_width_counts() {
    // The feeler passes 0.3 beside the circle; a body of radius 0.5 does not fit.
    let beside = circle(4.0, 1.3, 1.0);
    let published = career_guide::feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[beside], 1.0, 1.0);
    assert_eq!(published, 0.0);
    assert!(threat(0.5, 6.0, &beside).is_some());
    assert!(threat(0.29, 6.0, &beside).is_none());
}

#[test]
fn dead_center_does_not_depend_on_the_obstacle_before() {
    let ahead = circle(4.0, 0.0, 1.0);
    let published =
        |last_m: f32| career_guide::feeler_force(Vec2::ZERO, Vec2::X, 6.0, &[ahead], 1.0, last_m);
    // One scene gives two results.
    assert_eq!(published(1.0), -published(-1.0));
    assert_ne!(published(1.0), 0.0);
    // With or without another obstacle before it in the list, the result is the same, and across
    // the heading.
    let aside = circle(0.0, 50.0, 1.0);
    let alone = avoidance(0.5, 6.0, &[ahead], 1.0).unwrap();
    let listed = avoidance(0.5, 6.0, &[aside, ahead], 1.0).unwrap();
    assert_eq!(alone, listed);
    // The entry is at 4 - 1.5, of a look-ahead of 6.
    assert!((alone.y - (1.0 - 2.5 / 6.0)).abs() < 1e-5);
}

#[test]
fn two_symmetric_obstacles_do_not_cancel() {
    let pair = [circle(4.0, 0.8, 1.0), circle(4.0, -0.8, 1.0)];
    let published = career_guide::feeler_force(Vec2::ZERO, Vec2::X, 6.0, &pair, 1.0, 1.0);
    assert_eq!(published, 0.0);
    let ours = avoidance(0.5, 6.0, &pair, 1.0).unwrap();
    assert!(ours.y.abs() > 0.3, "{ours}");
}

/// The formulas of document 003, "Decent NPC navigation".
mod zombie_tutorial {
    use super::*;

    /// The three sample points: `ahead`, the midpoint, and the position.
    pub fn collides(position: Vec2, ahead: Vec2, obstacle: &Circle) -> bool {
        let half_way = position + (ahead - position) * 0.5;
        [ahead, half_way, position]
            .into_iter()
            .any(|point| obstacle.center.distance(point) <= obstacle.radius)
    }

    pub fn ahead(position: Vec2, velocity: Vec2, max_velocity: f32, _max_see_ahead: f32) -> Vec2 {
        let dynamic_length = velocity.length() / max_velocity;
        position + velocity.normalize() * dynamic_length
    }

    pub fn avoidance_force(ahead: Vec2, obstacle: &Circle, max_avoid_force: f32) -> Vec2 {
        (ahead - obstacle.center).normalize_or_zero() * max_avoid_force
    }
}

/// Circles that a point enters on its way along x from 0 to 10. None contains the start.
fn circles_in_the_way(radius: f32) -> impl Iterator<Item = Circle> {
    (0..4_000).map(move |number| {
        let stream = &mut agent_stream(3, number, 0);
        let lateral = radius * stream.random_range(-0.999_f32..0.999);
        let half_chord = (radius * radius - lateral * lateral).sqrt();
        circle(
            half_chord + stream.random_range(1e-3..10.0),
            lateral,
            radius,
        )
    })
}

#[test]
fn small_obstacles_do_not_slip_between_sample_points() {
    for (radius, least_missed) in [(0.5, 0.75), (1.0, 0.55), (2.0, 0.3)] {
        let total = circles_in_the_way(radius).count() as f32;
        let missed = circles_in_the_way(radius)
            .filter(|obstacle| {
                !zombie_tutorial::collides(Vec2::ZERO, Vec2::new(10.0, 0.0), obstacle)
            })
            .count() as f32;
        assert!(
            missed / total > least_missed,
            "the published form misses {} of radius {radius}",
            missed / total
        );
        assert!(circles_in_the_way(radius).all(|obstacle| threat(0.0, 10.0, &obstacle).is_some()));
    }
}

#[test]
fn no_detection_pushes_forward() {
    let far_end = Vec2::new(10.0, 0.0);
    let (mut detected, mut pushed_forward) = (0, 0);
    for obstacle in circles_in_the_way(1.5) {
        if zombie_tutorial::collides(Vec2::ZERO, far_end, &obstacle) {
            detected += 1;
            let force = zombie_tutorial::avoidance_force(far_end, &obstacle, 1.0);
            pushed_forward += u32::from(force.x > 0.0);
        }
        let ours = avoidance(0.5, 10.0, &[obstacle], 1.0).unwrap();
        assert!(ours.x <= 1e-5, "{ours} for {obstacle:?}");
    }
    let share = pushed_forward as f32 / detected as f32;
    assert!(
        share > 0.7,
        "{share} of {detected} published detections push forward"
    );
}

#[test]
fn dead_center_gives_a_sideways_force() {
    let obstacle = circle(5.0, 0.0, 1.0);
    let published = zombie_tutorial::avoidance_force(Vec2::new(10.0, 0.0), &obstacle, 1.0);
    assert_eq!(published.y, 0.0);
    // OpenSteer uses the part of the offset across the heading, which is zero here.
    let offset = Vec2::ZERO - obstacle.center;
    let open_steer = offset - Vec2::X * offset.dot(Vec2::X);
    assert_eq!(open_steer, Vec2::ZERO);
    let ours = avoidance(0.5, 10.0, &[obstacle], 1.0).unwrap();
    // The entry is at 5 - 1.5, of a look-ahead of 10.
    assert!((ours.y - 0.65).abs() < 1e-5, "{ours}");
}

#[test]
fn the_look_ahead_is_the_requested_one() {
    let velocity = Vec2::new(100.0, 0.0);
    for max_see_ahead in [50.0, 500.0] {
        let ahead = zombie_tutorial::ahead(Vec2::ZERO, velocity, 100.0, max_see_ahead);
        assert_eq!(ahead, Vec2::new(1.0, 0.0));
        let obstacle = circle(0.9 * max_see_ahead, 0.0, 5.0);
        assert!(!zombie_tutorial::collides(Vec2::ZERO, ahead, &obstacle));
        assert!(threat(1.0, max_see_ahead, &obstacle).is_some());
        assert!(threat(1.0, 0.5 * max_see_ahead, &obstacle).is_none());
    }
}

/// The formulas of document 002, "Programming Intelligence, Part II".
mod observer {
    use super::*;

    /// The target of `AvoidWalls.cs`: a point beside the hit, straight off the wall.
    pub fn wall_target(hit: Vec2, normal: Vec2, avoiding_distance: f32) -> Vec2 {
        hit + normal * avoiding_distance
    }
}

#[test]
fn a_ray_as_wide_as_the_body_hits_what_a_thin_ray_misses() {
    let stream = &mut agent_stream(23, 0, 0);
    let (mut thin_misses, mut in_the_way) = (0, 0);
    for _ in 0..2_000 {
        // Pillars of radius 0.3 at random positions before a body of radius 0.5.
        let pillar = circle(
            stream.random_range(1.0..5.0),
            stream.random_range(-0.79..0.79),
            0.3,
        );
        in_the_way += 1;
        thin_misses += u32::from(!is_felt(0.0, &pillar));
        assert!(is_felt(0.5, &pillar), "{pillar:?}");
    }
    // The ray misses pillars more than 0.3 to either side, of at most 0.79.
    assert!(thin_misses as f32 / in_the_way as f32 > 0.55);
}

#[test]
fn a_perpendicular_wall_is_followed() {
    let motion_limits = MotionLimits {
        max_speed: 2.0,
        max_force: 6.0,
        max_acceleration: 6.0,
        tick: 1.0 / 60.0,
    };
    let velocity = Vec2::new(2.0, 0.0);
    // A wall across the way, 3 ahead; the whisker reaches 4.
    let (hit, normal) = (Vec2::new(3.0, 0.0), Vec2::NEG_X);
    for avoiding_distance in [0.5, 2.0, 4.0, 8.0] {
        let target = observer::wall_target(hit, normal, avoiding_distance);
        let force = seek(&motion_limits, target).map_or(Vec2::ZERO, |steering| {
            steering.force(&motion_limits, velocity)
        });
        // Along the line of approach: no force or a brake, and never a sideways force.
        assert_eq!(force.y, 0.0);
        assert!(force.x <= 0.0);
    }
    let wall = circle(1_003.0, 0.0, 1_000.0)
        .cast(Vec2::ZERO, Vec2::X, 4.0)
        .unwrap();
    let contact = WhiskerContact {
        index: 0,
        direction: Vec2::X,
        hit: wall,
    };
    for (remembered, toward) in [
        (None, 1.0),
        (Some(Side::Right), 1.0),
        (Some(Side::Left), -1.0),
    ] {
        let detour = detour(&contact, Vec2::X, 4.0, 0.5, 0.5, remembered, Side::Right);
        let force = seek(&motion_limits, detour.offset).unwrap();
        let force = force.force(&motion_limits, velocity);
        assert!(
            force.y * toward > 0.2 * motion_limits.max_force,
            "{force} {remembered:?}"
        );
    }
}
