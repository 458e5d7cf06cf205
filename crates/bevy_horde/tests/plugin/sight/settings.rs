//! The sight components: defaults, registration and serialization.

use super::*;
use bevy::ecs::reflect::ReflectComponent;
use bevy_horde::perception::{LastSeen, SeenTarget};
use core::any::TypeId;

#[test]
fn sight_covers_neighbors_and_targets_and_a_hidden_target_is_at_its_last_seen_position() {
    let expected = LineOfSight {
        neighbors: true,
        hidden_target: HiddenTarget::LastSeen,
        range: f32::INFINITY,
        half_angle: core::f32::consts::PI,
        tracking_angle: core::f32::consts::PI,
        memory_time: f32::INFINITY,
    };
    assert_eq!(LineOfSight::default(), expected);
    assert_eq!(HiddenTarget::default(), HiddenTarget::LastSeen);
    assert_eq!(LastSeen::default().targets, []);
}

#[test]
fn only_line_of_sight_adds_the_memory() {
    let mut app = app();
    let seeing = spawn(&mut app, (SteeringAgent::default(), LineOfSight::default()));
    let other = spawn(&mut app, SteeringAgent::default());
    assert_eq!(*get::<LastSeen>(&app, seeing), LastSeen::default());
    assert!(app.world().get::<LastSeen>(other).is_none());
}

#[test]
fn every_sight_component_is_registered() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for component in [TypeId::of::<LineOfSight>(), TypeId::of::<LastSeen>()] {
        let registration = registry.get(component).expect("registered");
        assert!(registration.data::<ReflectComponent>().is_some());
        assert!(registration.data::<ReflectDefault>().is_some());
    }
    for part in [TypeId::of::<HiddenTarget>(), TypeId::of::<SeenTarget>()] {
        assert!(registry.get(part).is_some());
    }
}

#[cfg(feature = "serialize")]
#[test]
fn every_sight_component_survives_a_round_trip() {
    let sight = LineOfSight {
        neighbors: false,
        hidden_target: HiddenTarget::GiveUp,
        range: 12.5,
        half_angle: 0.75,
        tracking_angle: 1.5,
        memory_time: 3.25,
    };
    let text = ron::to_string(&sight).expect("writable");
    assert_eq!(ron::from_str::<LineOfSight>(&text), Ok(sight));
    let position = Vec2::new(3.0, 4.0);
    let memory = LastSeen {
        targets: vec![SeenTarget::of::<Pursue>(Entity::PLACEHOLDER, position)],
    };
    let text = ron::to_string(&memory).expect("writable");
    assert_eq!(ron::from_str::<LastSeen>(&text), Ok(memory));
    assert_eq!(
        ron::from_str::<LineOfSight>("()"),
        Ok(LineOfSight::default())
    );
    let error = ron::from_str::<LineOfSight>("(neihgbors: true)").expect_err("misspelt");
    assert!(error.to_string().contains("neihgbors"), "{error}");
}
