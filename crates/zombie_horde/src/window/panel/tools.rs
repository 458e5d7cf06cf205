//! What the mouse does.

use super::super::mouse::{BaitFollowsMouse, OBSTACLE_RADII, PickedObstacle, Tool};
use super::super::obstacles::radius_of;
use crate::scene::Bait;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::prelude::*;

pub(super) fn show(ui: &mut egui::Ui, world: &mut World) {
    let mut tool = *world.resource::<Tool>();
    ui.horizontal(|ui| {
        ui.selectable_value(&mut tool, Tool::Bait, "lead the bait")
            .on_hover_text("1");
        ui.selectable_value(&mut tool, Tool::Obstacles, "obstacles")
            .on_hover_text("2");
    });
    world.resource_mut::<Tool>().set_if_neq(tool);
    match tool {
        Tool::Bait => show_bait(ui, world),
        Tool::Obstacles => show_obstacle(ui, world),
    }
}

fn show_bait(ui: &mut egui::Ui, world: &mut World) {
    let mut baits = world.query_filtered::<(), With<Bait>>();
    if baits.iter(world).next().is_some() {
        let mut follows = world.resource::<BaitFollowsMouse>().0;
        ui.horizontal(|ui| {
            ui.radio_value(&mut follows, true, "follows the mouse");
            ui.radio_value(&mut follows, false, "walks by itself");
        });
        world
            .resource_mut::<BaitFollowsMouse>()
            .set_if_neq(BaitFollowsMouse(follows));
    } else {
        ui.weak("This scene has no bait. A click picks an agent.");
    }
}

fn show_obstacle(ui: &mut egui::Ui, world: &mut World) {
    let picked = *world.resource::<PickedObstacle>();
    let own = picked
        .entity
        .and_then(|entity| world.get::<Obstacle>(entity))
        .map(radius_of);
    let mut radius = own.unwrap_or(picked.next_radius);
    ui.horizontal(|ui| {
        let changed = ui
            .add(
                egui::Slider::new(&mut radius, OBSTACLE_RADII)
                    .fixed_decimals(0)
                    .text("radius"),
            )
            .changed();
        if changed {
            world.resource_mut::<PickedObstacle>().next_radius = radius;
            if let Some(mut obstacle) = picked
                .entity
                .and_then(|entity| world.get_mut::<Obstacle>(entity))
            {
                obstacle.shape = ObstacleShape::Circle { radius };
            }
        }
        if let Some(entity) = picked.entity
            && ui.button("remove").on_hover_text("Delete").clicked()
        {
            world.despawn(entity);
            world.resource_mut::<PickedObstacle>().entity = None;
        }
    });
    ui.weak("Click places, drag moves, Shift and wheel sizes, right click removes.");
}
