//! The writeback at the end of a tick: changed components only, in tables of any size.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::agent::PositionRemainder;
use bevy_horde::prelude::*;

/// The agents with a changed component since the last run of [`note_written`].
#[derive(Resource, Default)]
struct Written {
    places: Vec<Entity>,
    velocities: Vec<Entity>,
    headings: Vec<Entity>,
}

fn note_written(
    places: Query<Entity, (With<SteeringAgent>, Changed<Transform>)>,
    velocities: Query<Entity, Changed<Velocity>>,
    headings: Query<Entity, Changed<Heading>>,
    mut written: ResMut<Written>,
) {
    written.places = places.iter().collect();
    written.velocities = velocities.iter().collect();
    written.headings = headings.iter().collect();
}

fn body(solid: bool) -> SteeringAgent {
    SteeringAgent { solid, ..default() }
}

#[test]
fn only_moving_agents_are_marked_as_changed() {
    for solid in [true, false] {
        let mut app = app();
        app.init_resource::<Written>()
            .add_systems(FixedUpdate, note_written.after(SteeringSystems::Locomote));
        let body = body(solid);
        let standing = app.world_mut().spawn((body, at(0.0, 9.0))).id();
        let coasting = app.world_mut().spawn((body, moving(2.0, 1.0))).id();
        // The facing finishes its turn.
        run(&mut app, 120);
        let written = app.world().resource::<Written>();
        assert_eq!(written.places, [coasting], "solid: {solid}");
        assert_eq!(written.velocities, [], "solid: {solid}");
        assert_eq!(written.headings, [], "solid: {solid}");
        // The game stops one agent and starts the other. The stopped agent does not turn, so only
        // the transform of the started agent changes.
        for (agent, velocity) in [(coasting, moving(0.0, 0.0)), (standing, moving(0.0, 3.0))] {
            app.world_mut().entity_mut(agent).insert(velocity);
        }
        run(&mut app, 2);
        let written = app.world().resource::<Written>();
        assert_eq!(written.places, [standing], "solid: {solid}");
    }
}

/// Spawns a turning agent, far from others.
///
/// The kinds of agents alternate in periods that are independent of the lanes and batches.
fn spawn_turning(app: &mut App, number: u32) -> Entity {
    let spread = number as f32;
    let way = Vec2::from_angle(spread * 1.7) * 3.0;
    let body = SteeringAgent {
        mass: 1.0 + 0.5 * (number % 3) as f32,
        max_turn_rate: if number.is_multiple_of(11) {
            1.5
        } else {
            f32::INFINITY
        },
        combine: if number % 8 == 5 {
            Combine::WeightedSum
        } else {
            Combine::Prioritized
        },
        ..body(number.is_multiple_of(3))
    };
    let facing = Facing {
        rotate: number % 7 != 6,
        smoothing_time: 0.05 * (number % 4) as f32,
        max_turn_rate: if number.is_multiple_of(5) {
            2.0
        } else {
            f32::INFINITY
        },
        slow_speed: [0.1, 0.0, 1.0][number as usize % 3],
    };
    let mut place = at(50.0 * spread, -20.0);
    if number % 6 == 5 {
        // Tilted out of the plane.
        place.rotate_x(0.3);
    }
    let agent = (
        AgentId(number.into()),
        body,
        facing,
        place,
        moving(way.x, way.y),
    );
    let mut agent = app.world_mut().spawn(agent);
    if matches!(number % 13, 2..=4) {
        agent.insert(SteeringContributions::default());
    }
    if number.is_multiple_of(5) {
        agent.insert(Seek::new(Vec2::new(40.0 * spread, 900.0)));
    }
    if number % 17 == 3 {
        agent.insert(UpdateInterval { ticks: 3 });
    }
    if number % 19 == 4 {
        agent.insert(SteeringDisabled);
    }
    if number % 23 == 9 {
        agent.remove::<PositionRemainder>();
    }
    if number % 3 == 1 {
        // Enough agents for several batches of rows without the component.
        agent.remove::<Facing>();
    }
    agent.id()
}

