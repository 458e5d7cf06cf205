//! Undoes and redoes edits of the panel.

use crate::catalog::{Catalog, Entry};
use crate::context::primary_context;
use crate::editing::{copy_field, forget_scans, replace_settings};
use crate::switches::{SuspendedBehaviors, resume, suspend};
use bevy::prelude::*;
use bevy::reflect::ParsedPath;
use bevy_egui::{EguiPrimaryContextPass, egui};
use core::any::TypeId;
use std::collections::VecDeque;

/// The largest number of steps.
const MAX_STEPS: usize = 64;
/// The largest number of remembered components in all steps.
const MAX_STATES: usize = 1 << 20;

/// Remembers the edits of the panel. Ctrl+Z undoes them and Ctrl+Shift+Z redoes them; on macOS with
/// Cmd.
///
/// [`InspectorPlugin`](crate::InspectorPlugin) adds it. [`apply_edit`](crate::apply_edit) and other
/// changes by the game are not remembered.
pub struct UndoPlugin;

impl Plugin for UndoPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<UndoHistory>()
            .add_systems(EguiPrimaryContextPass, read_keys);
    }
}

/// The edits of the panel that can be undone and redone: the last 64, fewer with many agents.
#[derive(Resource, Default)]
pub struct UndoHistory {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    /// The title of the newest step, while further edits with this title still join it.
    open: Option<String>,
}

/// What an edit changes. Undoing a change of values leaves everything else as it is now: the other
/// values, and whether the agent has the component.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Scope {
    /// One field of a component.
    Field(ParsedPath),
    /// The values of a component, except for targets and sizes.
    Values,
    /// Whether agents have the component.
    Presence,
}

/// The state of components before an edit.
pub(crate) struct Step {
    title: String,
    scope: Scope,
    states: Vec<(TypeId, Vec<(Entity, State)>)>,
}

/// A component of an agent.
enum State {
    Absent,
    Present(Box<dyn Reflect>),
    Suspended(Box<dyn Reflect>),
}

impl Step {
    pub(crate) fn new(title: String, scope: Scope) -> Self {
        Self {
            title,
            scope,
            states: Vec::new(),
        }
    }

    /// Remembers the named components of these agents.
    pub(crate) fn add<'a>(
        &mut self,
        world: &World,
        names: impl Iterator<Item = &'a str>,
        members: &[Entity],
    ) {
        let catalog = Catalog::read(world);
        for entry in names.filter_map(|name| catalog.find(name)) {
            self.add_entry(world, entry, members);
        }
    }

    fn add_entry(&mut self, world: &World, entry: &Entry, members: &[Entity]) {
        let states = members.iter().filter_map(|&member| {
            let state = match (entry.read(world, member), world.get(member)) {
                (Some(component), _) => State::Present(component.reflect_clone().ok()?),
                (None, Some(suspended)) => suspended_state(suspended, entry.type_id)?,
                (None, None) => State::Absent,
            };
            Some((member, state))
        });
        self.states.push((entry.type_id, states.collect()));
    }

    fn len(&self) -> usize {
        self.states.iter().map(|(_, states)| states.len()).sum()
    }

    /// The present state of the components in this step.
    fn present(&self, world: &World, catalog: &Catalog) -> Self {
        let mut present = Self::new(self.title.clone(), self.scope.clone());
        for (type_id, states) in &self.states {
            if let Some(entry) = catalog.entries.iter().find(|it| it.type_id == *type_id) {
                let members: Vec<Entity> = states.iter().map(|(member, _)| *member).collect();
                present.add_entry(world, entry, &members);
            }
        }
        present
    }

    fn restore(self, world: &mut World, catalog: &Catalog) {
        let Some(registry) = world.get_resource::<AppTypeRegistry>().cloned() else {
            return;
        };
        let registry = registry.read();
        for (type_id, states) in self.states {
            let Some(entry) = catalog.entries.iter().find(|it| it.type_id == type_id) else {
                continue;
            };
            for (member, state) in states {
                let Ok(mut entity) = world.get_entity_mut(member) else {
                    continue;
                };
                if self.scope != Scope::Presence {
                    if let State::Present(before) = state
                        && let Some(mut component) = entry.reflect.reflect_mut(entity)
                    {
                        match &self.scope {
                            Scope::Field(path) => copy_field(path, &*before, &mut *component),
                            _ => replace_settings(catalog, &mut *component, before),
                        };
                    }
                    continue;
                }
                resume(&mut entity, type_id);
                match state {
                    State::Present(value) => {
                        let value = value.as_partial_reflect();
                        entry.reflect.insert(&mut entity, value, &registry);
                    }
                    State::Absent => entry.reflect.remove(&mut entity),
                    State::Suspended(value) => {
                        entry.reflect.remove(&mut entity);
                        suspend(&mut entity, type_id, value);
                    }
                }
            }
            forget_scans(world, entry);
        }
    }
}

