//! Undo and redo.

use super::{app, key, pass, spawn_context, spawn_with_everything};
use crate::catalog::Catalog;
use crate::documentation::Role;
use crate::editing::fields_of;
use crate::undo::{Scope, record};
use crate::{
    Edit, UndoHistory, UndoPlugin, apply_edit, redo_edit, reset_component, set_behavior, undo_edit,
};
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use bevy_horde::prelude::*;

/// Remembers a component, as the panel does before an edit.
fn remember(world: &mut World, agents: &[Entity], name: &str, title: &str) {
    remember_scope(world, agents, name, title, Scope::Presence);
}

fn weight_field(world: &World, agent: Entity) -> Scope {
    let catalog = Catalog::read(world);
    let seek = catalog
        .find("Seek")
        .and_then(|entry| entry.read(world, agent));
    let seek = seek.expect("it seeks").as_partial_reflect();
    let fields = fields_of(seek, &catalog.documentation).into_iter();
    let weight = fields.into_iter().find(|field| field.path == "weight");
    Scope::Field(weight.expect("a weight").parsed)
}

fn remember_scope(world: &mut World, agents: &[Entity], name: &str, title: &str, scope: Scope) {
    let catalog = Catalog::read(world);
    let entry = catalog.find(name).expect("it is a component of the plugin");
    record(world, entry, agents, title.into(), scope);
}

fn close(world: &mut World) {
    world.resource_mut::<UndoHistory>().close();
}

fn set_weight(world: &mut World, agent: Entity, weight: f64) {
    let scope = weight_field(world, agent);
    remember_scope(world, &[agent], "Seek", "weight of Seek", scope);
    apply_edit(world, &[agent], "Seek", "weight", &Edit::Set(weight));
}

fn weight(world: &World, agent: Entity) -> Option<f32> {
    world.get::<Seek>(agent).map(|seek| seek.weight)
}

fn spawn_seeker(world: &mut World) -> Entity {
    world.init_resource::<UndoHistory>();
    world
        .spawn((SteeringAgent::default(), Seek::default()))
        .id()
}

#[test]
fn a_drag_is_one_step_and_steps_go_both_ways() {
    let mut app = app();
    let world = app.world_mut();
    let agent = spawn_seeker(world);
    for weight in [2.0, 3.0, 4.0] {
        set_weight(world, agent, weight);
    }
    close(world);
    set_weight(world, agent, 5.0);
    close(world);
    assert_eq!(undo_edit(world).as_deref(), Some("weight of Seek"));
    assert_eq!(weight(world, agent), Some(4.0));
    undo_edit(world);
    assert_eq!(weight(world, agent), Some(1.0));
    assert_eq!(undo_edit(world), None);
    redo_edit(world);
    assert_eq!(weight(world, agent), Some(4.0));
    redo_edit(world);
    assert_eq!(weight(world, agent), Some(5.0));
    assert_eq!(redo_edit(world), None);
    undo_edit(world);
    set_weight(world, agent, 6.0);
    // After a new edit, undone edits cannot be redone.
    assert_eq!(redo_edit(world), None);
    undo_edit(world);
    assert_eq!(weight(world, agent), Some(4.0));
}

#[test]
fn switched_and_removed_behaviors_come_back() {
    let mut app = app();
    let world = app.world_mut();
    let agent = spawn_seeker(world);
    apply_edit(world, &[agent], "Seek", "weight", &Edit::Set(7.0));
    let switch = |world: &mut World, name: &str, on: bool| {
        remember(world, &[agent], name, "switch");
        set_behavior(world, &[agent], name, on);
        close(world);
    };
    switch(world, "Seek", false);
    switch(world, "Flee", true);
    assert_eq!(weight(world, agent), None);
    undo_edit(world);
    assert!(world.get::<Flee>(agent).is_none());
    undo_edit(world);
    assert_eq!(weight(world, agent), Some(7.0));
    assert!(world.get::<crate::SuspendedBehaviors>(agent).is_none());
    redo_edit(world);
    assert_eq!(weight(world, agent), None);
    set_behavior(world, &[agent], "Seek", true);
    assert_eq!(weight(world, agent), Some(7.0));
}

