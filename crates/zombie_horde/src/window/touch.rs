//! Fingers: one is the mouse, two move and zoom the view.
//!
//! A tap and a drag are the left button; a long press is the right button. The gesture is decided
//! after a moment, so a second finger never places or picks anything.

use super::camera::{CameraMode, CameraSystems, CameraView, Screen};
use super::mouse::CLICK_SLACK;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::CursorMoved;

/// A finger that rests for this long is a long press, seconds.
const LONG_PRESS: f32 = 0.5;
/// Two fingers nearer to each other than this do not zoom, pixels.
const LEAST_SPREAD: f32 = 20.0;

/// Where the finger is, or was last, in the window; `None` before the first touch and after the
/// mouse has moved.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Finger(pub Option<Vec2>);

/// What the fingers are doing.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
enum Gesture {
    /// There is no finger.
    #[default]
    Nothing,
    /// One finger, which has not yet moved.
    Resting {
        /// Where the finger touched.
        start: Vec2,
        /// How long the finger has rested, seconds.
        seconds: f32,
    },
    /// One finger with a button held. A tap passes through this, too: the button goes up a frame
    /// later.
    Holding(MouseButton),
    /// Two fingers, or the finger that stays when one of two is lifted.
    Viewing {
        /// The middle and the distance of the fingers in the last frame.
        last: Option<(Vec2, f32)>,
    },
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Finger>()
        .init_resource::<Gesture>()
        .add_systems(
            PreUpdate,
            (forget_finger, press_buttons).chain().after(InputSystems),
        )
        .add_systems(Update, move_view.before(CameraSystems));
}

/// Forgets the finger when a mouse moves.
fn forget_finger(mut moves: MessageReader<CursorMoved>, mut finger: ResMut<Finger>) {
    if moves.read().count() > 0 {
        finger.set_if_neq(Finger(None));
    }
}

fn press_buttons(
    touches: Res<Touches>,
    time: Res<Time<Real>>,
    mut gesture: ResMut<Gesture>,
    mut finger: ResMut<Finger>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
) {
    let mut positions = touches.iter().map(|touch| touch.position());
    let (first, second) = (positions.next(), positions.next());
    let next = match (*gesture, first) {
        (_, Some(_)) if second.is_some() => match *gesture {
            Gesture::Viewing { .. } => return,
            _ => Gesture::Viewing { last: None },
        },
        (Gesture::Nothing, Some(start)) => Gesture::Resting {
            start,
            seconds: 0.0,
        },
        (Gesture::Resting { start, seconds }, Some(now)) => {
            let seconds = seconds + time.delta_secs();
            if start.distance(now) > CLICK_SLACK {
                // The press begins where the finger touched. The next frame takes the finger's
                // position.
                finger.0 = Some(start);
                buttons.press(MouseButton::Left);
                *gesture = Gesture::Holding(MouseButton::Left);
                return;
            }
            if seconds > LONG_PRESS {
                Gesture::Holding(MouseButton::Right)
            } else {
                Gesture::Resting { start, seconds }
            }
        }
        (Gesture::Resting { .. }, None) => Gesture::Holding(MouseButton::Left),
        (Gesture::Holding(_), Some(_)) | (Gesture::Viewing { .. }, Some(_)) => *gesture,
        (Gesture::Nothing | Gesture::Holding(_) | Gesture::Viewing { .. }, None) => {
            Gesture::Nothing
        }
    };
    if let Gesture::Holding(button) = *gesture
        && next != *gesture
    {
        buttons.release(button);
    }
    if let Gesture::Holding(button) = next
        && next != *gesture
    {
        buttons.press(button);
    }
    if let Some(position) = first
        && !matches!(next, Gesture::Viewing { .. })
    {
        finger.0 = Some(position);
    }
    if next != *gesture {
        *gesture = next;
    }
}

