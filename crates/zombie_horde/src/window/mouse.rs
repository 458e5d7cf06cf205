//! The mouse: leads the bait or soldiers, picks agents; places, moves, resizes and removes
//! obstacles.

use super::camera::{CameraSystems, Cursor, Screen, notches};
use crate::obstacle_art::Placed;
use crate::scene::{BaitControl, Look, SceneEntity, SceneName, SceneSettings};
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_horde::prelude::*;
use bevy_horde_inspector::Picking;

/// Radii of circles that the tool allows, world units.
pub(super) const OBSTACLE_RADII: core::ops::RangeInclusive<f32> = 8.0..=200.0;
/// Scales of obstacles of other shapes that the tool allows.
pub(super) const OBSTACLE_SCALES: core::ops::RangeInclusive<f32> = 0.2..=5.0;
/// Radius of the first obstacle that is placed, world units.
const FIRST_RADIUS: f32 = 50.0;
/// Factor by which one notch of the wheel resizes an obstacle.
const SIZE_STEP: f32 = 1.1;
/// A press that moves the mouse less than this is a click, pixels.
pub(super) const CLICK_SLACK: f32 = 5.0;
/// An agent can be picked from this distance to its body, pixels.
pub(super) const PICK_SLACK: f32 = 6.0;
/// After the mouse has rested for this many seconds, the bait goes its own way.
const LONGEST_REST: f32 = 12.0;
/// Kinds of obstacles in the atlas.
const OBSTACLE_KINDS: u8 = 8;

/// The function of the left button.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Tool {
    /// Leads the bait, or selects soldiers where a scene has them; picks agents.
    #[default]
    Lead,
    /// Places, moves and picks obstacles.
    Obstacles,
}

/// Whether the bait follows the mouse when it can.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BaitFollowsMouse(pub bool);

/// The place in the world of a click with the right button that ended in this frame.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct RightClick(pub Option<Vec2>);

/// Whether the mouse selects soldiers and sends them.
pub(super) fn sends_soldiers(settings: Res<SceneSettings>, tool: Res<Tool>) -> bool {
    settings.scene == SceneName::Orders && *tool == Tool::Lead
}

/// The obstacle that is picked.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub(super) struct PickedObstacle {
    /// The obstacle.
    pub entity: Option<Entity>,
    /// The vector from the mouse to the obstacle's center, while the obstacle is dragged.
    grip: Option<Vec2>,
    /// Radius of the next placed obstacle, world units.
    pub next_radius: f32,
    /// Kind of the next placed obstacle.
    next_kind: u8,
}

/// The systems of the mouse in `Update`; systems that read [`RightClick`] run after them.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct MouseSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tool>()
        .init_resource::<RightClick>()
        .insert_resource(BaitFollowsMouse(true))
        .insert_resource(PickedObstacle {
            entity: None,
            grip: None,
            next_radius: FIRST_RADIUS,
            next_kind: 0,
        })
        .add_systems(
            Update,
            (
                forget_gone,
                choose_tool,
                find_right_click,
                lead_bait,
                allow_picking,
                (
                    press_obstacle,
                    drag_obstacle,
                    size_obstacle,
                    remove_obstacle,
                )
                    .chain()
                    .run_if(resource_equals(Tool::Obstacles)),
            )
                .chain()
                .in_set(MouseSystems)
                .after(CameraSystems),
        );
}

fn forget_gone(obstacles: Query<(), With<Obstacle>>, mut picked: ResMut<PickedObstacle>) {
    if picked
        .entity
        .is_some_and(|entity| !obstacles.contains(entity))
    {
        picked.entity = None;
        picked.grip = None;
    }
}

fn choose_tool(keys: Res<ButtonInput<KeyCode>>, egui: Res<EguiWantsInput>, mut tool: ResMut<Tool>) {
    if egui.wants_keyboard_input() {
        return;
    }
    if keys.just_pressed(KeyCode::Digit1) {
        *tool = Tool::Lead;
    }
    if keys.just_pressed(KeyCode::Digit2) {
        *tool = Tool::Obstacles;
    }
}

/// Where the mouse rests, and for how long.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Rest {
    at: Option<Vec2>,
    seconds: f32,
}

impl Rest {
    /// The rest after `time` more seconds with the mouse at `at`.
    fn after(self, at: Option<Vec2>, time: f32) -> Self {
        let seconds = if at == self.at {
            self.seconds + time
        } else {
            0.0
        };
        Self { at, seconds }
    }
}

fn lead_bait(
    // Inputs
    time: Res<Time<Real>>,
    tool: Res<Tool>,
    follows: Res<BaitFollowsMouse>,
    cursor: Res<Cursor>,
    // Local
    mut rest: Local<Rest>,
    // Output
    mut control: ResMut<BaitControl>,
) {
    *rest = rest.after(cursor.in_window, time.delta_secs());
    let place = cursor.in_world.filter(|_| rest.seconds < LONGEST_REST);
    let next = match (*tool, follows.0, place) {
        (_, false, _) => BaitControl::Scripted,
        // The bait does not follow while obstacles are placed.
        (Tool::Obstacles, true, _) => *control,
        (Tool::Lead, true, Some(position)) => BaitControl::At(position),
        (Tool::Lead, true, None) => BaitControl::Scripted,
    };
    control.set_if_neq(next);
}

/// Lets clicks beside the panel pick agents while the left button leads.
fn allow_picking(tool: Res<Tool>, screen: Res<Screen>, mut picking: ResMut<Picking>) {
    let next = Picking {
        enabled: *tool == Tool::Lead,
        area: Some(screen.free),
        slack: PICK_SLACK,
        ..*picking
    };
    picking.set_if_neq(next);
}