fn suspended_state(suspended: &SuspendedBehaviors, type_id: TypeId) -> Option<State> {
    match suspended.get(type_id) {
        Some(value) => value.reflect_clone().ok().map(State::Suspended),
        None => Some(State::Absent),
    }
}

impl UndoHistory {
    /// Adds a step. Undone steps cannot be redone after it.
    pub(crate) fn push(&mut self, step: Step) {
        self.undone.clear();
        self.done.push_back(step);
        let mut states: usize = self.done.iter().map(Step::len).sum();
        while self.done.len() > MAX_STEPS || (states > MAX_STATES && self.done.len() > 1) {
            states -= self.done.pop_front().map_or(0, |step| step.len());
        }
    }

    /// Closes the newest step: the next edit begins another one.
    pub(crate) fn close(&mut self) {
        self.open = None;
    }
}

/// Remembers a component of these agents before an edit. Edits with the same title are one step
/// until [`UndoHistory::close`].
pub(crate) fn record(
    world: &mut World,
    entry: &Entry,
    members: &[Entity],
    title: String,
    scope: Scope,
) {
    world.init_resource::<UndoHistory>();
    if world.resource::<UndoHistory>().open.as_ref() == Some(&title) {
        return;
    }
    let mut step = Step::new(title.clone(), scope);
    step.add_entry(world, entry, members);
    let mut history = world.resource_mut::<UndoHistory>();
    history.push(step);
    history.open = Some(title);
}

/// Undoes the last edit of the panel. Returns its title.
pub fn undo_edit(world: &mut World) -> Option<String> {
    let step = world.get_resource_mut::<UndoHistory>()?.done.pop_back()?;
    let (title, present) = exchange(world, step);
    world.resource_mut::<UndoHistory>().undone.push(present);
    Some(title)
}

/// Repeats the edit that was undone last. Returns its title.
pub fn redo_edit(world: &mut World) -> Option<String> {
    let step = world.get_resource_mut::<UndoHistory>()?.undone.pop()?;
    let (title, present) = exchange(world, step);
    world.resource_mut::<UndoHistory>().done.push_back(present);
    Some(title)
}

/// Restores a step. Returns its title, and a step with the state before.
fn exchange(world: &mut World, step: Step) -> (String, Step) {
    let catalog = Catalog::read(world);
    let present = step.present(world, &catalog);
    step.restore(world, &catalog);
    world.resource_mut::<UndoHistory>().close();
    (present.title.clone(), present)
}

fn read_keys(world: &mut World) {
    use egui::{Key, Modifiers};
    let Ok(context) = primary_context(world) else {
        return;
    };
    if context.text_edit_focused() {
        return;
    }
    let redo = Modifiers::COMMAND | Modifiers::SHIFT;
    // The longer shortcut first: egui ignores an additional Shift.
    if context.input_mut(|input| input.consume_key(redo, Key::Z)) {
        redo_edit(world);
    } else if context.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Z)) {
        undo_edit(world);
    }
}

/// Buttons that undo and redo edits of the panel; nothing without [`UndoPlugin`].
pub fn undo_ui(ui: &mut egui::Ui, world: &mut World) {
    let Some(history) = world.get_resource::<UndoHistory>() else {
        return;
    };
    let undo = history.done.back().map(|step| step.title.clone());
    let redo = history.undone.last().map(|step| step.title.clone());
    let button = |ui: &mut egui::Ui, name: &str, keys: &str, title: Option<String>| {
        let explanation = title
            .as_ref()
            .map(|title| format!("{name} {title} ({keys})"));
        let button = egui::Button::new(name);
        let response = ui.add_enabled(title.is_some(), button);
        response
            .on_hover_text(explanation.unwrap_or_default())
            .clicked()
    };
    let command = if cfg!(target_os = "macos") {
        "Cmd"
    } else {
        "Ctrl"
    };
    if button(ui, "undo", &format!("{command}+Z"), undo) {
        undo_edit(world);
    }
    if button(ui, "redo", &format!("{command}+Shift+Z"), redo) {
        redo_edit(world);
    }
}
