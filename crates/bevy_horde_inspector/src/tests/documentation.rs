//! Everything is documented, and the documentation names only what exists.

use super::{app, spawn_with_everything};
use crate::catalog::Catalog;
use crate::documentation::Role;
use crate::editing::{Edit, Field, FieldKind, fields_of};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;

/// A component that describes an object, not a behavior; the panel does not show it.
const NOT_EDITED: [&str; 1] = ["Obstacle"];

/// Fields that only a game sets: lists, vectors and entities have no widget.
const SET_BY_GAMES: [&str; 4] = [
    "Hide.threats",
    "OffsetPursue.offset",
    "FollowPath.path",
    "FollowField.field",
];

/// Every editable component with its fields.
fn editable(world: &World) -> Vec<(&'static str, Vec<Field>)> {
    let catalog = Catalog::read(world);
    catalog
        .entries
        .iter()
        .filter(|entry| matches!(entry.role, Role::Body | Role::Behavior))
        .map(|entry| {
            let default = entry.default.default();
            let fields = fields_of(default.as_partial_reflect(), &catalog.documentation);
            (entry.name, fields)
        })
        .collect()
}

#[test]
fn every_component_of_the_plugin_is_known() {
    let app = app();
    let catalog = Catalog::read(app.world());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut seen = 0;
    for registration in registry.iter() {
        let table = registration.type_info().type_path_table();
        if !table.path().starts_with("bevy_horde::")
            || registration.data::<ReflectComponent>().is_none()
            || registration.data::<ReflectResource>().is_some()
            || NOT_EDITED.contains(&table.short_path())
        {
            continue;
        }
        let name = table.short_path();
        assert!(
            catalog.find(name).is_some() && catalog.documentation.of(name).is_some(),
            "{name} is a component of the plugin: add it to src/documentation"
        );
        seen += 1;
    }
    assert!(seen > 20, "only {seen} components were looked at");
}

#[test]
fn every_field_is_explained_and_has_a_widget() {
    let app = app();
    let components = editable(app.world());
    assert!(components.len() >= 14);
    for (component, fields) in components {
        assert!(!fields.is_empty(), "{component} has no fields");
        for field in fields {
            let path = format!("{component}.{}", field.path);
            let text = field.documentation;
            assert!(
                text.is_some_and(|text| !text.meaning.is_empty()),
                "{path} has no tooltip: add it to src/documentation"
            );
            let is_shown_only = field.kind == FieldKind::Other;
            let by_game = SET_BY_GAMES.contains(&path.as_str());
            assert!(!is_shown_only || by_game, "{path} has no widget");
        }
    }
}

#[test]
fn the_documentation_names_only_what_exists() {
    let app = app();
    let catalog = Catalog::read(app.world());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for component in &catalog.documentation.0 {
        let registration = registry.get_with_short_type_path(component.name);
        let info = registration.map(|registration| registration.type_info());
        let Some(info) = info else {
            panic!("{} is documented and not registered", component.name);
        };
        for field in component.fields {
            let of_struct = info
                .as_struct()
                .map(|info| info.field(field.name).is_some());
            let of_a_variant = info.as_enum().map(|info| {
                info.iter().any(|variant| {
                    let fields = variant.as_struct_variant();
                    fields.is_ok_and(|variant| variant.field(field.name).is_some())
                })
            });
            let exists =
                of_struct.is_ok_and(|exists| exists) || of_a_variant.is_ok_and(|exists| exists);
            assert!(exists, "{}.{} does not exist", component.name, field.name);
        }
    }
}

#[test]
fn defaults_are_legal() {
    let app = app();
    let world = app.world();
    let catalog = Catalog::read(world);
    for (component, fields) in editable(world) {
        let Some(entry) = catalog.find(component) else {
            continue;
        };
        let default = entry.default.default();
        let mut summaries = Vec::new();
        crate::editing::summarize_value(default.as_partial_reflect(), &fields, &mut summaries);
        for (field, summary) in fields.iter().zip(summaries) {
            let crate::editing::Summary::Number(numbers) = summary else {
                continue;
            };
            let path = format!("{component}.{}", field.path);
            assert_eq!(numbers.not_a_number, 0, "{path}");
            if let Some(number) = numbers.common() {
                assert_eq!(field.clamp(number), number, "{path}");
            }
            let may_be_infinite = field
                .documentation
                .is_some_and(|text| text.finite.is_some());
            assert!(numbers.infinite == 0 || may_be_infinite, "{path}");
        }
    }
}

#[test]
fn the_plugin_accepts_every_value_of_the_panel() {
    let app_fields = editable(app().world());
    for (component, fields) in app_fields {
        for field in fields {
            let Some(text) = field.documentation else {
                continue;
            };
            if !matches!(field.kind, FieldKind::Number { .. } | FieldKind::Length) {
                continue;
            }
            for end in [-1e9, 1e6, text.finite.unwrap_or(0.0)] {
                let mut app = app();
                let agent = spawn_with_everything(app.world_mut());
                let edit = Edit::Set(end);
                let changed =
                    crate::apply_edit(app.world_mut(), &[agent], component, &field.path, &edit);
                assert_eq!(changed, 1, "{component}.{}", field.path);
                std::thread::sleep(core::time::Duration::from_millis(1));
                app.update();
                let mut reported = app.world().resource::<SteeringWarnings>().reported();
                reported.retain(|known| {
                    let path = format!("{}.{}", known.component, known.field);
                    // A body radius of 0 is legal, but a warning reports it.
                    !SET_BY_GAMES.contains(&path.as_str()) && path != "SteeringAgent.body_radius"
                });
                assert!(
                    reported.is_empty(),
                    "{component}.{} set to {end}: {reported:?}",
                    field.path
                );
            }
        }
    }
}

#[test]
fn a_component_of_the_game_needs_no_widget_code() {
    use crate::{ComponentDocumentation, FieldDocumentation, InspectComponent, Unit};

    #[derive(Component, Reflect, Clone, Default)]
    #[reflect(Component, Default)]
    struct Windblown {
        strength: f32,
        gust: Option<f32>,
    }

    const WINDBLOWN: ComponentDocumentation = ComponentDocumentation {
        name: "Windblown",
        role: Role::Behavior,
        meaning: "Is carried by the wind.",
        fields: &[FieldDocumentation::new("strength", "of the wind", Unit::Force).within(0.0, 5.0)],
    };

    let mut app = app();
    app.inspect_component::<Windblown>(WINDBLOWN);
    let world = app.world_mut();
    let agent = world
        .spawn((SteeringAgent::default(), Windblown::default()))
        .id();
    let edit = Edit::Set(7.0);
    crate::apply_edit(world, &[agent], "Windblown", "strength", &edit);
    let choose = Edit::Choose("Some".into());
    crate::apply_edit(world, &[agent], "Windblown", "gust", &choose);
    crate::apply_edit(world, &[agent], "Windblown", "gust.0", &Edit::Set(3.0));
    let windblown = world.get::<Windblown>(agent);
    assert_eq!(windblown.map(|wind| wind.strength), Some(5.0));
    assert_eq!(windblown.and_then(|wind| wind.gust), Some(3.0));
    let titles: Vec<_> = crate::agent_groups(world)
        .into_iter()
        .map(|group| group.title)
        .collect();
    assert_eq!(titles, ["Windblown"]);
}