/// The obstacle at a position, and its center.
fn obstacle_at(
    position: Vec2,
    obstacles: &Query<(Entity, &Transform, &Obstacle)>,
) -> Option<(Entity, Vec2)> {
    obstacles
        .iter()
        .map(|(entity, transform, obstacle)| {
            let gap = Placed::of(obstacle, transform).map_or(f32::INFINITY, |it| it.gap(position));
            (entity, transform.translation.truncate(), gap)
        })
        .filter(|(_, _, gap)| *gap < 0.0)
        .min_by(|a, b| a.2.total_cmp(&b.2))
        .map(|(entity, center, _)| (entity, center))
}

fn press_obstacle(
    mut commands: Commands,
    buttons: Res<ButtonInput<MouseButton>>,
    cursor: Res<Cursor>,
    obstacles: Query<(Entity, &Transform, &Obstacle)>,
    mut picked: ResMut<PickedObstacle>,
) {
    let Some(position) = cursor.in_world else {
        return;
    };
    if !buttons.just_pressed(MouseButton::Left) {
        return;
    }
    if let Some((entity, center)) = obstacle_at(position, &obstacles) {
        picked.entity = Some(entity);
        picked.grip = Some(center - position);
        return;
    }
    let kind = picked.next_kind;
    let entity = commands
        .spawn((
            SceneEntity,
            Look::Tomb(kind),
            Transform::from_translation(position.extend(0.0)),
            Obstacle::circle(picked.next_radius),
        ))
        .id();
    picked.entity = Some(entity);
    picked.grip = Some(Vec2::ZERO);
    picked.next_kind = (kind + 1) % OBSTACLE_KINDS;
}

fn drag_obstacle(
    buttons: Res<ButtonInput<MouseButton>>,
    cursor: Res<Cursor>,
    mut obstacles: Query<&mut Transform, With<Obstacle>>,
    mut picked: ResMut<PickedObstacle>,
) {
    if !buttons.pressed(MouseButton::Left) {
        if picked.grip.is_some() {
            picked.grip = None;
        }
        return;
    }
    if let (Some(entity), Some(grip), Some(position)) =
        (picked.entity, picked.grip, cursor.in_world)
        && let Ok(mut transform) = obstacles.get_mut(entity)
    {
        let next = (position + grip).extend(transform.translation.z);
        // An obstacle that stands still must not be marked as changed: the index would update it.
        if transform.translation != next {
            transform.translation = next;
        }
    }
}

fn size_obstacle(
    keys: Res<ButtonInput<KeyCode>>,
    scroll: Res<AccumulatedMouseScroll>,
    cursor: Res<Cursor>,
    mut obstacles: Query<(&mut Obstacle, &mut Transform)>,
    mut picked: ResMut<PickedObstacle>,
) {
    let turned = notches(&scroll);
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if turned == 0.0 || !shift || cursor.in_world.is_none() {
        return;
    }
    let factor = SIZE_STEP.powf(turned);
    let resize =
        |radius: f32| (radius * factor).clamp(*OBSTACLE_RADII.start(), *OBSTACLE_RADII.end());
    match picked
        .entity
        .and_then(|entity| obstacles.get_mut(entity).ok())
    {
        Some((mut obstacle, mut transform)) => {
            if let ObstacleShape::Circle { radius } = &mut obstacle.shape {
                *radius = resize(*radius);
                picked.next_radius = *radius;
            } else {
                let scale = (transform.scale.x * factor)
                    .clamp(*OBSTACLE_SCALES.start(), *OBSTACLE_SCALES.end());
                transform.scale = Vec3::splat(scale);
            }
        }
        None => picked.next_radius = resize(picked.next_radius),
    }
}

/// Finds a short click. With a longer way from press to release the right button drags the view.
fn find_right_click(
    buttons: Res<ButtonInput<MouseButton>>,
    cursor: Res<Cursor>,
    screen: Res<Screen>,
    mut click: ResMut<RightClick>,
    mut press: Local<Option<Vec2>>,
) {
    if buttons.just_pressed(MouseButton::Right) {
        *press = cursor.in_window;
    }
    click.0 = None;
    if buttons.just_released(MouseButton::Right)
        && let (Some(start), Some(end)) = (press.take(), cursor.in_window)
        && start.distance(end) < CLICK_SLACK
        && screen.free.contains(end)
    {
        click.0 = cursor.in_world;
    }
}

fn remove_obstacle(
    mut commands: Commands,
    keys: Res<ButtonInput<KeyCode>>,
    click: Res<RightClick>,
    egui: Res<EguiWantsInput>,
    obstacles: Query<(Entity, &Transform, &Obstacle)>,
    mut picked: ResMut<PickedObstacle>,
) {
    let clicked = click
        .0
        .and_then(|position| obstacle_at(position, &obstacles));
    let mut gone = clicked.map(|(entity, _)| entity);
    if keys.any_just_pressed([KeyCode::Delete, KeyCode::Backspace]) && !egui.wants_keyboard_input()
    {
        gone = picked.entity;
    }
    if let Some(entity) = gone {
        commands.entity(entity).despawn();
        if picked.entity == Some(entity) {
            picked.entity = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rest_lasts_until_the_mouse_moves_or_leaves() {
        let here = Some(Vec2::new(3.0, 4.0));
        let arrived = Rest::default().after(here, 9.0);
        assert_eq!(arrived.seconds, 0.0);
        assert_eq!(arrived.after(here, 5.0).after(here, 6.0).seconds, 11.0);
        assert_eq!(arrived.after(here, 5.0).after(None, 6.0).seconds, 0.0);
    }
}