/// Adds forces of the game to some agents, a few of them not finite.
fn push_some(mut agents: Query<(&AgentId, &mut SteeringContributions)>) {
    for (id, mut contributions) in &mut agents {
        let number = id.0 as f32;
        match id.0 % 13 {
            2 => contributions.add(Tier::Flocking, Vec3::new(number, 2.0, 0.0)),
            3 => contributions.add(Tier::Avoidance, Vec3::new(-1.0, 0.1 * number, 0.0)),
            4 => contributions.add(Tier::Goal, Vec3::NAN),
            _ => {}
        }
    }
}

fn app_that_pushes_some() -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, push_some.in_set(SteeringSystems::Behave));
    app
}

/// The bits of the motion, the heading and the steering of an agent.
fn all_bits(app: &App, agent: Entity) -> (Vec<u32>, [u32; 3], [u32; 6], bool) {
    let bits_of = |vector: Vec3| vector.to_array().map(f32::to_bits);
    let steering = get::<Steering>(app, agent);
    let [x, y, z] = bits_of(steering.force);
    let [desired_x, desired_y, desired_z] = bits_of(steering.desired_velocity);
    (
        bits(app, agent),
        bits_of(get::<Heading>(app, agent).0),
        [x, y, z, desired_x, desired_y, desired_z],
        steering.has_contribution,
    )
}

#[test]
fn agents_of_a_large_table_move_and_turn_as_if_alone() {
    let alone: Vec<_> = (0..MANY)
        .map(|number| {
            let mut alone = app_that_pushes_some();
            let single = spawn_turning(&mut alone, number);
            run(&mut alone, 7);
            let turned = get::<Transform>(&alone, single).rotation != Quat::IDENTITY;
            let stays = number % 7 == 6 || number % 19 == 4 || number == 0 || number % 3 == 1;
            assert!(turned || stays, "{number}");
            all_bits(&alone, single)
        })
        .collect();
    // The plugin processes 64 rows at a time.
    for count in [1, 63, 64, 65, MANY] {
        let mut together = app_that_pushes_some();
        let agents: Vec<_> = (0..count)
            .map(|number| spawn_turning(&mut together, number))
            .collect();
        run(&mut together, 7);
        for (number, agent) in agents.into_iter().enumerate() {
            assert_eq!(
                all_bits(&together, agent),
                alone[number],
                "{number} of {count}"
            );
        }
    }
}

#[test]
fn a_tilted_agent_turns_in_the_plane_like_an_upright_one() {
    let mut app = app();
    let [upright, tilted] = [0.0, 1.0].map(|tilt| {
        // The agent is tilted around the axis of its facing.
        let mut place = at(90.0 * tilt, 0.0);
        place.rotate_x(tilt);
        let facing = Facing {
            smoothing_time: 0.2,
            ..default()
        };
        let agent = (body(false), facing, place, moving(0.0, 3.0));
        app.world_mut().spawn(agent).id()
    });
    app.update();
    let [upright, tilted] = [upright, tilted].map(|agent| get::<Transform>(&app, agent).rotation);
    assert_ne!(upright, Quat::IDENTITY);
    assert!(
        upright.abs_diff_eq(tilted, 1e-6),
        "{upright} is not {tilted}"
    );
}

/// Enough agents for several batches of rows in the largest table.
const MANY: u32 = 261;

#[test]
fn an_agent_without_optional_components_still_moves() {
    for solid in [true, false] {
        let mut app = app();
        let body = body(solid);
        let agent = app.world_mut().spawn((body, moving(3.0, 0.0))).id();
        app.world_mut()
            .entity_mut(agent)
            .remove::<(PositionRemainder, Facing, Steering)>();
        run(&mut app, 60);
        assert_near(place(&app, agent).x, 3.0, 1e-3);
        assert_eq!(get::<Transform>(&app, agent).rotation, Quat::IDENTITY);
    }
}
