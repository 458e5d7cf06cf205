//! The mouse selects soldiers and sends them.

use super::camera::{CameraView, Cursor};
use super::mouse::{CLICK_SLACK, MouseSystems, PICK_SLACK, RightClick, Tool, sends_soldiers};
use super::orders::Selection;
use crate::scene::{OrderControl, Orders, SceneSettings, Soldier};
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_horde::prelude::*;

/// The formation in which soldiers march; `None`: they gather.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub(super) struct ChosenFormation(pub Option<FormationShape>);

/// The formations that can be chosen, and their names.
pub(super) const FORMATIONS: [(&str, Option<FormationShape>); 6] = [
    ("none", None),
    ("line", Some(FormationShape::Line)),
    ("column", Some(FormationShape::Column { files: 3 })),
    ("wedge", Some(FormationShape::Wedge)),
    ("box", Some(FormationShape::Box)),
    ("circle", Some(FormationShape::Circle)),
];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ChosenFormation>().add_systems(
        Update,
        (let_go, (select, send).chain().run_if(sends_soldiers))
            .chain()
            .after(MouseSystems),
    );
}

/// Ends the drag if the tool has changed, and clears the selection if the scene has.
fn let_go(settings: Res<SceneSettings>, tool: Res<Tool>, mut selection: ResMut<Selection>) {
    if settings.is_changed() {
        *selection = Selection::default();
    } else if tool.is_changed() {
        (selection.press, selection.frame) = (None, None);
    }
}

fn select(
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    egui: Res<EguiWantsInput>,
    cursor: Res<Cursor>,
    camera_view: Res<CameraView>,
    soldiers: Query<(Entity, &Transform, &SteeringAgent), With<Soldier>>,
    mut control: ResMut<OrderControl>,
    mut selection: ResMut<Selection>,
) {
    if keys.just_pressed(KeyCode::Escape) && !egui.wants_keyboard_input() {
        selection.soldiers.clear();
    }
    if buttons.just_pressed(MouseButton::Left) {
        selection.press = cursor.in_world;
    }
    let Some(start) = selection.press else {
        return;
    };
    control.set_if_neq(OrderControl::Mouse);
    let pixel = camera_view.view.scale;
    // While the cursor has no position, as over the panel, the frame stays as it was.
    if let Some(end) = cursor.in_world {
        let is_drag = selection.frame.is_some() || start.distance(end) > CLICK_SLACK * pixel;
        selection.frame = is_drag.then(|| Rect::from_corners(start, end));
    }
    if buttons.pressed(MouseButton::Left) {
        return;
    }
    selection.press = None;
    let found = match selection.frame.take() {
        Some(frame) => inside(frame, &soldiers),
        None => nearest(start, PICK_SLACK * pixel, &soldiers),
    };
    if !keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) {
        selection.soldiers.clear();
    }
    selection.soldiers.extend(found);
}

fn inside(
    frame: Rect,
    soldiers: &Query<(Entity, &Transform, &SteeringAgent), With<Soldier>>,
) -> Vec<Entity> {
    let is_inside = |place: &Transform| frame.contains(place.translation.truncate());
    let found = soldiers.iter().filter(|(_, place, _)| is_inside(place));
    found.map(|(entity, ..)| entity).collect()
}

fn nearest(
    position: Vec2,
    slack: f32,
    soldiers: &Query<(Entity, &Transform, &SteeringAgent), With<Soldier>>,
) -> Vec<Entity> {
    let gaps = soldiers.iter().map(|(entity, place, agent)| {
        let distance = place.translation.truncate().distance(position);
        (entity, distance - agent.body_radius)
    });
    let nearest = gaps.min_by(|one, other| one.1.total_cmp(&other.1));
    let nearest = nearest.filter(|(_, gap)| *gap < slack);
    nearest.map(|(entity, _)| entity).into_iter().collect()
}

