//! The widget of a target: a position, an entity or the nearest of a group.

use super::mask;
use crate::editing::Edit;
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_horde::agent::SteeringAgent;
use bevy_horde::target::Target;

/// Largest number of named entities to choose from.
const MAX_NAMES: usize = 40;

/// Entities that can be chosen as a target.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TargetNames {
    named: Vec<(Entity, String)>,
}

impl TargetNames {
    /// The inspected agent, and all named entities with a transform that are not agents.
    pub(crate) fn collect(world: &World, inspected: Option<Entity>) -> Self {
        let mut named: Vec<_> = inspected
            .map(|entity| (entity, "the inspected agent".to_owned()))
            .into_iter()
            .collect();
        let components = world.components();
        let (Some(name), Some(index)) = (
            components.component_id::<Name>(),
            components.component_id::<Transform>(),
        ) else {
            return Self { named };
        };
        let agent = components.component_id::<SteeringAgent>();
        let entities = world
            .archetypes()
            .iter()
            .filter(|archetype| {
                archetype.contains(name)
                    && archetype.contains(index)
                    && agent.is_none_or(|agent| !archetype.contains(agent))
            })
            .flat_map(|archetype| archetype.entities())
            .filter_map(|entity| {
                let name = world.get::<Name>(entity.id())?;
                Some((entity.id(), name.as_str().to_owned()))
            });
        named.extend(entities.take(MAX_NAMES));
        Self { named }
    }

    fn of(&self, entity: Entity) -> String {
        self.named
            .iter()
            .find(|(other, _)| *other == entity)
            .map_or_else(|| format!("entity {entity}"), |(_, name)| name.clone())
    }
}

pub(super) fn target_ui(
    ui: &mut egui::Ui,
    first: Target,
    mixed: bool,
    names: &TargetNames,
) -> Option<Edit> {
    let mut chosen = None;
    let text = match first {
        _ if mixed => "different targets".to_owned(),
        Target::Point(_) => "place".to_owned(),
        Target::PlanePoint(_) => "point in the plane".to_owned(),
        Target::Entity(entity) => names.of(entity),
        Target::NearestOf(_) => "nearest of groups".to_owned(),
    };
    ui.menu_button(text, |ui| {
        if ui.button("place").clicked() {
            chosen = Some(Target::Point(Vec3::ZERO));
            ui.close();
        }
        if ui.button("point in the plane").clicked() {
            chosen = Some(Target::PlanePoint(Vec2::ZERO));
            ui.close();
        }
        if ui.button("nearest of groups").clicked() {
            chosen = Some(Target::NearestOf(1));
            ui.close();
        }
        for (entity, name) in &names.named {
            if ui.button(name).clicked() {
                chosen = Some(Target::Entity(*entity));
                ui.close();
            }
        }
    });
    let mut target = first;
    if !mixed {
        if let Target::NearestOf(groups) = target {
            match mask::mask_ui(ui, groups, groups) {
                Some(Edit::Bit { bit, on: true }) => {
                    chosen = Some(Target::NearestOf(groups | 1 << bit));
                }
                Some(Edit::Bit { bit, on: false }) => {
                    chosen = Some(Target::NearestOf(groups & !(1 << bit)));
                }
                Some(Edit::AllBits(on)) => {
                    chosen = Some(Target::NearestOf(if on { u32::MAX } else { 0 }));
                }
                _ => {}
            }
        }
        let axes: &mut [f32] = match &mut target {
            Target::Point(index) => index.as_mut(),
            Target::PlanePoint(index) => index.as_mut(),
            Target::Entity(_) | Target::NearestOf(_) => &mut [],
        };
        let mut moved = false;
        for (axis, name) in axes.iter_mut().zip(["x ", "y ", "z "]) {
            moved |= ui
                .add(egui::DragValue::new(axis).prefix(name).max_decimals(2))
                .changed();
        }
        if moved {
            chosen = Some(target);
        }
    }
    chosen.map(Edit::Target)
}
