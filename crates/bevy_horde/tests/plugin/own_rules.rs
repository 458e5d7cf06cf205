//! A game's own rule about neighbors counts the neighbors that the plugin's rules count.

use crate::harness::*;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;
use bevy_horde::validation::SteeringWarnings;

/// What `Separation` does, as a rule of a game.
#[derive(Component, TypePath, Clone)]
#[require(BehaviorForces)]
struct Apart {
    view: View,
    weight: f32,
}

impl NeighborRule for Apart {
    type Sum = (Vec2, bool);
    type Inputs = ();

    fn view(&self) -> View {
        self.view
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    fn add(&self, sum: &mut (Vec2, bool), agent: &AgentState, neighbor: &Neighbor, _: &()) {
        let range = self.view.range.resolve(agent.body_radius);
        let nearness = (1.0 - neighbor.distance / range).max(0.0);
        *sum = (sum.0 - neighbor.toward * nearness * nearness, true);
    }

    fn force(&self, (pushes, any): (Vec2, bool), agent: &AgentState, _: f32) -> Option<Vec2> {
        any.then(|| pushes.clamp_length_max(1.0) * agent.max_force)
    }
}

fn own_app() -> App {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        steer_among_neighbors::<Apart>.in_set(SteeringSystems::Rules),
    );
    app
}

fn reported(app: &App) -> Vec<(&'static str, &'static str)> {
    let reported = app.world().resource::<SteeringWarnings>().reported();
    reported
        .iter()
        .map(|input| (input.component, input.field))
        .collect()
}

/// The forces of 120 agents of two groups among walls, with all kinds of settings.
fn forces(insert: fn(&mut EntityWorldMut, View, f32)) -> Vec<Vec2> {
    let mut app = own_app();
    for number in 0..8_u8 {
        let place = Vec2::from_angle(f32::from(number)) * 4.0;
        let wall = Obstacle::segment(vec2(-1.0, 0.2), vec2(1.0, -0.3));
        app.world_mut().spawn((at(place.x, place.y), wall));
    }
    let agents: Vec<Entity> = (0..120_u16)
        .map(|number| {
            let angle = 2.399_963 * f32::from(number);
            // The first two lie on each other.
            let place = Vec2::from_angle(angle) * 0.9 * f32::from(number / 2 * 2).sqrt();
            let place = if number < 2 { Vec2::ZERO } else { place };
            let half_angle = 0.4 + 0.3 * f32::from(number % 9);
            let view = View::custom(Length::World(1.5 + 0.05 * f32::from(number)), half_angle);
            let perception = Perception {
                max_neighbors: u32::from(number % 6) + 1,
                memberships: 1 << (number % 2),
                filters: 1 + u32::from(number % 3),
            };
            let mut agent = app.world_mut().spawn((
                at(place.x, place.y),
                SteeringAgent::new(0.2, 3.0).non_solid(),
                Heading(Vec3::new(angle.cos(), angle.sin(), 0.0)),
                perception,
            ));
            if number % 4 == 0 {
                agent.insert(LineOfSight {
                    neighbors: true,
                    ..default()
                });
            }
            insert(&mut agent, view, 0.5 + 0.1 * f32::from(number % 3));
            agent.id()
        })
        .collect();
    app.update();
    agents.iter().map(|agent| force(&app, *agent)).collect()
}

#[test]
fn a_games_separation_gives_the_forces_of_the_plugins() {
    let plugin = forces(|agent, view, weight| {
        agent.insert(Separation { view, weight });
    });
    let own = forces(|agent, view, weight| {
        agent.insert(Apart { view, weight });
    });
    let moved = plugin.iter().filter(|force| **force != Vec2::ZERO).count();
    assert!(moved > 60, "{moved} of 120 have neighbors");
    for (number, (plugin, own)) in plugin.iter().zip(own).enumerate() {
        assert!(plugin.distance(own) < 1e-3, "{number}: {plugin} {own}");
    }
}

