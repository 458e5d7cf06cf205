//! Edits without widgets.

use super::app;
use crate::{Edit, apply_edit, reset_component, set_behavior};
use bevy::prelude::*;
use bevy_horde::prelude::*;

fn speeds(world: &World, agents: &[Entity]) -> Vec<f32> {
    let speed = |&agent: &Entity| {
        world
            .get::<SteeringAgent>(agent)
            .map(|agent| agent.max_speed)
    };
    agents.iter().filter_map(speed).collect()
}

fn spawn_runners(world: &mut World) -> Vec<Entity> {
    [20.0, 40.0, 60.0]
        .map(|speed| {
            let runner = (SteeringAgent::new(8.0, speed), Flock::default());
            world.spawn(runner).id()
        })
        .to_vec()
}

#[test]
fn an_edit_changes_the_whole_group_and_no_other_agent() {
    let mut app = app();
    let world = app.world_mut();
    let runners = spawn_runners(world);
    let other = world
        .spawn((SteeringAgent::default(), Flock::default()))
        .id();
    let path = "cohesion.weight";
    let changed = apply_edit(world, &runners, "Flock", path, &Edit::Set(2.0));
    assert_eq!(changed, 3);
    let weight = |agent: Entity| world.get::<Flock>(agent).map(|flock| flock.cohesion.weight);
    for runner in runners {
        assert_eq!(weight(runner), Some(2.0));
    }
    assert_eq!(weight(other), Some(0.5));
}

#[test]
fn differences_between_agents_stay() {
    let mut app = app();
    let world = app.world_mut();
    let runners = spawn_runners(world);
    apply_edit(
        world,
        &runners,
        "SteeringAgent",
        "max_speed",
        &Edit::Scale(1.5),
    );
    assert_eq!(speeds(world, &runners), [30.0, 60.0, 90.0]);
    apply_edit(
        world,
        &runners,
        "SteeringAgent",
        "max_speed",
        &Edit::Shift(10.0),
    );
    assert_eq!(speeds(world, &runners), [40.0, 70.0, 100.0]);
    apply_edit(
        world,
        &runners,
        "SteeringAgent",
        "max_speed",
        &Edit::Set(50.0),
    );
    assert_eq!(speeds(world, &runners), [50.0; 3]);
}

#[test]
fn a_length_converts_with_the_radius_of_each_agent() {
    let mut app = app();
    let world = app.world_mut();
    let agents = [2.0, 4.0].map(|radius| {
        let agent = SteeringAgent::new(radius, 1.0);
        world.spawn((agent, AvoidAgents::default())).id()
    });
    let ranges = |world: &World| {
        agents.map(|agent| world.get::<AvoidAgents>(agent).map(|avoid| avoid.range))
    };
    apply_edit(
        world,
        &agents,
        "AvoidAgents",
        "range",
        &Edit::InRadii(false),
    );
    let in_world = [Some(Length::World(24.0)), Some(Length::World(48.0))];
    assert_eq!(ranges(world), in_world);
    apply_edit(world, &agents, "AvoidAgents", "range", &Edit::InRadii(true));
    assert_eq!(ranges(world), [Some(Length::Radii(12.0)); 2]);
    apply_edit(world, &agents, "AvoidAgents", "range", &Edit::Set(-3.0));
    assert_eq!(ranges(world), [Some(Length::Radii(0.0)); 2]);
}

#[test]
fn masks_flags_choices_and_targets() {
    let mut app = app();
    let world = app.world_mut();
    let agent = world
        .spawn((SteeringAgent::default(), Seek::default()))
        .id();
    let target = Target::PlanePoint(Vec2::new(3.0, 4.0));
    let edits = [
        ("Perception", "memberships", Edit::Bit { bit: 3, on: true }),
        ("Perception", "filters", Edit::AllBits(false)),
        ("SteeringAgent", "solid", Edit::Switch(false)),
        (
            "SteeringAgent",
            "combine",
            Edit::Choose("WeightedSum".into()),
        ),
        ("SteeringAgent", "max_turn_rate", Edit::Set(2.0)),
        ("Seek", "target", Edit::Target(target)),
    ];
    for (component, path, edit) in edits {
        let changed = apply_edit(world, &[agent], component, path, &edit);
        assert_eq!(changed, 1, "{component}.{path}");
    }
    let entity = world.entity(agent);
    let body = entity.get::<SteeringAgent>().copied().unwrap_or_default();
    assert_eq!(body.combine, Combine::WeightedSum);
    assert_eq!((body.solid, body.max_turn_rate), (false, 2.0));
    let perception = entity.get::<Perception>().copied().unwrap_or_default();
    assert_eq!((perception.memberships, perception.filters), (0b1001, 0));
    assert_eq!(entity.get::<Seek>().map(|seek| seek.target), Some(target));
}