#[test]
fn every_component_can_be_restored() {
    let mut app = app();
    let world = app.world_mut();
    let agent = spawn_with_everything(world);
    let catalog = Catalog::read(world);
    for entry in &catalog.entries {
        if !matches!(entry.role, Role::Body | Role::Behavior) {
            continue;
        }
        let shown = |world: &World| entry.read(world, agent).map(|it| format!("{it:?}"));
        let before = shown(world);
        assert!(before.is_some());
        record(world, entry, &[agent], entry.name.into(), Scope::Presence);
        entry.reflect.remove(&mut world.entity_mut(agent));
        assert_eq!(undo_edit(world).as_deref(), Some(entry.name));
        assert_eq!(shown(world), before, "{}", entry.name);
    }
}

#[test]
fn a_despawned_agent_is_left_out_and_old_steps_are_dropped() {
    let mut app = app();
    let world = app.world_mut();
    let agents = [(); 2].map(|()| spawn_seeker(world));
    remember(world, &agents, "Seek", "reset");
    apply_edit(world, &agents, "Seek", "weight", &Edit::Set(3.0));
    close(world);
    world.despawn(agents[0]);
    undo_edit(world);
    assert_eq!(weight(world, agents[1]), Some(1.0));
    for number in 0..100 {
        set_weight(world, agents[1], f64::from(number));
        close(world);
    }
    let mut steps = 0;
    while undo_edit(world).is_some() {
        steps += 1;
    }
    assert_eq!((steps, weight(world, agents[1])), (64, Some(35.0)));
    reset_component(world, &agents, "Seek");
}

#[test]
fn keys_undo_and_redo() {
    let mut app = app();
    app.add_plugins(UndoPlugin);
    let world = app.world_mut();
    let agent = spawn_seeker(world);
    set_weight(world, agent, 2.0);
    let (_, context) = spawn_context(world);
    let press = |world: &mut World, modifiers: egui::Modifiers| {
        let events = vec![key(egui::Key::Z, modifiers)];
        context.input_mut(|input| input.modifiers = modifiers);
        pass(&context, events, || {
            world.run_schedule(EguiPrimaryContextPass)
        });
        weight(world, agent)
    };
    let command = egui::Modifiers::COMMAND;
    assert_eq!(press(world, egui::Modifiers::NONE), Some(2.0));
    assert_eq!(press(world, command), Some(1.0));
    assert_eq!(press(world, command | egui::Modifiers::SHIFT), Some(2.0));
}

#[test]
fn undoing_a_value_leaves_all_else_as_the_game_has_set_it() {
    let mut app = app();
    let world = app.world_mut();
    let agents = [(); 3].map(|()| spawn_seeker(world));
    world.entity_mut(agents[2]).remove::<Seek>();
    let scope = weight_field(world, agents[0]);
    remember_scope(world, &agents, "Seek", "weight of Seek", scope);
    apply_edit(world, &agents, "Seek", "weight", &Edit::Set(3.0));
    // The game removes the `Seek` of one agent, adds one to another, and changes a target.
    world.entity_mut(agents[0]).remove::<Seek>();
    let elsewhere = Target::Point(Vec3::ONE);
    world.get_mut::<Seek>(agents[1]).expect("it seeks").target = elsewhere;
    world.entity_mut(agents[2]).insert(Seek::default());
    undo_edit(world);
    let weights = agents.map(|agent| weight(world, agent));
    assert_eq!(weights, [None, Some(1.0), Some(1.0)]);
    let target = |world: &World| world.get::<Seek>(agents[1]).map(|seek| seek.target);
    assert_eq!(target(world), Some(elsewhere));
    redo_edit(world);
    assert_eq!(weight(world, agents[1]), Some(3.0));
    assert_eq!(target(world), Some(elsewhere));
}

#[test]
fn undoing_a_reset_leaves_the_target_as_the_game_has_set_it() {
    let mut app = app();
    let world = app.world_mut();
    let agent = spawn_seeker(world);
    apply_edit(world, &[agent], "Seek", "weight", &Edit::Set(3.0));
    remember_scope(world, &[agent], "Seek", "Seek", Scope::Values);
    reset_component(world, &[agent], "Seek");
    assert_eq!(weight(world, agent), Some(1.0));
    let target = Target::Point(Vec3::ONE);
    world.get_mut::<Seek>(agent).expect("it seeks").target = target;
    undo_edit(world);
    let weight = 3.0;
    assert_eq!(world.get::<Seek>(agent), Some(&Seek { target, weight }));
}
