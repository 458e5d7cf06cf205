use super::*;
use crate::avoidance::rule::AvoidanceRule;
use crate::flocking::rule::FlockRule;
use crate::flocking::rules::FlockRules;
use crate::motion::combine::Combine;
use crate::obstacles::outline::Outline;
use crate::obstacles::placed::PlacedObstacle;
use crate::search::view::ViewCone;
use crate::step::agent::Presence;
use crate::step::goal::Goal;
use crate::step::held::Held;
use crate::step::intent::Intent;
use crate::step::settings::NeighborSettings;
use crate::test_inputs::vectors;
use proptest::prelude::*;

const TICK: f32 = 0.1;

/// Agents of radius 0.5 and a largest speed of 2 at these places.
fn crowd_at(places: &[Vec2], settings: &NeighborSettings) -> Crowd {
    let mut crowd = Crowd::default();
    for (id, place) in (0..).zip(places) {
        crowd.add(id, Agent::new(*place, 0.5, 2.0), settings);
    }
    crowd
}

/// Agents that flock and avoid each other.
fn sociable() -> NeighborSettings {
    let rule = |weight: f32| FlockRule {
        view: ViewCone::new(4.0, -1.0),
        weight,
    };
    NeighborSettings {
        flock: FlockRules {
            separation: rule(2.0),
            alignment: rule(0.5),
            cohesion: rule(0.2),
            flockmates: u32::MAX,
        },
        avoidance: Some(AvoidanceRule::usual(0.5, 2.0)),
        filters: u32::MAX,
        max_neighbors: 8,
        needs_sight: false,
    }
}

fn wall() -> Obstacles {
    let mut obstacles = Obstacles::default();
    let wall = Outline::wall(&[Vec2::new(3.0, -9.0), Vec2::new(3.0, 9.0)], false);
    let wall = wall.expect("it has a length");
    obstacles.put(PlacedObstacle::of_shape(ObstacleId(7), wall));
    obstacles.finish_update();
    obstacles
}

#[test]
fn an_agent_moves_by_its_intent_and_one_without_keeps_its_velocity() {
    let mut crowd = crowd_at(
        &[Vec2::ZERO, Vec2::new(0.0, 50.0)],
        &NeighborSettings::default(),
    );
    crowd.rows.agents[1].velocity = Vec2::new(0.0, 1.5);
    let mut work = Step::default();
    let intents = vec![Intent::pushed(Vec2::new(4.0, 0.0)), Intent::NONE];
    let obstacles = Obstacles::default();
    let surroundings = Surroundings::new(&obstacles, TICK, 1);
    step(&mut crowd, &mut work, &*intents, &surroundings);
    // A force of 4 on a mass of 1 for 0.1 s gives 0.4, which goes 0.04 far.
    let [pushed, free] = [0, 1].map(|slot| crowd.rows.agents[slot]);
    assert_eq!(pushed.velocity, Vec2::new(0.4, 0.0));
    assert_eq!(pushed.position, Vec2::new(0.040_000_003, 0.0));
    assert_eq!(pushed.heading, Vec2::X);
    assert_eq!(free.velocity, Vec2::new(0.0, 1.5));
    assert_eq!(free.position, Vec2::new(0.0, 50.15));
    let contributions = work.decisions().iter().map(|of| of.has_contribution);
    assert!(contributions.eq([true, false]));
}

