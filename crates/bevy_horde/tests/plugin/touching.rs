//! Chasers of a body at rest settle in touch with it, and then push it no more.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;

type Chase = fn(&mut EntityWorldMut, Entity);

const CHASES: [(&str, Chase); 3] = [
    ("Seek", |agent, target| {
        _ = agent.insert(Seek::entity(target))
    }),
    ("Pursue", |agent, target| {
        _ = agent.insert(Pursue::entity(target));
    }),
    ("Arrive", |agent, target| {
        _ = agent.insert(Arrive::entity(target));
    }),
];

/// A player that the game keeps at rest, and agents that come from all sides.
struct Attack {
    app: App,
    hertz: f64,
    player: Entity,
    chasers: Vec<Entity>,
}

impl Attack {
    fn new(hertz: f64, radius: f32, count: usize, chase: Chase) -> Self {
        let mut app = app_with(SteeringPlugin::default(), hertz);
        let player = (at(0.0, 0.0), SteeringAgent::new(radius, 5.0));
        let player = app.world_mut().spawn(player).id();
        let chasers = (0..count).map(|number| {
            let start = Vec2::from_angle(2.4 * number as f32) * (8.0 + 0.3 * number as f32);
            let body = (at(start.x, start.y), SteeringAgent::new(0.5, 4.0));
            let mut agent = app.world_mut().spawn((body, AvoidAgents::default()));
            chase(&mut agent, player);
            agent.id()
        });
        let chasers = chasers.collect();
        Self {
            app,
            hertz,
            player,
            chasers,
        }
    }

    /// How far the player is pushed in `seconds`, along its way.
    fn pushes(&mut self, seconds: f64) -> f32 {
        let mut way = 0.0;
        for _ in 0..(seconds * self.hertz) as usize {
            let before = place(&self.app, self.player);
            let mut player = self.app.world_mut().entity_mut(self.player);
            player.insert(moving(0.0, 0.0));
            self.app.update();
            way += place(&self.app, self.player).distance(before);
        }
        way
    }

    fn assert_settled(&self, what: &str) {
        for chaser in &self.chasers {
            assert!(get::<Settled>(&self.app, *chaser).is_settled, "{what}");
            assert_eq!(velocity(&self.app, *chaser), Vec2::ZERO, "{what}");
        }
    }
}

#[test]
fn a_chaser_settles_in_touch_and_pushes_no_more() {
    for (name, chase) in CHASES {
        for hertz in [30.0, 64.0, 144.0] {
            let what = format!("{name} at {hertz} Hz");
            let mut attack = Attack::new(hertz, 0.5, 1, chase);
            let first = attack.pushes(10.0);
            assert!(first < 0.01, "{what}: pushed by {first}");
            attack.assert_settled(&what);
            let apart =
                place(&attack.app, attack.chasers[0]).distance(place(&attack.app, attack.player));
            assert_near(apart, 1.0, 0.011);
            assert_eq!(attack.pushes(10.0), 0.0, "{what}");
        }
    }
}

#[test]
fn thirty_attackers_settle_round_a_large_player() {
    for (name, chase) in CHASES {
        for hertz in [30.0, 144.0] {
            let what = format!("{name} at {hertz} Hz");
            let mut attack = Attack::new(hertz, 1.5, 30, chase);
            let first = attack.pushes(30.0);
            assert!(first < 0.1, "{what}: pushed by {first}");
            attack.assert_settled(&what);
            assert_eq!(attack.pushes(10.0), 0.0, "{what}");
        }
    }
}

#[test]
fn a_chaser_goes_on_with_its_target() {
    for (name, chase) in CHASES {
        let mut attack = Attack::new(60.0, 0.5, 1, chase);
        attack.pushes(10.0);
        for _ in 0..300 {
            let player = attack.player;
            attack
                .app
                .world_mut()
                .entity_mut(player)
                .insert(moving(2.0, 0.0));
            attack.app.update();
        }
        let [player, chaser] = [attack.player, attack.chasers[0]].map(|it| place(&attack.app, it));
        assert!(player.distance(chaser) < 1.5, "{name}: {player} {chaser}");
    }
}
