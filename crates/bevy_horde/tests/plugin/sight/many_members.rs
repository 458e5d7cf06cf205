//! The nearest of a large group, with a line of sight.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

const PREY: u32 = 1 << 4;

/// A hunter at the origin, and a grid of prey far away behind a wall.
fn scene(prey: usize) -> (App, Entity, Vec<Entity>) {
    let mut app = app();
    let wall = Obstacle::segment(Vec2::new(5.0, -500.0), Vec2::new(5.0, 500.0));
    app.world_mut().spawn((wall, Transform::default()));
    let hunter = (
        at(0.0, 0.0),
        SteeringAgent::default().non_solid(),
        ExternalLocomotion,
        Seek::new(Target::NearestOf(PREY)),
        LineOfSight::default(),
        SteeringTrace::default(),
    );
    let hunter = app.world_mut().spawn(hunter).id();
    let prey = (0..prey)
        .map(|number| {
            let groups = Perception {
                memberships: PREY,
                ..default()
            };
            let place = at(
                20.0 + (number / 20) as f32 * 3.0,
                (number % 20) as f32 * 3.0,
            );
            let body = SteeringAgent::default().non_solid();
            app.world_mut().spawn((place, body, groups)).id()
        })
        .collect();
    (app, hunter, prey)
}

fn sight_lines(app: &App, hunter: Entity) -> usize {
    get::<SteeringTrace>(app, hunter).sight_lines.len()
}

#[test]
fn an_agent_tests_few_members_of_a_large_group_in_one_tick() {
    let (mut app, hunter, _) = scene(400);
    for _ in 0..10 {
        run(&mut app, 1);
        let lines = sight_lines(&app, hunter);
        assert!((8..=16).contains(&lines), "{lines}");
    }
    // Of a small group it tests all.
    let (mut app, hunter, _) = scene(16);
    run(&mut app, 1);
    assert_eq!(sight_lines(&app, hunter), 16);
}

#[test]
fn a_member_that_comes_into_sight_is_noticed_wherever_it_is() {
    for chosen in [0, 57, 399] {
        let (mut app, hunter, prey) = scene(400);
        run(&mut app, 3);
        assert_eq!(get::<ChosenTargets>(&app, hunter).of::<Seek>(), None);
        // One member comes round the wall, farther away than all others.
        app.world_mut()
            .entity_mut(prey[chosen])
            .insert(at(-300.0, 40.0));
        let noticed = (0..200).find(|_| {
            run(&mut app, 1);
            get::<ChosenTargets>(&app, hunter).of::<Seek>() == Some(prey[chosen])
        });
        // All turns take 400 / 8 ticks, and members change their place in the order.
        assert!(noticed.is_some_and(|ticks| ticks < 150), "{noticed:?}");
    }
}
