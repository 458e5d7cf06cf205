//! The mouse tools.

use super::super::mouse::{
    BaitFollowsMouse, OBSTACLE_RADII, OBSTACLE_SCALES, PickedObstacle, Tool,
};
use super::super::orders::Selection;
use super::super::selection::{ChosenFormation, FORMATIONS};
use crate::scene::{Bait, SceneName, SceneSettings};
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::prelude::*;

pub(super) fn show(ui: &mut egui::Ui, world: &mut World) {
    let mut tool = *world.resource::<Tool>();
    let has_soldiers = world.resource::<SceneSettings>().scene == SceneName::Orders;
    ui.horizontal(|ui| {
        let lead = if has_soldiers { "orders" } else { "bait" };
        ui.selectable_value(&mut tool, Tool::Lead, lead)
            .on_hover_text("1");
        ui.selectable_value(&mut tool, Tool::Obstacles, "obstacles")
            .on_hover_text("2");
    });
    world.resource_mut::<Tool>().set_if_neq(tool);
    match tool {
        Tool::Lead if has_soldiers => show_orders(ui, world),
        Tool::Lead => show_bait(ui, world),
        Tool::Obstacles => show_obstacle(ui, world),
    }
}

fn show_bait(ui: &mut egui::Ui, world: &mut World) {
    let mut baits = world.query_filtered::<(), With<Bait>>();
    if baits.iter(world).next().is_some() {
        let mut follows = world.resource::<BaitFollowsMouse>().0;
        ui.horizontal(|ui| {
            ui.radio_value(&mut follows, true, "follows the mouse while it moves");
            ui.radio_value(&mut follows, false, "follows a path");
        });
        world
            .resource_mut::<BaitFollowsMouse>()
            .set_if_neq(BaitFollowsMouse(follows));
    } else {
        ui.weak("This scene has no bait. A click picks an agent.");
    }
}

fn show_orders(ui: &mut egui::Ui, world: &mut World) {
    let mut chosen = world.resource::<ChosenFormation>().clone();
    ui.horizontal_wrapped(|ui| {
        for (name, shape) in FORMATIONS {
            ui.selectable_value(&mut chosen.0, shape, name);
        }
    });
    world.resource_mut::<ChosenFormation>().set_if_neq(chosen);
    let count = world.resource::<Selection>().soldiers.len();
    ui.label(format!("{count} selected"));
    ui.weak(
        "Drag or click selects, Shift adds, Esc clears. Right click sends them: to gather, or in \
         formation.",
    );
}

fn show_obstacle(ui: &mut egui::Ui, world: &mut World) {
    let picked = *world.resource::<PickedObstacle>();
    let obstacle = picked
        .entity
        .and_then(|entity| world.get::<Obstacle>(entity));
    let own_radius = match obstacle.map(|obstacle| &obstacle.shape) {
        Some(ObstacleShape::Circle { radius }) => Some(*radius),
        Some(_) => None,
        None => Some(picked.next_radius),
    };
    if let (Some(entity), None) = (picked.entity, own_radius) {
        show_turn(ui, world, entity);
    }
    ui.horizontal(|ui| {
        match (own_radius, picked.entity) {
            (Some(radius), _) => show_radius(ui, world, radius),
            (None, Some(entity)) => show_scale(ui, world, entity),
            (None, None) => {}
        }
        if let Some(entity) = picked.entity
            && ui.button("remove").on_hover_text("Delete").clicked()
        {
            world.despawn(entity);
            world.resource_mut::<PickedObstacle>().entity = None;
        }
    });
    ui.weak("Click places, drag moves, Shift and wheel resizes, right click removes.");
}

fn show_radius(ui: &mut egui::Ui, world: &mut World, mut radius: f32) {
    let slider = egui::Slider::new(&mut radius, OBSTACLE_RADII)
        .fixed_decimals(0)
        .text("radius");
    if !ui.add(slider).changed() {
        return;
    }
    let mut picked = world.resource_mut::<PickedObstacle>();
    picked.next_radius = radius;
    let entity = picked.entity;
    if let Some(mut obstacle) = entity.and_then(|entity| world.get_mut::<Obstacle>(entity)) {
        obstacle.shape = ObstacleShape::Circle { radius };
    }
}

fn show_scale(ui: &mut egui::Ui, world: &mut World, entity: Entity) {
    let Some(mut transform) = world.get_mut::<Transform>(entity) else {
        return;
    };
    let mut scale = transform.scale.x;
    let slider = egui::Slider::new(&mut scale, OBSTACLE_SCALES)
        .logarithmic(true)
        .max_decimals(2)
        .suffix(" x")
        .text("size");
    if ui.add(slider).changed() {
        transform.scale = Vec3::splat(scale);
    }
}

fn show_turn(ui: &mut egui::Ui, world: &mut World, entity: Entity) {
    let Some(mut transform) = world.get_mut::<Transform>(entity) else {
        return;
    };
    let right = transform.rotation * Vec3::X;
    let mut degrees = right.y.atan2(right.x).to_degrees();
    let slider = egui::Slider::new(&mut degrees, -180.0..=180.0)
        .fixed_decimals(0)
        .suffix("°")
        .text("turned");
    if ui.add(slider).changed() {
        transform.rotation = Quat::from_rotation_z(degrees.to_radians());
    }
}
