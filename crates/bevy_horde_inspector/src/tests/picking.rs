//! Clicks on agents.

use super::{app, key, pass, spawn_context};
use crate::picking::pick;
use crate::{InspectedAgent, Picking, agent_at};
use bevy::camera::{Camera, ComputedCameraValues, RenderTargetInfo};
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::prelude::*;

/// The size of the window, pixels.
const SIZE: UVec2 = UVec2::new(800, 600);

fn camera(clip_from_view: Mat4) -> Camera {
    let info = RenderTargetInfo {
        physical_size: SIZE,
        scale_factor: 1.0,
    };
    Camera {
        computed: ComputedCameraValues {
            clip_from_view,
            target_info: Some(info),
            ..default()
        },
        ..default()
    }
}

/// A camera that looks down on the plane: one world unit is one pixel, the origin is in the middle.
fn flat_camera() -> (Camera, GlobalTransform) {
    let clip = Mat4::orthographic_rh(-400.0, 400.0, -300.0, 300.0, 1000.0, 0.0);
    let place = GlobalTransform::from_translation(Vec3::new(0.0, 0.0, 500.0));
    (camera(clip), place)
}

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(400.0 + x, 300.0 - y)
}

fn spawn(world: &mut World, place: Vec3, radius: f32) -> Entity {
    let place = Transform::from_translation(place);
    world.spawn((place, SteeringAgent::new(radius, 1.0))).id()
}

#[test]
fn a_click_in_a_flat_game_hits_the_body_under_it() {
    let mut app = app();
    let world = app.world_mut();
    let (context, _) = spawn_context(world);
    world.entity_mut(context).insert(flat_camera());
    let near = spawn(world, Vec3::new(100.0, 50.0, 3.0), 10.0);
    let large = spawn(world, Vec3::new(125.0, 50.0, -4.0), 20.0);
    for (position, hit) in [
        (at(100.0, 50.0), Some(near)),
        (at(100.0, 62.0), None),
        (at(108.0, 50.0), Some(near)),
        (at(118.0, 50.0), Some(large)),
        (at(-100.0, 50.0), None),
    ] {
        assert_eq!(agent_at(world, position, 0.0), hit, "{position}");
    }
    assert_eq!(agent_at(world, at(100.0, 62.0), 3.0), Some(near));
}

#[test]
fn a_click_in_a_game_with_heights_follows_the_ray() {
    let mut app = app();
    app.insert_resource(MovementSpace::Xz);
    let world = app.world_mut();
    let (context, _) = spawn_context(world);
    let clip = Mat4::perspective_infinite_reverse_rh(1.0, 4.0 / 3.0, 0.1);
    let place = Transform::from_xyz(0.0, 100.0, 100.0).looking_at(Vec3::ZERO, Vec3::Y);
    let place = GlobalTransform::from(place);
    world.entity_mut(context).insert((camera(clip), place));
    let low = spawn(world, Vec3::new(20.0, 0.0, -10.0), 2.0);
    let high = spawn(world, Vec3::new(-20.0, 30.0, 10.0), 2.0);
    let behind = spawn(world, Vec3::new(0.0, 100.0, 300.0), 50.0);
    let on_screen = |world: &World, entity: Entity| {
        let place = world.get::<Transform>(entity).map(|it| it.translation);
        let (camera, view) = (
            world.get::<Camera>(context),
            world.get::<GlobalTransform>(context),
        );
        let position = camera.zip(view).zip(place);
        position.and_then(|((camera, view), place)| camera.world_to_viewport(view, place).ok())
    };
    for agent in [low, high] {
        let Some(position) = on_screen(world, agent) else {
            panic!("it is in view");
        };
        assert_eq!(agent_at(world, position, 0.0), Some(agent));
        assert_eq!(agent_at(world, position + Vec2::X * 40.0, 0.0), None);
    }
    world.despawn(low);
    world.despawn(high);
    assert_eq!(agent_at(world, at(0.0, 299.0), 0.0), None, "{behind}");
}

#[test]
fn clicks_pick_where_they_may_and_a_key_clears() {
    let mut app = app();
    let world = app.world_mut();
    world.init_resource::<Picking>();
    world.init_resource::<InspectedAgent>();
    let (camera, context) = spawn_context(world);
    world.entity_mut(camera).insert(flat_camera());
    let agent = spawn(world, Vec3::new(100.0, 0.0, 0.0), 10.0);
    let mut time = 0.0;
    let mut picked = |world: &mut World, events: Vec<egui::Event>| {
        time += 1.0;
        context.input_mut(|input| input.time = time);
        pass(&context, events, || pick(world));
        world.resource::<InspectedAgent>().0
    };
    let click = |place: Vec2| {
        let pos = egui::pos2(place.x, place.y);
        let press = |pressed| egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        vec![egui::Event::PointerMoved(pos), press(true), press(false)]
    };
    let on_agent = || click(at(102.0, 3.0));
    assert_eq!(picked(world, Vec::new()), None);
    assert_eq!(picked(world, on_agent()), Some(agent));
    assert_eq!(picked(world, Vec::new()), Some(agent));
    assert_eq!(picked(world, click(at(-100.0, 0.0))), None);
    assert_eq!(picked(world, on_agent()), Some(agent));
    let escape = vec![key(egui::Key::Escape, egui::Modifiers::NONE)];
    assert_eq!(picked(world, escape), None);

    let left_half = Rect::new(0.0, 0.0, 400.0, 600.0);
    world.resource_mut::<Picking>().area = Some(left_half);
    assert_eq!(picked(world, on_agent()), None);
    world.resource_mut::<Picking>().area = None;
    world.resource_mut::<Picking>().enabled = false;
    assert_eq!(picked(world, on_agent()), None);
    world.resource_mut::<Picking>().enabled = true;
    assert_eq!(picked(world, on_agent()), Some(agent));
    world.despawn(agent);
    assert_eq!(picked(world, Vec::new()), None);
}

#[test]
fn a_click_on_a_window_picks_nothing() {
    let mut app = app();
    let world = app.world_mut();
    world.init_resource::<Picking>();
    world.init_resource::<InspectedAgent>();
    let (camera, context) = spawn_context(world);
    world.entity_mut(camera).insert(flat_camera());
    spawn(world, Vec3::new(100.0, 0.0, 0.0), 10.0);
    let place = at(100.0, 0.0);
    let pos = egui::pos2(place.x, place.y);
    let button = |pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    for events in [
        vec![egui::Event::PointerMoved(pos)],
        vec![button(true)],
        vec![button(false)],
    ] {
        pass(&context, events, || {
            egui::Window::new("map")
                .fixed_rect(egui::Rect::from_center_size(pos, egui::vec2(80.0, 80.0)))
                .show(&context, |ui| ui.label("here"));
            pick(world);
        });
    }
    assert_eq!(world.resource::<InspectedAgent>().0, None);
}
