//! The same bits at every thread count and spawn order.

use super::*;
use crate::repeatable_runs::{
    app_on_threads, bits_by_id, fingerprint, fingerprint_of_child, is_child,
};

const COUNT: usize = 60;

/// A crowd that passes the end of a wall, with agents of three sizes in the order of `order`.
fn crowd(order: impl Fn(usize) -> usize) -> (u64, App) {
    let mut app = app_on_threads(SteeringPlugin::default());
    app.world_mut()
        .spawn(Obstacle::segment(vec2(-3.0, -15.0), vec2(-3.0, 3.0)));
    let guide = FlowField {
        cells_per_tick: 1_500,
        ..fine().with_body_radii([0.3, 0.5])
    };
    let guide = field(&mut app, guide);
    for number in (0..COUNT).map(order) {
        let place = at(
            -5.0 - (number % 6) as f32 * 1.3,
            (number / 6) as f32 * 1.3 - 11.0,
        );
        let radius = [0.3, 0.5, 0.6][number % 3];
        let follow = (FollowField::new(guide), AvoidAgents::default());
        let body = (SteeringAgent::new(radius, 1.3), AgentId(number as u64));
        app.world_mut().spawn((place, body, follow));
    }
    // The answers that a game gets from the field count, too.
    let mut all = 0;
    for _ in 0..40 {
        run(&mut app, 15);
        for word in answers(&app, guide) {
            all = (all ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    (all, app)
}

#[test]
fn a_crowd_round_a_wall_is_the_same_as_before() {
    let (costs, mut app) = crowd(|number| number);
    let expected = fingerprint(&bits_by_id(&mut app));
    // The next test reads this line from its child processes.
    println!("fingerprint {expected}{costs}");
    if is_child() {
        return;
    }
    let orders: [fn(usize) -> usize; 2] =
        [|number| COUNT - 1 - number, |number| number * 7 % COUNT];
    for order in orders {
        let (others, mut app) = crowd(order);
        assert_eq!(
            (fingerprint(&bits_by_id(&mut app)), others),
            (expected.clone(), costs)
        );
    }
}

#[test]
fn the_number_of_threads_does_not_change_a_bit() {
    let test = "field_crowds::determinism::a_crowd_round_a_wall_is_the_same_as_before";
    let [one, two, four] = ["1", "2", "4"].map(|threads| fingerprint_of_child(test, threads));
    assert_eq!((&one, &one), (&two, &four));
}