fn send(
    click: Res<RightClick>,
    formation: Res<ChosenFormation>,
    selection: Res<Selection>,
    mut control: ResMut<OrderControl>,
    mut orders: Orders,
) {
    if let Some(place) = click.0 {
        control.set_if_neq(OrderControl::Mouse);
        let soldiers: Vec<Entity> = selection.soldiers.iter().copied().collect();
        orders.send(&soldiers, place, formation.0.clone().map(Formation::new));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An app with soldiers of radius 10 at these places, and with the mouse outside of the window.
    fn app(places: &[Vec2]) -> (App, Vec<Entity>) {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<EguiWantsInput>()
            .init_resource::<Cursor>()
            .init_resource::<CameraView>()
            .init_resource::<OrderControl>()
            .init_resource::<Selection>()
            .add_systems(Update, select);
        let soldier = |place: &Vec2| {
            let soldier = Soldier {
                squad: Entity::PLACEHOLDER,
                place: Vec2::ZERO,
            };
            let transform = Transform::from_translation(place.extend(0.0));
            let body = SteeringAgent::new(10.0, 1.0);
            app.world_mut().spawn((soldier, transform, body)).id()
        };
        let soldiers = places.iter().map(soldier).collect();
        (app, soldiers)
    }

    /// Presses the left button at the first place, and releases it at the last. Returns the
    /// selected soldiers.
    fn drag(app: &mut App, places: &[Vec2]) -> Vec<Entity> {
        app.world_mut()
            .resource_mut::<ButtonInput<MouseButton>>()
            .press(MouseButton::Left);
        for (number, place) in places.iter().enumerate() {
            app.world_mut().resource_mut::<Cursor>().in_world = Some(*place);
            let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
            if number + 1 == places.len() {
                buttons.release(MouseButton::Left);
            }
            app.update();
            let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
            buttons.clear();
        }
        let selection = app.world().resource::<Selection>();
        assert_eq!(selection.frame, None);
        selection.soldiers.iter().copied().collect()
    }

    const PLACES: [Vec2; 3] = [
        Vec2::new(0.0, 0.0),
        Vec2::new(50.0, 0.0),
        Vec2::new(300.0, 0.0),
    ];

    #[test]
    fn a_frame_selects_those_in_it_and_shift_adds() {
        let (mut app, soldiers) = app(&PLACES);
        let frame = [Vec2::new(60.0, 20.0), Vec2::new(-10.0, -20.0)];
        assert_eq!(
            drag(&mut app, &[frame[0], frame[1], frame[1]]),
            soldiers[..2]
        );
        let control = *app.world().resource::<OrderControl>();
        assert_eq!(control, OrderControl::Mouse);
        let far = [Vec2::new(290.0, 10.0), Vec2::new(310.0, -10.0)];
        app.world_mut()
            .resource_mut::<ButtonInput<KeyCode>>()
            .press(KeyCode::ShiftLeft);
        assert_eq!(drag(&mut app, &[far[0], far[1], far[1]]), soldiers);
        app.world_mut()
            .resource_mut::<ButtonInput<KeyCode>>()
            .release(KeyCode::ShiftLeft);
        assert_eq!(drag(&mut app, &[far[0], far[1], far[1]]), soldiers[2..]);
    }

    #[test]
    fn a_click_selects_the_soldier_there_or_none() {
        let (mut app, soldiers) = app(&PLACES);
        let at = |place: Vec2| [place, place + Vec2::ONE];
        assert_eq!(drag(&mut app, &at(Vec2::new(57.0, 0.0))), soldiers[1..2]);
        assert_eq!(drag(&mut app, &at(Vec2::new(150.0, 0.0))), []);
        assert_eq!(drag(&mut app, &at(Vec2::new(-4.0, 3.0))), soldiers[..1]);
        app.world_mut()
            .resource_mut::<ButtonInput<KeyCode>>()
            .press(KeyCode::Escape);
        app.update();
        assert!(app.world().resource::<Selection>().soldiers.is_empty());
    }
}
