//! The small games among the examples, with a mouse that clicks.

use super::harness::{number_after, readout, run};
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy_horde::behaviors::{FormationMembers, FormationSlot};
use bevy_horde::prelude::*;
use bevy_horde_examples::MousePosition;

/// Where [`mouse`] has put the mouse.
#[derive(Resource, Default)]
struct GivenMouse(Vec2);

fn follow_given_mouse(app: &mut App) {
    app.init_resource::<GivenMouse>().add_systems(
        FixedPostUpdate,
        |given: Res<GivenMouse>, mut position: ResMut<MousePosition>| position.0 = given.0,
    );
}

/// Runs a tick with the mouse at this place, and a button that is pressed or released there.
fn mouse(app: &mut App, place: Vec2, button: Option<(MouseButton, bool)>) {
    app.world_mut().resource_mut::<GivenMouse>().0 = place;
    if let Some((button, is_pressed)) = button {
        let state = if is_pressed {
            ButtonState::Pressed
        } else {
            ButtonState::Released
        };
        app.world_mut().write_message(MouseButtonInput {
            button,
            state,
            window: Entity::PLACEHOLDER,
        });
    }
    app.update();
}

#[test]
fn a_formation_of_large_and_small_units_passes_a_gate() {
    let mut app = run("orders", 1_800);
    let mut units = app.world_mut().query::<(&FormationSlot, &Transform)>();
    let units = units.iter(app.world());
    let there = units.filter(|(slot, at)| slot.lag < 8.0 && at.translation.x > 140.0);
    assert_eq!(there.count(), 40);
}

#[test]
fn a_drag_selects_units_and_a_right_click_sends_them() {
    let mut app = run("orders", 1);
    follow_given_mouse(&mut app);
    // The two columns farthest from the gate.
    mouse(
        &mut app,
        vec2(-560.0, -300.0),
        Some((MouseButton::Left, true)),
    );
    mouse(&mut app, vec2(-440.0, 200.0), None);
    mouse(
        &mut app,
        vec2(-440.0, 200.0),
        Some((MouseButton::Left, false)),
    );
    mouse(
        &mut app,
        vec2(-300.0, 200.0),
        Some((MouseButton::Right, true)),
    );
    app.update();
    let mut leaders = app.world_mut().query::<(&FormationMembers, &Arrive)>();
    let leaders = leaders.iter(app.world());
    let mut squads: Vec<_> = leaders
        .map(|(members, arrive)| (members.len(), arrive.target))
        .collect();
    squads.sort_by_key(|(count, _)| *count);
    let [sent, stay] = [(16, vec2(-300.0, 200.0)), (24, vec2(420.0, -30.0))];
    assert_eq!(squads, [(sent.0, sent.1.into()), (stay.0, stay.1.into())]);
}

#[test]
fn survivors_shoot_die_and_begin_again() {
    let mut app = run("survivors", 400);
    assert!(number_after(&app, "zombies:") < 960.0, "{}", readout(&app));
    let ends = (0..6_000).any(|_| {
        app.update();
        number_after(&app, "round:") == 2.0
    });
    assert!(ends, "{}", readout(&app));
    assert_eq!(number_after(&app, "zombies:"), 1_000.0);
}

#[test]
fn towers_shoot_and_may_not_close_the_way() {
    let mut app = run("tower_defense", 1);
    follow_given_mouse(&mut app);
    assert_eq!(number_after(&app, "towers:"), 32.0);
    // A column of 15 cells would be closed by its last tower.
    for row in 0..15_u8 {
        let place = vec2(-460.0, 40.0 * f32::from(row) - 300.0);
        mouse(&mut app, place, Some((MouseButton::Left, true)));
        mouse(&mut app, place, Some((MouseButton::Left, false)));
    }
    assert_eq!(number_after(&app, "towers:"), 46.0);
    let is_over = (0..8_000).any(|_| {
        app.update();
        number_after(&app, "towers:") == 32.0
    });
    assert!(is_over, "{}", readout(&app));
}
