//! Agents that are shown, and settings that change, between the stages of a tick.

use super::*;
use bevy_horde::trace::SteeringTrace;

/// What the game does to the world between two stages of a tick, once.
#[derive(Resource, Default)]
struct Interlude(Option<fn(&mut World)>);

fn app_with_interlude() -> App {
    let mut app = app();
    app.init_resource::<Interlude>().add_systems(
        FixedUpdate,
        (|world: &mut World| {
            if let Some(act) = world.resource_mut::<Interlude>().0.take() {
                act(world);
            }
        })
        .after(SteeringSystems::Perceive)
        .before(SteeringSystems::Behave),
    );
    app
}

/// A component of the game that hides entities from queries.
#[derive(Component)]
struct Pooled;

#[test]
fn an_agent_that_a_component_of_the_game_hid_is_not_taken_for_another_in_mid_tick() {
    for removed in [0_usize, 2] {
        let mut app = app_with_interlude();
        app.world_mut().register_disabling_component::<Pooled>();
        let agents: Vec<Entity> = (0..4)
            .map(|number| {
                let agent = (
                    at(3.0 * f32::from(number as u8), 0.0),
                    SteeringAgent::new(0.5, 2.0),
                    Seek::new(vec2(100.0, 0.0)),
                    AvoidAgents::default(),
                    UpdateInterval { ticks: 1 },
                    SteeringTrace::default(),
                );
                app.world_mut().spawn(agent).id()
            })
            .collect();
        run(&mut app, 3);
        // The hidden agent keeps its slot and counts as one that updates. With two agents less no
        // agent has that slot, and else another has it.
        app.world_mut().entity_mut(agents[1]).insert(Pooled);
        for agent in &agents[2..2 + removed] {
            app.world_mut().despawn(*agent);
        }
        run(&mut app, 2);
        let hidden_at = place(&app, agents[1]);
        app.world_mut().resource_mut::<Interlude>().0 = Some(|world| {
            let mut pooled = world.query_filtered::<Entity, With<Pooled>>();
            let hidden = pooled.single(world).expect("one agent");
            world.entity_mut(hidden).remove::<Pooled>();
        });
        run(&mut app, 1);
        assert_eq!(place(&app, agents[1]), hidden_at, "{removed}");
        run(&mut app, 60);
        assert!(place(&app, agents[1]).x > hidden_at.x + 1.0, "{removed}");
    }
}

/// An agent that a game takes out of a pool while agents update.
#[test]
fn an_agent_shown_in_mid_tick_counts_from_the_next_tick_on() {
    for rules in [
        Flock::default(),
        Flock {
            flockmates: 2,
            ..default()
        },
    ] {
        let mut app = app_with_interlude();
        let body = SteeringAgent::new(0.5, 2.0);
        let agents: Vec<Entity> = (0..4)
            .map(|number| {
                let place = at(2.0 * number as f32, 0.0);
                let goal = Seek::new(vec2(100.0, 0.0));
                let agent = (place, body, goal, rules, AvoidAgents::default());
                app.world_mut().spawn(agent).id()
            })
            .collect();
        run(&mut app, 3);
        // The hidden agent keeps the last slot of four, and one agent is left.
        app.world_mut().entity_mut(agents[3]).insert(Disabled);
        run(&mut app, 1);
        for agent in &agents[1..3] {
            app.world_mut().despawn(*agent);
        }
        run(&mut app, 1);
        app.world_mut().resource_mut::<Interlude>().0 = Some(|world| {
            let hidden: Vec<Entity> = world
                .query_filtered::<Entity, With<Disabled>>()
                .iter(world)
                .filter(|entity| world.get::<SteeringAgent>(*entity).is_some())
                .collect();
            assert_eq!(hidden.len(), 1);
            for entity in hidden {
                let mut shown = world.entity_mut(entity);
                shown.remove::<Disabled>();
                shown.get_mut::<Transform>().unwrap().translation = Vec3::new(7.0, 30.0, 0.0);
            }
        });
        run(&mut app, 1);
        assert_eq!(place(&app, agents[3]), Vec2::new(7.0, 30.0));
        let before = place(&app, agents[0]);
        run(&mut app, 60);
        assert!(place(&app, agents[3]).x > 7.5);
        assert!(place(&app, agents[0]).x > before.x + 0.5);
    }
}

#[test]
fn a_cap_that_is_raised_in_mid_tick_counts_from_the_next_tick_on() {
    let mut app = app_with_interlude();
    for number in 0..12 {
        let blind = Perception {
            max_neighbors: 0,
            ..default()
        };
        let place = at(1.2 * (number % 4) as f32, 1.2 * (number / 4) as f32);
        let agent = (place, SteeringAgent::new(0.5, 2.0), blind);
        let rules = (Seek::new(vec2(2.0, 1.0)), AvoidAgents::default());
        app.world_mut().spawn((agent, rules));
    }
    run(&mut app, 3);
    app.world_mut().resource_mut::<Interlude>().0 = Some(|world| {
        for mut perception in world.query::<&mut Perception>().iter_mut(world) {
            perception.max_neighbors = 5;
        }
    });
    run(&mut app, 3);
    let mut agents = app.world_mut().query::<(&SteeringAgent, &Transform)>();
    assert!(
        agents
            .iter(app.world())
            .all(|(_, transform)| transform.is_finite())
    );
}