#[test]
fn only_agents_with_the_rule_feel_it() {
    let mut app = own_app();
    let body = SteeringAgent::new(0.2, 3.0);
    let without = app.world_mut().spawn((at(0.0, 0.0), body)).id();
    let apart = |weight| Apart {
        view: View::all(Length::World(5.0)),
        weight,
    };
    let off = (at(1.0, 0.0), body, apart(0.0));
    let off = app.world_mut().spawn(off).id();
    let with = (at(3.0, 0.0), body, apart(1.0), SteeringTrace::default());
    let with = app.world_mut().spawn(with).id();
    app.update();
    assert!(!has_contribution(&app, without) && !has_contribution(&app, off));
    // Neighbors at 3 and at 2 of 5 units: (1 - 0.6)^2 + (1 - 0.4)^2 = 0.52 of a force of 9.
    assert_close(force(&app, with), vec2(4.68, 0.0), 1e-4);
    let trace = get::<SteeringTrace>(&app, with);
    assert_close(trace.force_of("Apart"), vec2(4.68, 0.0), 1e-4);
    assert_close(trace.tier(Tier::Flocking), vec2(4.68, 0.0), 1e-4);
}

#[test]
fn a_despawned_neighbor_counts_no_more_and_a_disabled_agent_feels_no_rule() {
    let mut app = own_app();
    let apart = Apart {
        view: View::all(Length::World(5.0)),
        weight: 1.0,
    };
    let body = SteeringAgent::new(0.2, 3.0);
    let [near, far] = [1.0, 3.0].map(|x| app.world_mut().spawn((at(x, 0.0), body)).id());
    let agent = app.world_mut().spawn((at(0.0, 0.0), body, apart)).id();
    app.world_mut().despawn(near);
    app.update();
    // The far neighbor alone: (1 - 0.6)^2 of a force of 9.
    assert_close(force(&app, agent), vec2(-1.44, 0.0), 1e-4);
    app.world_mut().entity_mut(agent).insert(SteeringDisabled);
    app.update();
    assert!(!has_contribution(&app, agent));
    app.world_mut()
        .entity_mut(agent)
        .remove::<SteeringDisabled>();
    app.world_mut().despawn(far);
    app.update();
    assert!(!has_contribution(&app, agent));
}

#[test]
fn a_settled_agent_feels_no_rule_of_its_game() {
    let mut app = own_app();
    let apart = Apart {
        view: View::all(Length::World(5.0)),
        weight: 1.0,
    };
    let body = SteeringAgent::new(0.2, 3.0);
    let settler = (at(0.0, 0.0), body, Arrive::new(Vec2::ZERO), apart);
    let settler = app.world_mut().spawn(settler).id();
    app.world_mut().spawn((at(1.0, 0.0), body));
    run(&mut app, 60);
    assert!(get::<Settled>(&app, settler).is_settled);
    assert!(place(&app, settler).length() < 0.1);
}

/// A rule with a wrong force, which does not require `BehaviorForces`.
#[derive(Component, TypePath)]
struct Broken;

impl NeighborRule for Broken {
    type Sum = u32;
    type Inputs = Query<'static, 'static, &'static AgentState>;

    fn view(&self) -> View {
        View::all(Length::World(f32::NAN))
    }

    fn add(&self, count: &mut u32, _: &AgentState, _: &Neighbor, _: &Query<&'static AgentState>) {
        *count += 1;
    }

    fn force(&self, count: u32, _: &AgentState, _: f32) -> Option<Vec2> {
        assert_eq!(count, 0, "a view with a bad range is empty");
        Some(Vec2::NAN)
    }
}

#[test]
fn wrong_rules_are_reported_by_their_names() {
    let mut app = app();
    app.add_systems(
        FixedUpdate,
        steer_among_neighbors::<Broken>.in_set(SteeringSystems::Rules),
    );
    app.world_mut().spawn((SteeringAgent::default(), Broken));
    run(&mut app, 3);
    assert_eq!(reported(&app), [("Broken", "BehaviorForces")]);
    let broken = (SteeringAgent::default(), Broken, BehaviorForces::default());
    let broken = app.world_mut().spawn(broken).id();
    run(&mut app, 3);
    assert!(!has_contribution(&app, broken));
    let mut found = reported(&app);
    found.sort_unstable();
    let fields = ["BehaviorForces", "force", "view.range"];
    assert_eq!(found, fields.map(|field| ("Broken", field)));
}