fn move_view(
    touches: Res<Touches>,
    screen: Res<Screen>,
    mut gesture: ResMut<Gesture>,
    mut camera_view: ResMut<CameraView>,
) {
    let Gesture::Viewing { last } = *gesture else {
        return;
    };
    let mut fingers: Vec<_> = touches.iter().collect();
    fingers.sort_unstable_by_key(|touch| touch.id());
    let now = match fingers[..] {
        [one, other, ..] => {
            let (one, other) = (one.position(), other.position());
            Some((one.midpoint(other), one.distance(other).max(LEAST_SPREAD)))
        }
        _ => None,
    };
    if let (Some((before, spread_before)), Some((middle, spread))) = (last, now) {
        let view = camera_view.view.drag(middle - before);
        *camera_view = CameraView {
            view: view.zoom(spread_before / spread, middle, screen.size),
            mode: CameraMode::Moved,
        };
    }
    *gesture = Gesture::Viewing { last: now };
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::InputPlugin;
    use bevy::input::touch::{TouchInput, TouchPhase};
    use bevy::time::TimeUpdateStrategy;
    use core::time::Duration;

    const LEFT: MouseButton = MouseButton::Left;
    const RIGHT: MouseButton = MouseButton::Right;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin))
            .add_message::<CursorMoved>()
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
                100,
            )))
            .insert_resource(Screen::whole(Vec2::new(800.0, 600.0)))
            .init_resource::<CameraView>()
            .add_plugins(plugin);
        app.update();
        app
    }

    fn touch(app: &mut App, id: u64, phase: TouchPhase, x: f32) {
        app.world_mut().write_message(TouchInput {
            phase,
            position: Vec2::new(x, 300.0),
            window: Entity::PLACEHOLDER,
            force: None,
            id,
        });
    }

    /// Runs a frame. Returns where the finger is, and whether the buttons are held.
    fn frame(app: &mut App) -> (Option<f32>, [bool; 2]) {
        app.update();
        let world = app.world();
        let buttons = world.resource::<ButtonInput<MouseButton>>();
        let finger = world.resource::<Finger>().0;
        (
            finger.map(|finger| finger.x),
            [LEFT, RIGHT].map(|button| buttons.pressed(button)),
        )
    }

    #[test]
    fn a_tap_is_a_click_and_the_finger_stays_where_it_was() {
        let mut app = app();
        touch(&mut app, 1, TouchPhase::Started, 100.0);
        assert_eq!(frame(&mut app), (Some(100.0), [false, false]));
        touch(&mut app, 1, TouchPhase::Ended, 100.0);
        assert_eq!(frame(&mut app), (Some(100.0), [true, false]));
        for _ in 0..2 {
            assert_eq!(frame(&mut app), (Some(100.0), [false, false]));
        }
        app.world_mut().write_message(CursorMoved {
            window: Entity::PLACEHOLDER,
            position: Vec2::ZERO,
            delta: None,
        });
        assert_eq!(frame(&mut app), (None, [false, false]));
    }

    #[test]
    fn a_drag_begins_where_the_finger_touched() {
        let mut app = app();
        touch(&mut app, 1, TouchPhase::Started, 100.0);
        frame(&mut app);
        touch(&mut app, 1, TouchPhase::Moved, 120.0);
        assert_eq!(frame(&mut app), (Some(100.0), [true, false]));
        assert_eq!(frame(&mut app), (Some(120.0), [true, false]));
        touch(&mut app, 1, TouchPhase::Ended, 140.0);
        assert_eq!(frame(&mut app), (Some(120.0), [false, false]));
    }

    #[test]
    fn a_long_press_is_the_right_button() {
        let mut app = app();
        touch(&mut app, 1, TouchPhase::Started, 100.0);
        let held: Vec<_> = (0..8).map(|_| frame(&mut app).1).collect();
        assert_eq!(held[0], [false, false]);
        assert_eq!(held[7], [false, true]);
        assert!(held.iter().all(|held| !held[0]), "{held:?}");
        touch(&mut app, 1, TouchPhase::Ended, 100.0);
        assert_eq!(frame(&mut app).1, [false, false]);
    }

    #[test]
    fn two_fingers_zoom_and_press_nothing() {
        let mut app = app();
        touch(&mut app, 1, TouchPhase::Started, 350.0);
        frame(&mut app);
        touch(&mut app, 2, TouchPhase::Started, 450.0);
        frame(&mut app);
        touch(&mut app, 1, TouchPhase::Moved, 300.0);
        touch(&mut app, 2, TouchPhase::Moved, 500.0);
        assert_eq!(frame(&mut app).1, [false, false]);
        let view = app.world().resource::<CameraView>().view;
        assert!((view.scale - 0.5).abs() < 1e-6, "{view:?}");
        assert!(view.center.length() < 1e-3, "{view:?}");
        for id in [1, 2] {
            touch(&mut app, id, TouchPhase::Ended, 300.0);
            assert_eq!(frame(&mut app).1, [false, false]);
        }
        assert_eq!(*app.world().resource::<Gesture>(), Gesture::Nothing);
    }
}
