use super::*;

#[test]
fn a_disc_of_fifteen_equal_bodies_has_five_times_their_radius() {
    assert!((filled_radius(15.0 * 0.04) - 1.0).abs() < 1e-6);
}

#[test]
fn walls_that_leave_a_quarter_double_the_radius() {
    let mut sight = [100.0, 0.0, 0.0, 0.0];
    assert!((filled_radius_within(0.6, &mut sight) - 2.0).abs() < 1e-6);
}

#[test]
fn near_walls_count_as_far_as_they_let_the_crowd() {
    // The squares of the four distances have to add up to 8. Two distances are 1, so 6 remain for
    // the other two.
    let mut sight = [1.0, 100.0, 1.0, 100.0];
    let radius = filled_radius_within(0.6 * 2.0, &mut sight);
    assert!((radius - f32::sqrt(3.0)).abs() < 1e-5, "{radius}");
}

#[test]
fn a_crowd_without_room_reaches_any_distance() {
    assert_eq!(filled_radius_within(0.6, &mut [0.5; 4]), f32::INFINITY);
}

#[test]
fn the_middle_of_half_a_disc_is_four_ninths_of_its_radius_away() {
    let directions: Vec<Vec2> = (0..64)
        .map(|number| Vec2::from_angle((number as f32 + 0.5) / 64.0 * core::f32::consts::TAU))
        .collect();
    let open = [100.0; 64];
    assert!(visible_middle(&directions, &open, 2.0).length() < 1e-5);
    let wall = directions
        .iter()
        .map(|to| if to.x < 0.0 { 100.0 } else { 0.0 });
    let wall: Vec<f32> = wall.collect();
    // 4 R / (3 pi) away from the wall.
    let middle = visible_middle(&directions, &wall, 3.0);
    assert!(
        middle.distance(Vec2::new(-4.0 / core::f32::consts::PI, 0.0)) < 2e-3,
        "{middle}"
    );
    assert_eq!(visible_middle(&directions, &[0.0; 64], 3.0), Vec2::ZERO);
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
