use super::*;

fn distances(edge: &Edge) -> Vec<f32> {
    edge.directions().map(|(_, _, distance)| distance).collect()
}

#[test]
fn an_edge_is_where_a_body_stops_on_its_way_to_the_place() {
    // Another body stops 2 from each.
    let mut edge = Edge::new(Vec2::X);
    edge.add(Vec2::ZERO, 2.0);
    assert!(distances(&edge).iter().all(|it| (it - 2.0).abs() < 1e-6));
    edge.add(Vec2::new(3.0, 0.0), 2.0);
    let found = distances(&edge);
    // Straight behind the second body: 3 + 2. At 22.5 degrees it is 3 sin(22.5) = 1.148 beside the
    // way, and the body stops at 3 cos(22.5) + sqrt(4 - 1.318) = 2.772 + 1.638.
    assert!((found[0] - 5.0).abs() < 1e-6);
    assert!((found[4] - 4.409).abs() < 1e-3, "{}", found[4]);
    // At 45 degrees the second body is 2.121 beside the way, and does not count.
    assert!((found[8] - 2.0).abs() < 1e-6);
    assert!((found[32] - 2.0).abs() < 1e-6);
}

#[test]
fn an_edge_is_the_farthest_place_where_a_body_touches_another() {
    let bodies = [
        (1.0, 0.3, 0.9),
        (-0.5, 1.1, 0.7),
        (0.2, -1.6, 1.0),
        (2.4, 0.9, 0.6),
        (0.1, 0.1, 0.5),
        (6.0, -5.0, 0.8),
        (-7.5, -0.1, 1.2),
        (0.0, 8.5, 0.7),
    ];
    // In any order: those behind the edge are left out.
    for first in 0..bodies.len() {
        let mut edge = Edge::new(Vec2::new(0.6, 0.8));
        for number in 0..bodies.len() {
            let (x, y, apart) = bodies[(first + number) % bodies.len()];
            edge.add(Vec2::new(x, y), apart);
        }
        for (_, direction, found) in edge.directions() {
            // A march inward, in small steps.
            let is_free = |distance: f32| {
                bodies.iter().all(|(x, y, apart)| {
                    (direction * distance).distance(Vec2::new(*x, *y)) > *apart
                })
            };
            let mut distance = 10.0;
            while distance > 0.0 && is_free(distance) {
                distance -= 1e-3;
            }
            assert!((found - distance.max(0.0)).abs() < 2e-3, "{direction}");
        }
    }
}

#[test]
fn directions_of_an_edge_are_mirror_images_of_each_other() {
    let edge = Edge::new(Vec2::X);
    let directions: Vec<_> = edge.directions().collect();
    assert_eq!(directions.len(), 64);
    for number in (1..64).filter(|number| *number != 32) {
        let (one, other) = (directions[number], directions[64 - number]);
        assert_eq!((one.1.x, one.1.y), (other.1.x, -other.1.y));
        assert!((one.1.to_angle().abs() - one.0).abs() < 1e-6);
    }
}

const PASSER: Passer = Passer {
    position: Vec2::ZERO,
    velocity: Vec2::X,
    goal_distance: 100.0,
    radius: 0.3,
    blocked: 0.0,
};

fn step(spot: Vec2, packing: f32) -> Vec2 {
    make_way(spot, spot, 0.6, 2.0, packing, &PASSER, Side::Left)
}

#[test]
fn a_body_in_the_lane_steps_beyond_its_edge() {
    // The lane is 0.6 wide on each side. The crowd within 1.8 closes up between 0.6 and 1.8.
    let aside = 0.6 - 0.2 / 3.0;
    assert!(step(Vec2::new(0.5, 0.2), 0.6).distance(Vec2::new(0.0, aside)) < 1e-6);
    assert!(step(Vec2::new(0.5, -0.2), 0.6).distance(Vec2::new(0.0, -aside)) < 1e-6);
    // In the middle: to the given side.
    assert!(step(Vec2::new(0.5, 0.0), 0.6).distance(Vec2::new(0.0, 0.6)) < 1e-6);
}

#[test]
fn bodies_beside_the_lane_close_up() {
    // Halfway to 1.8, where the crowd stays, half of the step is left.
    assert!(step(Vec2::new(0.5, 0.9), 0.6).distance(Vec2::new(0.0, 0.3)) < 1e-6);
    assert!(step(Vec2::new(0.5, 1.8), 0.6).length() < 1e-6);
}

#[test]
fn a_sparse_crowd_stays() {
    let middle = Vec2::new(0.5, 0.0);
    assert_eq!(step(middle, 0.35), Vec2::ZERO);
    assert!(step(middle, 0.425).distance(Vec2::new(0.0, 0.3)) < 1e-5);
}

#[test]
fn a_step_begins_within_the_look_ahead_and_ends_behind_the_passer() {
    let along = |x: f32| step(Vec2::new(x, 0.0), 0.6).y;
    assert_eq!(along(2.7), 0.0);
    assert!((along(2.1) - 0.3).abs() < 1e-5, "{}", along(2.1));
    assert!((along(1.6) - 0.6).abs() < 1e-5);
    assert!((along(-0.6) - 0.6).abs() < 1e-5);
    assert_eq!(along(-1.3), 0.0);
}

#[test]
fn a_body_beyond_the_goal_of_the_passer_stays() {
    let passer = Passer {
        goal_distance: 0.5,
        ..PASSER
    };
    let spot = Vec2::new(1.2, 0.0);
    let step = make_way(spot, spot, 0.6, 2.0, 0.6, &passer, Side::Left);
    assert_eq!(step, Vec2::ZERO);
}

#[test]
fn a_sparse_crowd_makes_way_as_far_as_it_blocks_the_passer() {
    let spot = Vec2::new(0.5, 0.1);
    let step = |blocked: f32| {
        let passer = Passer { blocked, ..PASSER };
        make_way(spot, spot, 0.6, 2.0, 0.0, &passer, Side::Left)
    };
    assert_eq!(step(0.0), Vec2::ZERO);
    // The width less a third of the 0.1 between the spot and the middle of the lane.
    let full = 0.6 - 0.1 / 3.0;
    assert!(step(1.0).distance(Vec2::new(0.0, full)) < 1e-6);
    assert!(step(0.5).distance(Vec2::new(0.0, 0.5 * full)) < 1e-6);
    // 0.75 away from the passer: 0.15, half of the passer's radius, more than the width.
    let spot = Vec2::new(0.75, 0.0);
    let passer = Passer {
        blocked: 1.0,
        ..PASSER
    };
    let half = make_way(spot, spot, 0.6, 2.0, 0.0, &passer, Side::Left);
    assert!(half.distance(Vec2::new(0.0, 0.3)) < 1e-6, "{half}");
    let spot = Vec2::new(0.95, 0.0);
    let far = make_way(spot, spot, 0.6, 2.0, 0.0, &passer, Side::Left);
    assert_eq!(far, Vec2::ZERO);
}

#[test]
fn a_body_that_has_begun_to_step_aside_keeps_to_its_side() {
    let spot = Vec2::new(0.5, 0.1);
    let step = make_way(
        spot,
        Vec2::new(0.5, -0.2),
        0.6,
        2.0,
        0.6,
        &PASSER,
        Side::Left,
    );
    assert!(step.distance(Vec2::new(0.0, -0.7)) < 1e-6, "{step}");
}