#[test]
fn an_edit_that_does_not_fit_changes_nothing() {
    let mut app = app();
    let world = app.world_mut();
    let agent = world
        .spawn((SteeringAgent::default(), Seek::default()))
        .id();
    let gone = world.spawn_empty().id();
    world.despawn(gone);
    let members = [agent, gone];
    for (component, path, edit) in [
        ("Seek", "weight", Edit::Switch(true)),
        ("Seek", "weight", Edit::Set(f64::NAN)),
        ("Seek", "weight", Edit::Set(f64::INFINITY)),
        ("Seek", "weight", Edit::Set(1e39)),
        ("Seek", "weight", Edit::ResetInvalid(5.0)),
        ("SteeringAgent", "combine", Edit::Choose("Sum".into())),
        ("Seek", "nothing", Edit::Set(1.0)),
        ("Nothing", "weight", Edit::Set(1.0)),
        ("Flee", "weight", Edit::Set(2.0)),
        ("SteeringAgent", "solid", Edit::Set(2.0)),
    ] {
        let changed = apply_edit(world, &members, component, path, &edit);
        assert_eq!(changed, 0, "{component}.{path} {edit:?}");
    }
    assert_eq!(world.get::<Seek>(agent), Some(&Seek::default()));
}

#[test]
fn only_invalid_numbers_are_reset() {
    let mut app = app();
    let world = app.world_mut();
    let radii = [2.0, f32::NAN, 3.0, f32::INFINITY];
    let agents = radii.map(|radius| {
        let agent = SteeringAgent {
            body_radius: radius,
            max_turn_rate: f32::INFINITY,
            ..default()
        };
        world.spawn(agent).id()
    });
    let reset_invalid = |world: &mut World, path: &str| {
        apply_edit(
            world,
            &agents,
            "SteeringAgent",
            path,
            &Edit::ResetInvalid(0.5),
        )
    };
    assert_eq!(reset_invalid(world, "body_radius"), 2);
    // Infinity is a legal turn rate.
    assert_eq!(reset_invalid(world, "max_turn_rate"), 0);
    let radii = agents.map(|agent| {
        let agent = world.get::<SteeringAgent>(agent);
        agent.map(|agent| agent.body_radius)
    });
    assert_eq!(radii, [Some(2.0), Some(0.5), Some(3.0), Some(0.5)]);
}

#[test]
fn a_chosen_variant_is_legal_and_keeps_what_it_can() {
    let mut app = app();
    let world = app.world_mut();
    let center = Vec2::new(7.0, 8.0);
    let contain = Contain::rectangle(center, Vec2::new(60.0, 80.0));
    let agent = (SteeringAgent::new(2.0, 1.0), contain, Formation::default());
    let agent = world.spawn(agent).id();
    let choose = |world: &mut World, component: &str, path: &str, name: &str| {
        apply_edit(world, &[agent], component, path, &Edit::Choose(name.into()))
    };
    assert_eq!(choose(world, "Contain", "region", "Circle"), 1);
    let radius = 40.0;
    let region = world.get::<Contain>(agent).map(|it| it.region.clone());
    assert_eq!(region, Some(Region::Circle { center, radius }));
    assert_eq!(choose(world, "Contain", "region", "Polygon"), 0);
    assert_eq!(choose(world, "Formation", "shape", "Column"), 1);
    let shape = world.get::<Formation>(agent).map(|it| it.shape.clone());
    assert_eq!(shape, Some(FormationShape::Column { files: 1 }));
    assert_eq!(choose(world, "Formation", "shape", "Slots"), 0);
}

#[test]
fn a_reset_restores_the_plugins_defaults() {
    let mut app = app();
    let world = app.world_mut();
    let flock = Flock {
        cohesion: Cohesion {
            view: View::narrow(Length::World(3.0)),
            weight: 9.0,
        },
        flockmates: 5,
        ..default()
    };
    let target = Target::Point(Vec3::ONE);
    let seek = Seek {
        target,
        weight: 7.0,
    };
    let body = SteeringAgent::new(8.0, 60.0)
        .with_max_force(1.0)
        .with_mass(4.0)
        .non_solid();
    let agent = world.spawn((body, flock, seek)).id();
    for component in ["Flock", "Seek", "SteeringAgent"] {
        reset_component(world, &[agent], component);
    }
    assert_eq!(world.get::<Flock>(agent), Some(&Flock::default()));
    // A reset keeps targets and sizes.
    assert_eq!(
        world.get::<Seek>(agent),
        Some(&Seek {
            target,
            weight: 1.0
        })
    );
    let body = SteeringAgent::new(8.0, 60.0);
    assert_eq!(world.get::<SteeringAgent>(agent), Some(&body));
}

#[test]
fn a_suspended_behavior_resumes_unchanged() {
    let mut app = app();
    let world = app.world_mut();
    let seeks = [1.0, 2.0].map(|weight| Seek {
        weight,
        ..default()
    });
    let agents = seeks.map(|seek| world.spawn((SteeringAgent::default(), seek)).id());
    set_behavior(world, &agents, "Seek", false);
    set_behavior(world, &agents, "Seek", false);
    assert!(
        agents
            .iter()
            .all(|&agent| world.get::<Seek>(agent).is_none())
    );
    set_behavior(world, &agents, "Seek", true);
    for (agent, seek) in agents.into_iter().zip(seeks) {
        assert_eq!(world.get::<Seek>(agent), Some(&seek));
        assert!(world.get::<crate::SuspendedBehaviors>(agent).is_none());
    }
    set_behavior(world, &agents, "SteeringAgent", false);
    assert_eq!(speeds(world, &agents).len(), 2);
}
