//! Parts of the plugin that a game leaves out.

use crate::harness::{app, app_with, at, place, run};
use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy_horde::behaviors::YieldState;
use bevy_horde::prelude::*;
use bevy_horde::validation::SteeringWarnings;
use bevy_horde::{
    SteeringChecksPlugin, SteeringCrowdsPlugin, SteeringFieldsPlugin, SteeringFormationsPlugin,
    SteeringObstaclesPlugin, SteeringPlugins,
};

fn parts() -> PluginGroupBuilder {
    SteeringPlugins::default().build()
}

fn app_of(parts: PluginGroupBuilder) -> App {
    app_with(parts, 60.0)
}

/// The texts of all warnings.
fn warnings(app: &App) -> Vec<String> {
    let warnings = app.world().resource::<SteeringWarnings>();
    let reported = warnings.reported();
    let texts = reported.iter().filter_map(|setting| warnings.text(setting));
    texts.collect()
}

fn flock(app: &mut App) -> Vec<Entity> {
    let agents = (0..40).map(|number| {
        let angle = 2.4 * number as f32;
        let spot = Vec2::from_angle(angle) * angle.sqrt();
        let body = SteeringAgent::new(0.3, 4.0);
        let rules = (Flock::default(), AvoidAgents::default(), Wander::default());
        let agent = (
            at(spot.x, spot.y),
            body,
            rules,
            Contain::circle(Vec2::ZERO, 20.0),
        );
        app.world_mut().spawn(agent).id()
    });
    agents.collect()
}

#[test]
fn a_flock_moves_alike_on_the_core_and_on_all_parts() {
    let [core, all, group] = [
        app_with(SteeringPlugin::default().core(), 60.0),
        app(),
        app_of(parts()),
    ]
    .map(|mut app| {
        let agents = flock(&mut app);
        run(&mut app, 300);
        let places = agents.iter().map(|agent| place(&app, *agent));
        places.collect::<Vec<_>>()
    });
    assert!(core.iter().all(|place| place.length() < 25.0));
    assert_eq!(group, all);
    assert_eq!(core, all);
}

#[test]
fn only_the_crowds_part_lets_agents_settle() {
    let settles = |mut app: App| {
        let behaviors = (Arrive::new(vec2(3.0, 0.0)), AvoidAgents::default());
        let agent = (SteeringAgent::new(0.5, 4.0), behaviors);
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 300);
        let entity = app.world().entity(agent);
        assert_eq!(
            entity.contains::<Settled>(),
            entity.contains::<YieldState>()
        );
        entity.get::<Settled>().map(|settled| settled.is_settled)
    };
    assert_eq!(settles(app_of(parts())), Some(true));
    assert_eq!(
        settles(app_of(parts().disable::<SteeringCrowdsPlugin>())),
        None
    );
}

#[test]
fn without_its_part_an_obstacle_stops_no_body() {
    let goes_to = |mut app: App| {
        app.world_mut().spawn((at(5.0, 0.0), Obstacle::circle(1.0)));
        let agent = (SteeringAgent::new(0.5, 4.0), Seek::new(vec2(10.0, 0.0)));
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 180);
        place(&app, agent).x
    };
    assert!(goes_to(app_of(parts())) < 4.0);
    assert!(goes_to(app_of(parts().disable::<SteeringObstaclesPlugin>())) > 9.0);
}

#[test]
fn components_without_their_part_are_named_with_the_part() {
    type Case = (
        PluginGroupBuilder,
        &'static str,
        &'static str,
        fn(&mut World, Entity),
    );
    let cases: [Case; 10] = [
        (
            parts().disable::<SteeringObstaclesPlugin>(),
            "Obstacle",
            "SteeringObstaclesPlugin",
            |world, _| {
                world.spawn((at(9.0, 9.0), Obstacle::circle(1.0)));
            },
        ),
        (
            parts().disable::<SteeringObstaclesPlugin>(),
            "AvoidObstacles",
            "SteeringObstaclesPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(AvoidObstacles::default());
            },
        ),
        (
            parts().disable::<SteeringObstaclesPlugin>(),
            "Whiskers",
            "SteeringObstaclesPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(Whiskers::default());
            },
        ),
        (
            parts().disable::<SteeringObstaclesPlugin>(),
            "FollowWall",
            "SteeringObstaclesPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(FollowWall::default());
            },
        ),
        (
            parts().disable::<SteeringCrowdsPlugin>(),
            "Queue",
            "SteeringCrowdsPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(Queue::default());
            },
        ),
        (
            parts().disable::<SteeringCrowdsPlugin>(),
            "Journey",
            "SteeringCrowdsPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(Journey::default());
            },
        ),
        (
            parts().disable::<SteeringFieldsPlugin>(),
            "FlowField",
            "SteeringFieldsPlugin",
            |world, _| {
                world.spawn(FlowField::new(Rect::new(0.0, 0.0, 9.0, 9.0)));
            },
        ),
        (
            parts().disable::<SteeringFieldsPlugin>(),
            "FollowField",
            "SteeringFieldsPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(FollowField::new(agent));
            },
        ),
        (
            parts().disable::<SteeringFormationsPlugin>(),
            "Formation",
            "SteeringFormationsPlugin",
            |world, agent| {
                world.entity_mut(agent).insert(Formation::default());
            },
        ),
        (
            parts().disable::<SteeringFormationsPlugin>(),
            "InFormation",
            "SteeringFormationsPlugin",
            |world, agent| {
                let leader = world.spawn(SteeringAgent::default()).id();
                world.entity_mut(agent).insert(InFormation(leader));
            },
        ),
    ];
    for (parts, component, part, act) in cases {
        let named = |mut app: App| {
            let agent = app.world_mut().spawn(SteeringAgent::default()).id();
            act(app.world_mut(), agent);
            run(&mut app, 3);
            let texts = warnings(&app);
            let is_named = |text: &String| text.starts_with(component) && text.contains(part);
            (texts.iter().any(is_named), texts)
        };
        let (is_named, texts) = named(app_of(parts));
        assert!(is_named, "{component}: {texts:?}");
        let (is_named, texts) = named(app());
        assert!(!is_named, "{component}: {texts:?}");
    }
}

#[test]
fn the_core_alone_names_a_part_that_is_missing() {
    let mut app = app_with(SteeringPlugin::default().core(), 60.0);
    app.world_mut().spawn((at(9.0, 9.0), Obstacle::circle(1.0)));
    run(&mut app, 2);
    let texts = warnings(&app);
    assert!(
        texts.len() == 1 && texts[0].contains("SteeringObstaclesPlugin"),
        "{texts:?}"
    );
}

#[test]
fn the_checks_may_be_left_out() {
    let count = |mut app: App| {
        // A point.
        app.world_mut().spawn(SteeringAgent::new(0.0, 4.0));
        run(&mut app, 3);
        warnings(&app).len()
    };
    assert_eq!(count(app_of(parts())), 1);
    assert_eq!(count(app_of(parts().disable::<SteeringChecksPlugin>())), 0);
}

#[test]
#[should_panic(expected = "SteeringCorePlugin has to be added before the other parts")]
fn a_part_needs_the_core() {
    let _ = app_with(SteeringCrowdsPlugin, 60.0);
}
