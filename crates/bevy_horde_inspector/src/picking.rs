//! A click picks the agent under the pointer.

use crate::context::{pressed_keys, primary_context};
use crate::inspected::InspectedAgent;
use bevy::camera::Camera;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, PrimaryEguiContext, egui};
use bevy_horde::agent::SteeringAgent;
use bevy_horde::space::MovementSpace;

/// A click on an agent puts it into [`InspectedAgent`]; a click beside all agents clears the
/// resource.
///
/// [`InspectorPlugin`](crate::InspectorPlugin) adds it. It uses the camera that shows egui. Clicks
/// on windows of egui or on the inspector's own panel pick nothing. For panels of the game, set
/// [`Picking::area`].
pub struct PickingPlugin;

/// Settings of the [`PickingPlugin`].
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Picking {
    /// Whether clicks pick agents. Default true.
    pub enabled: bool,
    /// A click picks a body that is at most this many logical pixels away. Default 6.
    pub slack: f32,
    /// The part of the window in which clicks pick agents, logical pixels. Default `None`:
    /// everywhere.
    ///
    /// The inspector's own panel sets it. With your own panels, set it to the part that they leave
    /// free.
    pub area: Option<Rect>,
    /// The key that clears [`InspectedAgent`]. Default Escape.
    pub clear_key: Option<egui::Key>,
}

impl Default for Picking {
    fn default() -> Self {
        Self {
            enabled: true,
            slack: 6.0,
            area: None,
            clear_key: Some(egui::Key::Escape),
        }
    }
}

impl Plugin for PickingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Picking>()
            .init_resource::<InspectedAgent>()
            .add_systems(EguiPrimaryContextPass, pick);
    }
}

pub(crate) fn pick(world: &mut World) {
    let mut inspected = *world.resource::<InspectedAgent>();
    let exists = |entity: &Entity| world.get::<SteeringAgent>(*entity).is_some();
    inspected.0 = inspected.0.filter(exists);
    let settings = *world.resource::<Picking>();
    if pressed_keys(world, [settings.clear_key]) == [true] {
        inspected.0 = None;
    }
    if settings.enabled
        && let Some(position) = clicked_position(world, settings.area)
    {
        inspected.0 = agent_at(world, position, settings.slack);
    }
    world.resource_mut::<InspectedAgent>().set_if_neq(inspected);
}

/// Where the game was clicked in this frame, logical pixels of the window.
fn clicked_position(world: &mut World, area: Option<Rect>) -> Option<Vec2> {
    let context = primary_context(world).ok()?;
    let position = context.input(|input| {
        let clicked = input.pointer.primary_clicked();
        clicked.then(|| input.pointer.interact_pos()).flatten()
    })?;
    let layer = context.layer_id_at(position);
    let is_over_window = layer.is_some_and(|layer| layer.order != egui::Order::Background);
    if is_over_window || context.egui_is_using_pointer() {
        return None;
    }
    let position = Vec2::new(position.x, position.y) * context.zoom_factor();
    area.is_none_or(|area| area.contains(position))
        .then_some(position)
}

/// The agent whose body is under a position of the window, in logical pixels, or within `slack`
/// pixels of it. Of several bodies the nearest; of bodies under the position, that with the nearest
/// center.
///
/// A body is a disc in the plane of the [`MovementSpace`], at the height of its agent. The function
/// uses the camera that shows egui.
pub fn agent_at(world: &mut World, position: Vec2, slack: f32) -> Option<Entity> {
    let space = *world.get_resource::<MovementSpace>()?;
    let mut cameras =
        world.query_filtered::<(&Camera, &GlobalTransform), With<PrimaryEguiContext>>();
    let (camera, place) = cameras.single(world).ok()?;
    let ray = camera.viewport_to_world(place, position).ok()?;
    let beside = camera.viewport_to_world(place, position + Vec2::X).ok()?;
    let mut agents = world.query::<(Entity, &Transform, &SteeringAgent)>();
    let gaps = agents.iter(world).filter_map(|(entity, place, agent)| {
        let hit = hit_plane(ray, space, place.translation)?;
        let pixel = hit_plane(beside, space, place.translation)?.distance(hit);
        let distance = hit.distance(space.to_plane(place.translation));
        let gap = distance - agent.body_radius;
        // A body that contains the position goes before one within the slack.
        (gap <= slack * pixel).then_some((entity, gap.max(0.0), distance))
    });
    let order = |it: &(Entity, f32, f32)| (it.1.to_bits(), it.2.to_bits());
    let nearest = gaps.min_by_key(order);
    nearest.map(|(entity, ..)| entity)
}

/// Where a ray meets the plane of movement through `level`.
fn hit_plane(ray: Ray3d, space: MovementSpace, level: Vec3) -> Option<Vec2> {
    let normal = match space {
        MovementSpace::Xy => Vec3::Z,
        MovementSpace::Xz => Vec3::Y,
    };
    let distance = (level - ray.origin).dot(normal) / ray.direction.dot(normal);
    (distance.is_finite() && distance >= 0.0)
        .then(|| space.to_plane(ray.origin + distance * *ray.direction))
}
