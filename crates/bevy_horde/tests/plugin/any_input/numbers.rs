//! Odd values in every number of the components of an agent.

use super::*;
use bevy::ecs::reflect::ReflectComponent;
use bevy::reflect::{PartialReflect, ReflectMut, TypeRegistry};

const ODD_NUMBERS: [f32; 11] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    -1.0,
    -1e30,
    -0.0,
    0.0,
    f32::MIN_POSITIVE,
    1e-42,
    1e30,
    f32::MAX,
];

/// Whether the documentation allows `value` at this path of the component.
fn is_legal(component: &str, path: &str, value: f32) -> bool {
    let is_any_finite = matches!(component, "Velocity" | "Heading" | "WanderAngle")
        || path.starts_with("target")
        || path.starts_with("threat");
    if is_any_finite {
        return value.is_finite();
    }
    if path == "panic_distance" || path == "max_turn_rate" {
        return value >= 0.0;
    }
    if matches!(path, "assertiveness" | "idle_responsibility") {
        return (0.0..=1.0).contains(&value);
    }
    let least_is_legal = !matches!(path, "mass" | "horizon" | "deceleration");
    value.is_finite() && (value > 0.0 || (value == 0.0 && least_is_legal))
}

/// How the warning about a number names its place.
fn warned_place(component: &'static str, path: &str) -> (&'static str, String) {
    let strip = |prefix: &str| path.strip_prefix(prefix).map(str::to_owned);
    if let Some(field) = strip("separation.") {
        return ("Flock.separation", field);
    }
    if let Some(field) = strip("alignment.") {
        return ("Flock.alignment", field);
    }
    if let Some(field) = strip("cohesion.") {
        return ("Flock.cohesion", field);
    }
    let vector = ["target", "threat", "0"]
        .into_iter()
        .find(|name| path.starts_with(name));
    (component, vector.unwrap_or(path).to_owned())
}

/// Calls `visit` with the path and the value of every `f32` inside `value`, in a fixed order.
fn visit_numbers(
    path: &str,
    value: &mut dyn PartialReflect,
    visit: &mut dyn FnMut(&str, &mut f32),
) {
    if let Some(number) = value.try_downcast_mut::<f32>() {
        visit(path, number);
        return;
    }
    let join = |name: &str| {
        if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}.{name}")
        }
    };
    match value.reflect_mut() {
        ReflectMut::Struct(fields) => {
            for index in 0..fields.field_len() {
                let name = fields.name_at(index).unwrap_or_default().to_owned();
                if let Some(field) = fields.field_at_mut(index) {
                    visit_numbers(&join(&name), field, visit);
                }
            }
        }
        ReflectMut::TupleStruct(fields) => {
            for index in 0..fields.field_len() {
                if let Some(field) = fields.field_mut(index) {
                    visit_numbers(&join(&index.to_string()), field, visit);
                }
            }
        }
        ReflectMut::Enum(variant) => {
            for index in 0..variant.field_len() {
                if let Some(field) = variant.field_at_mut(index) {
                    visit_numbers(path, field, visit);
                }
            }
        }
        ReflectMut::Array(items) => {
            for index in 0..items.len() {
                if let Some(item) = items.get_mut(index) {
                    visit_numbers(&join(&index.to_string()), item, visit);
                }
            }
        }
        _ => {}
    }
}

/// The short type paths of the components that the test spoils.
const COMPONENTS: [&str; 19] = [
    "SteeringAgent",
    "Velocity",
    "Heading",
    "Facing",
    "Perception",
    "Seek",
    "Flee",
    "Arrive",
    "Pursue",
    "Evade",
    "Wander",
    "WanderAngle",
    "Separation",
    "Alignment",
    "Cohesion",
    "Flock",
    "AvoidAgents",
    "AvoidObstacles",
    "Whiskers",
];

fn reflect_component<'a>(registry: &'a TypeRegistry, name: &str) -> &'a ReflectComponent {
    registry
        .get_with_short_type_path(name)
        .unwrap_or_else(|| panic!("{name} is not registered"))
        .data::<ReflectComponent>()
        .unwrap_or_else(|| panic!("{name} does not reflect as a component"))
}

/// Writes `bad` into number `index` of component `name`. Returns the path of the number; `None`
/// when the component has fewer numbers.
fn spoil(app: &mut App, entity: Entity, name: &str, index: usize, bad: f32) -> Option<String> {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let reflect = reflect_component(&registry, name);
    let mut entity = app.world_mut().entity_mut(entity);
    let mut component = reflect
        .reflect_mut(&mut entity)
        .unwrap_or_else(|| panic!("{name} is missing"));
    let mut count = 0;
    let mut spoilt = None;
    visit_numbers(
        "",
        component.as_partial_reflect_mut(),
        &mut |path, number| {
            if count == index {
                *number = bad;
                spoilt = Some(path.to_owned());
            }
            count += 1;
        },
    );
    spoilt
}

/// Removes what keeps the plugin from reading numbers of the component.
fn uncover(app: &mut App, entity: Entity, component: &str) {
    if component == "Flock" {
        app.world_mut()
            .entity_mut(entity)
            .remove::<(Separation, Alignment, Cohesion)>();
    }
    if component == "Heading" {
        // The heading of a body that moves is that of its velocity.
        app.world_mut()
            .entity_mut(entity)
            .insert(Velocity::default());
    }
}

#[test]
fn no_number_does_any_harm() {
    let mut reference = scene();
    run(&mut reference.app, 5);
    let expected = others_bits(&reference);
    let mut tried = 0;
    for component in COMPONENTS {
        for odd in ODD_NUMBERS {
            for index in 0.. {
                let mut scene = scene();
                run(&mut scene.app, 1);
                uncover(&mut scene.app, scene.victim, component);
                let Some(path) = spoil(&mut scene.app, scene.victim, component, index, odd) else {
                    break;
                };
                tried += 1;
                run(&mut scene.app, 4);
                let what = format!("{component}.{path} = {odd}");
                let is_out_of_plane = path.ends_with(".z");
                if !is_out_of_plane {
                    assert_finite(&scene.app, scene.victim, &what);
                }
                for mate in &scene.mates {
                    assert_finite(&scene.app, *mate, &what);
                }
                if is_out_of_plane {
                    assert_eq!(reported(&scene.app), [], "{what}");
                } else if is_legal(component, &path, odd) {
                    let is_modest = odd.abs() < 1.0;
                    if is_modest {
                        // A body radius of 0 is legal, but gets a warning.
                        let mut reported = reported(&scene.app);
                        reported.retain(|it| odd != 0.0 || it.field != "body_radius");
                        assert_eq!(reported, [], "{what}");
                    }
                    continue;
                } else {
                    let (component, field) = warned_place(component, &path);
                    let reported = reported(&scene.app);
                    let [warning] = reported[..] else {
                        panic!("{what}: {reported:?}");
                    };
                    assert_eq!(warning.entity, scene.victim, "{what}");
                    assert_eq!(warning.component, component, "{what}");
                    assert_eq!(warning.field, field, "{what}");
                }
                assert_eq!(others_bits(&scene), expected, "{what} changes others");
            }
        }
    }
    // The visitor has found every number of the components.
    assert_eq!(tried, ODD_NUMBERS.len() * 70);
}