#[test]
fn solid_bodies_stop_at_a_wall_and_yield_to_each_other() {
    let places = [
        Vec2::new(2.0, 0.0),
        Vec2::new(-5.0, 0.0),
        Vec2::new(-4.4, 0.0),
    ];
    let mut crowd = crowd_at(&places, &NeighborSettings::default());
    // The third body is one that something else moves: it does not yield.
    crowd.rows.agents[2].is_external = true;
    let mut work = Step::default();
    let intents = vec![
        Intent::pushed(Vec2::new(6.0, 0.0)),
        Intent::NONE,
        Intent::pushed(Vec2::new(6.0, 0.0)),
    ];
    work.watched = vec![0];
    let obstacles = wall();
    for tick in 0..20 {
        let surroundings = Surroundings::new(&obstacles, TICK, tick);
        step(&mut crowd, &mut work, &*intents, &surroundings);
    }
    let at = |slot: usize| crowd.rows.agents[slot].position;
    assert!((at(0).x - 2.5).abs() < 0.01, "{}", at(0));
    assert_eq!(at(2), places[2]);
    assert!(at(1).distance(at(2)) > 0.99, "{}", at(1));
    // Only the watched body has notes: it slides along the wall of the obstacle 7.
    let [(0, Note::Slide(slide))] = work.notes() else {
        panic!("{:?}", work.notes());
    };
    assert_eq!(slide.obstacle, ObstacleId(7));
    assert!(slide.removed.x > 0.05, "{}", slide.removed);
}

#[test]
fn a_weighted_sum_takes_all_tiers_and_priorities_the_first() {
    let mut wants = Intent::pushed(Vec2::new(6.0, 0.0));
    wants.tiers[0] = Vec2::new(0.0, 6.0);
    let mut crowd = crowd_at(
        &[Vec2::ZERO, Vec2::new(50.0, 0.0)],
        &NeighborSettings::default(),
    );
    crowd.rows.agents[1].combine = Combine::WeightedSum;
    let mut work = Step::default();
    let intents = vec![wants; 2];
    let obstacles = Obstacles::default();
    let surroundings = Surroundings::new(&obstacles, TICK, 0);
    step(&mut crowd, &mut work, &*intents, &surroundings);
    // The largest force is 6. The first tier uses it up; the sum is cut to 6 along the diagonal.
    assert_eq!(work.decisions()[0].force, Vec2::new(0.0, 6.0));
    let diagonal = work.decisions()[1].force;
    assert!(diagonal.distance(Vec2::splat(6.0 * 0.5_f32.sqrt())) < 1e-5);
    let reports = [0, 1].map(|slot| work.explain(slot, &crowd, &*intents, &surroundings).0);
    assert_eq!(reports[0].tiers, wants.tiers);
}

#[test]
fn a_held_decision_is_carried_out_until_the_next_update() {
    let mut crowd = crowd_at(&[Vec2::ZERO; 1], &NeighborSettings::default());
    crowd.rows.agents[0].update_ticks = 3;
    let mut work = Step::default();
    let mut wants = Intent::pushed(Vec2::new(3.0, 0.0));
    wants.held.ticks_left = 3;
    let obstacles = Obstacles::default();
    let surroundings = Surroundings::new(&obstacles, TICK, 0);
    let decides = crowd.rows.agents[0];
    step(&mut crowd, &mut work, &[wants][..], &surroundings);
    // After 0.3 s the force leads to 0.9, and after this tick to 0.3.
    let mut held = Held::of(&decides, TICK, &work.decisions()[0]);
    assert!((held.velocity.x - 0.9).abs() < 1e-6);
    assert!((crowd.rows.agents[0].velocity.x - 0.3).abs() < 1e-6);
    crowd.rows.agents[0].presence = Presence::Holding;
    for (ticks_left, speed) in [(2, 0.6), (1, 0.9)] {
        held.ticks_left = ticks_left;
        let holds = Intent {
            held,
            ..Intent::NONE
        };
        step(&mut crowd, &mut work, &[holds][..], &surroundings);
        assert!((crowd.rows.agents[0].velocity.x - speed).abs() < 1e-5);
        assert!(work.decisions()[0].has_contribution);
    }
    // Without a decision to hold it keeps its velocity.
    step(&mut crowd, &mut work, &[Intent::NONE][..], &surroundings);
    assert!((crowd.rows.agents[0].velocity.x - 0.9).abs() < 1e-5);
    assert!(!work.decisions()[0].has_contribution);
}

#[test]
#[should_panic(expected = "the id 3 has to be above the last one, Some(3)")]
fn an_id_that_does_not_rise_is_refused() {
    let mut crowd = Crowd::default();
    for _ in 0..2 {
        crowd.add(3, Agent::default(), &NeighborSettings::default());
    }
}

