use super::*;
use crate::scenario::{Placement, Spread};
use bevy::math::vec2;

const GATE: Waypoint = Waypoint::Gate {
    from: Vec2::new(5.0, 0.0),
    to: Vec2::new(5.0, 4.0),
};

fn group(moves: Movement) -> Group {
    Group {
        start: Placement::Points(vec![vec2(1.0, 2.0), vec2(3.0, -2.0)]),
        moves,
        radius: Spread::Same(0.2),
        speed: Spread::Range(1.0, 2.0),
        mass: 70.0,
        max_force: None,
        avoid_agents: None,
        avoid_obstacles: None,
        guide: None,
        emits: None,
    }
}

fn scenario(moves: Movement) -> Scenario {
    Scenario {
        title: String::new(),
        about: String::new(),
        groups: vec![group(moves)],
        obstacles: Vec::new(),
        doors: Vec::new(),
        targets: Vec::new(),
        arrival: Arrival::default(),
        ends: End::After(1.0),
        requires: Default::default(),
        wraps: None,
        seed: 7,
    }
}

fn lay_out(moves: Movement) -> Layout {
    scenario(moves).lay_out().expect("a legal scenario")
}

#[test]
fn the_nearest_point_of_a_gate_fits_the_body() {
    // 1.5 radii from the ends: between 0.3 and 3.7.
    assert_eq!(GATE.nearest(vec2(0.0, 2.0), 0.2), vec2(5.0, 2.0));
    assert!(GATE.nearest(vec2(0.0, -9.0), 0.2).distance(vec2(5.0, 0.3)) < 1e-6);
    assert!(GATE.nearest(vec2(9.0, 9.0), 0.2).distance(vec2(5.0, 3.7)) < 1e-6);
    // The middle of a gate that is too narrow for the body.
    assert_eq!(GATE.nearest(vec2(0.0, 0.0), 3.0), vec2(5.0, 2.0));
}

#[test]
fn goals_depend_on_the_start_of_each_agent() {
    let layout = lay_out(Movement::Walks(vec![
        Goal::Antipode(vec2(1.0, 0.0)),
        Goal::Offset(vec2(10.0, 0.0)),
        Goal::Points(vec![vec2(7.0, 7.0), vec2(8.0, 8.0)]),
        Goal::Start,
    ]));
    let [first, second] = &layout.participants[..] else {
        panic!("two agents");
    };
    assert_eq!(
        first.goals,
        [
            vec2(1.0, -2.0),
            vec2(11.0, 2.0),
            vec2(7.0, 7.0),
            vec2(1.0, 2.0)
        ]
    );
    assert_eq!(
        second.goals,
        [
            vec2(-1.0, 2.0),
            vec2(13.0, -2.0),
            vec2(8.0, 8.0),
            vec2(3.0, -2.0)
        ]
    );
}

#[test]
fn the_way_goes_through_gates_where_they_are_nearest() {
    let (from, to) = (vec2(5.0, 0.0), vec2(5.0, 4.0));
    let layout = lay_out(Movement::Walks(vec![Goal::Gate { from, to }]));
    assert_eq!(layout.participants[0].goals, [vec2(5.0, 2.0)]);
    assert!(layout.participants[1].goals[0].distance(vec2(5.0, 0.3)) < 1e-6);
}

#[test]
fn too_few_positions_are_invalid() {
    let moves = Movement::Walks(vec![Goal::Start, Goal::Points(vec![Vec2::ZERO])]);
    assert_eq!(
        scenario(moves).lay_out().expect_err("one place for two"),
        "groups[0].moves: Walks[1]: Points has 1 positions, and must have one for each of the 2 agents"
    );
}

#[test]
fn agents_on_a_path_head_for_the_end_of_their_leg() {
    let path = vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, -4.0)];
    let layout = lay_out(Movement::Circulates { path, within: 1.0 });
    let firsts: Vec<Vec2> = layout
        .tasks
        .iter()
        .map(|task| match task {
            Task::Circulate { path, .. } => path[0],
            other => panic!("{other:?}"),
        })
        .collect();
    // (1, 2) is nearest to the first leg, (3, -2) is 0.71 from the third and 1 from the second.
    assert_eq!(firsts, [vec2(4.0, 0.0), vec2(0.0, 0.0)]);
}

#[test]
fn speeds_are_drawn_from_the_seed() {
    let speeds = |seed| -> Vec<f32> {
        let mut scenario = scenario(Movement::Stands);
        scenario.seed = seed;
        let layout = scenario.lay_out().expect("a legal scenario");
        layout
            .participants
            .iter()
            .map(|participant| participant.speed)
            .collect()
    };
    assert!(speeds(1).iter().all(|speed| (1.0..=2.0).contains(speed)));
    assert_eq!(speeds(1), speeds(1));
    assert_ne!(speeds(1), speeds(2));
}

#[test]
fn emitted_agents_appear_in_turn_and_have_own_numbers() {
    let mut scenario = scenario(Movement::Walks(vec![Goal::Offset(vec2(9.0, 0.0))]));
    scenario.groups[0].radius = Spread::Each(vec![0.1, 0.2, 0.3]);
    scenario.groups[0].emits = Some(crate::scenario::Emits {
        every: 2.0,
        count: 3,
        after: 1.0,
    });
    let layout = scenario.lay_out().expect("a legal scenario");
    let agents = layout.participants.iter();
    let agents: Vec<_> = agents
        .map(|agent| (agent.appears, agent.start, agent.radius, agent.goals[0]))
        .collect();
    let (first, second) = (vec2(1.0, 2.0), vec2(3.0, -2.0));
    assert_eq!(
        agents,
        [
            (1.0, first, 0.1, vec2(10.0, 2.0)),
            (3.0, second, 0.2, vec2(12.0, -2.0)),
            (5.0, first, 0.3, vec2(10.0, 2.0)),
        ]
    );
}
