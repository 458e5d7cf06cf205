//! Agents settle with a behavior of a game as they do with `Arrive`, bit for bit.

use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;

/// What `Arrive` does, as a behavior of a game.
#[derive(Component, TypePath, Clone)]
#[require(BehaviorForces, Settled)]
struct Camp(Vec2);

impl TargetBehavior for Camp {
    fn target(&self) -> Target {
        self.0.into()
    }

    fn steer(&self, agent: &mut SteeredAgent, target: &TargetState) {
        let goal = Goal::arrive(agent.state, agent.tick, target.position, target.velocity);
        agent.settle_at(target, goal);
    }
}

#[test]
fn agents_settle_with_a_games_behavior_as_they_do_with_arrive() {
    let place = vec2(3.0, -1.0);
    let settle = |insert: fn(&mut EntityWorldMut, Vec2)| {
        let mut app = app();
        app.add_systems(
            FixedUpdate,
            steer_for_target::<Camp>.in_set(SteeringSystems::Goals),
        );
        let agents: Vec<Entity> = (0..9)
            .map(|number| {
                let start = Vec2::from_angle(0.7 * number as f32) * 5.0;
                let body = (SteeringAgent::new(0.3, 2.0), AvoidAgents::default());
                let mut agent = app.world_mut().spawn((at(start.x, start.y), body));
                insert(&mut agent, place);
                agent.id()
            })
            .collect();
        run(&mut app, 60 * 20);
        let states = agents.iter().map(|agent| {
            assert!(get::<Settled>(&app, *agent).is_settled);
            *get::<Transform>(&app, *agent)
        });
        states.collect::<Vec<_>>()
    };
    let by_plugin = settle(|agent, place| {
        agent.insert(Arrive::new(place));
    });
    let by_game = settle(|agent, place| {
        agent.insert(Camp(place));
    });
    assert_eq!(by_game, by_plugin);
}