#[test]
#[should_panic(expected = "an absent agent has to be removed")]
fn an_absent_agent_is_refused() {
    let mut crowd = crowd_at(&[Vec2::ZERO], &NeighborSettings::default());
    crowd.rows.agents[0].presence = Presence::Absent;
    let obstacles = Obstacles::default();
    let surroundings = Surroundings::new(&obstacles, TICK, 0);
    let intents: &[Intent] = &[];
    step(&mut crowd, &mut Step::default(), intents, &surroundings);
}

#[test]
fn the_agents_after_a_removed_one_move_up() {
    let places = [0.0, 10.0, 20.0].map(|x| Vec2::new(x, 0.0));
    let mut crowd = crowd_at(&places, &NeighborSettings::default());
    crowd.remove(1);
    assert_eq!(crowd.len(), 2);
    let agents = &crowd.rows.agents;
    assert_eq!([agents[0].slot, agents[1].slot], [0, 1]);
    assert_eq!(agents[1].position, places[2]);
    assert_eq!(crowd.rows.ids, [0, 2]);
}

/// All bits of a crowd after 12 ticks toward the middle.
fn bits_after(places: &[Vec2], arch: Arch) -> Vec<[u32; 6]> {
    let mut crowd = crowd_at(places, &sociable());
    let mut work = Step::default();
    let obstacles = wall();
    for tick in 0..12 {
        let surroundings = Surroundings {
            arch,
            ..Surroundings::new(&obstacles, TICK, tick)
        };
        let agents = crowd.rows.agents.iter();
        let intents = agents.map(|agent| Intent::toward(Goal::seek(agent, TICK, Vec2::ZERO)));
        let intents: Vec<Intent> = intents.collect();
        step(&mut crowd, &mut work, &*intents, &surroundings);
    }
    let agents = crowd.rows.agents.iter();
    let numbers = agents.map(|agent| [agent.position, agent.velocity, agent.heading]);
    let numbers = numbers.map(|three| three.map(|it| it.to_array().map(f32::to_bits)));
    numbers
        .map(|[a, b, c]| [a[0], a[1], b[0], b[1], c[0], c[1]])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Lanes hold agents side by side, and some are padding.
    #[test]
    fn wider_instructions_change_no_bit(
        places in prop::collection::vec(vectors(8.0), 1..150),
    ) {
        prop_assert_eq!(bits_after(&places, Arch::new()), bits_after(&places, Arch::Scalar));
    }

    /// What one agent reports about itself is what all of them computed together.
    #[test]
    fn a_report_agrees_with_the_decision(places in prop::collection::vec(vectors(5.0), 2..40)) {
        let mut crowd = crowd_at(&places, &sociable());
        let mut work = Step::default();
        let obstacles = Obstacles::default();
        let surroundings = Surroundings::new(&obstacles, TICK, 0);
        crowd.sum_up();
        crowd.sort_bodies(surroundings.arch);
        let intents: &[Intent] = &[];
        work.run(&crowd, intents, &surroundings);
        for slot in 0..crowd.len() {
            let (force, neighbors) = work.explain(slot, &crowd, intents, &surroundings);
            prop_assert_eq!(force.velocity, work.decisions()[slot].velocity);
            let flocking: Vec2 = neighbors.flocking.iter().map(|(_, force)| *force).sum();
            prop_assert!(flocking.distance(force.tiers[1]) < 1e-3 * (1.0 + flocking.length()));
        }
    }

    /// Agents that are farther apart than they see do not know of each other.
    #[test]
    fn far_groups_do_not_disturb_each_other(places in prop::collection::vec(vectors(5.0), 1..20)) {
        let far: Vec<Vec2> = places.iter().map(|place| *place + Vec2::new(-512.0, 0.0)).collect();
        let both: Vec<Vec2> = places.iter().chain(&far).copied().collect();
        let alone = bits_after(&places, Arch::new());
        prop_assert_eq!(&bits_after(&both, Arch::new())[..places.len()], &alone[..]);
    }
}
