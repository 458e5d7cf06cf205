//! Agents that move between tables within a tick.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

/// A component that the plugin does not use.
#[derive(Component)]
struct Marked;

fn mark_or_unmark(mut commands: Commands, agents: Query<(Entity, Has<Marked>, &AgentId)>) {
    for (entity, is_marked, _) in agents.iter().filter(|(.., id)| id.0.is_multiple_of(3)) {
        let mut entity = commands.entity(entity);
        if is_marked {
            entity.remove::<Marked>();
        } else {
            entity.insert(Marked);
        }
    }
}

#[test]
fn moving_between_tables_within_a_tick_changes_nothing() {
    let ends = |changes_tables: bool| -> Vec<Vec<u32>> {
        let mut app = app();
        let agents: Vec<Entity> = (0..12_u8)
            .map(|number| {
                let (number, side) = (f32::from(number), f32::from(number % 2));
                let body = SteeringAgent {
                    body_radius: 0.3 + 0.05 * number,
                    mass: 1.0 + number,
                    ..default()
                };
                let avoid = AvoidAgents {
                    weight: 0.5 + 0.2 * number,
                    margin: Length::Radii(0.1 * number),
                    ..default()
                };
                let goal = Seek::new(Vec2::new(20.0 * (0.5 - side), 0.0));
                let place = at(8.0 * side - 4.0, 1.1 * number - 6.0);
                app.world_mut().spawn((place, body, goal, avoid)).id()
            })
            .collect();
        if changes_tables {
            let between = (SteeringSystems::Perceive, SteeringSystems::Behave);
            app.add_systems(
                FixedUpdate,
                mark_or_unmark.after(between.0).before(between.1),
            );
        }
        run(&mut app, 90);
        agents.iter().map(|agent| bits(&app, *agent)).collect()
    };
    assert_eq!(ends(true), ends(false));
}

#[test]
fn an_entity_that_stops_being_an_agent_before_forces_are_combined_is_not_steered() {
    for stops in [false, true] {
        let mut app = app();
        let walker = (
            SteeringAgent::default(),
            moving(5.0, 0.0),
            Seek::new(Vec2::X * 1_000.0),
            AvoidAgents::default(),
            SteeringTrace::default(),
        );
        let walker = app.world_mut().spawn(walker).id();
        // The other agent is near, and in the way.
        app.world_mut()
            .spawn((at(1.5, 0.0), SteeringAgent::default()));
        if stops {
            app.add_systems(
                FixedUpdate,
                (move |mut commands: Commands| {
                    commands.entity(walker).remove::<SteeringAgent>();
                })
                .after(SteeringSystems::Behave)
                .before(SteeringSystems::Arbitrate),
            );
        }
        app.update();
        let trace = get::<SteeringTrace>(&app, walker);
        assert!(
            trace.tiers.iter().any(|force| *force != Vec2::ZERO),
            "stops: {stops}"
        );
        assert_eq!(trace.approach_limits.is_empty(), stops);
        assert_eq!(*get::<Steering>(&app, walker) == Steering::default(), stops);
    }
}
