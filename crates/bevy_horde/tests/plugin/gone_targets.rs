//! Targets that are despawned: who chased them runs on, and is named.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::validation::{BadInput, InputWarnings};

#[test]
fn a_chaser_whose_target_is_despawned_coasts_and_is_named() {
    type Chase = fn(&mut EntityWorldMut, Entity);
    let behaviors: [(&str, Chase); 3] = [
        ("Seek", |agent, target| {
            agent.insert(Seek::entity(target));
        }),
        ("Pursue", |agent, target| {
            agent.insert(Pursue::new(target));
        }),
        ("Arrive", |agent, target| {
            agent.insert(Arrive::new(target));
        }),
    ];
    for (component, chase) in behaviors {
        let mut app = app();
        let target = app.world_mut().spawn(at(20.0, 0.0)).id();
        let mut agent = app.world_mut().spawn(SteeringAgent::default());
        chase(&mut agent, target);
        let agent = agent.id();
        run(&mut app, 30);
        assert!(has_opinion(&app, agent));
        assert_eq!(reported(&app), []);
        app.world_mut().despawn(target);
        let before = velocity(&app, agent);
        run(&mut app, 30);
        assert!(!has_opinion(&app, agent));
        assert_eq!(velocity(&app, agent), before);
        let gone = BadInput {
            entity: agent,
            component,
            field: "target",
        };
        assert_eq!(reported(&app), [gone]);
    }
}

fn reported(app: &App) -> Vec<BadInput> {
    app.world().resource::<InputWarnings>().reported()
}

#[test]
fn of_a_horde_whose_bait_is_gone_one_is_named() {
    let mut app = app();
    let bait = app.world_mut().spawn(at(20.0, 0.0)).id();
    let spawn = |place: f32| (at(place, 0.0), SteeringAgent::default(), Seek::entity(bait));
    for number in 0..100_u8 {
        app.world_mut().spawn(spawn(-3.0 * f32::from(number)));
    }
    app.world_mut().despawn(bait);
    run(&mut app, 10);
    assert_eq!(reported(&app).len(), 1);
}
