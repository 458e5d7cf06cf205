//! Walls between an agent and its goal. From every start and at every rate, the agent reaches its
//! goal and touches no wall.

use crate::harness::*;
use crate::random_scenes::Dice;
use crate::slow_geometry::{Placement, SlowShape};
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// The number of agents. Each has its own copy of the layout.
const WALKERS: usize = 100;
/// The distance between the copies, meters: no two agents meet.
const APART: f32 = 100.0;
const BODY_RADIUS: f32 = 0.3;
const SPEED: f32 = 1.3;
/// The range of sight: longer than arms of 6 m, and shorter than the deepest layout of 14 m.
const SIGHT: f32 = 8.0;
/// Straight behind the layout, which is about the origin or extends downward from there.
const GOAL: Vec2 = Vec2::new(0.0, 10.0);
/// An agent within this distance of the goal has arrived.
const ARRIVED: f32 = 0.2;

/// Walls between the goal and the start. `start` is the y coordinate of the start, below the walls.
struct Layout {
    walls: Vec<ObstacleShape>,
    start: f32,
    /// The time limit of the slowest agent, seconds.
    limit: f32,
}

impl Layout {
    fn new(walls: impl IntoIterator<Item = Obstacle>) -> Self {
        Self {
            walls: walls.into_iter().map(|wall| wall.shape).collect(),
            start: -10.0,
            limit: 60.0,
        }
    }

    /// The same layout with another time limit, seconds.
    fn within(mut self, limit: f32) -> Self {
        self.limit = limit;
        self
    }

    /// A V: two arms of 6 m at 60 degrees, open toward the agent.
    fn v() -> Self {
        let depth = 3.0 * 3_f32.sqrt();
        Self::new([Obstacle::polyline([
            vec2(-3.0, -depth),
            vec2(0.0, 0.0),
            vec2(3.0, -depth),
        ])])
    }

    /// A U: a courtyard 6 m wide, open toward the agent.
    fn u(depth: f32) -> Self {
        Self::new([Obstacle::polyline([
            vec2(-3.0, -depth),
            vec2(-3.0, 0.0),
            vec2(3.0, 0.0),
            vec2(3.0, -depth),
        ])])
    }

    /// An L: a wall of 6 m, and another at its right end, toward the agent.
    fn l() -> Self {
        Self::new([Obstacle::polyline([
            vec2(-3.0, 0.0),
            vec2(3.0, 0.0),
            vec2(3.0, -6.0),
        ])])
    }

    /// A T: a wall of 8 m, and another of 6 m from its middle, toward the agent.
    fn t() -> Self {
        Self::new([
            Obstacle::polyline([vec2(-4.0, 0.0), vec2(4.0, 0.0)]),
            Obstacle::segment(vec2(0.0, 0.0), vec2(0.0, -6.0)),
        ])
    }

    /// A straight wall across.
    fn wall(length: f32) -> Self {
        let half = vec2(0.5 * length, 0.0);
        Self::new([Obstacle::segment(-half, half)])
    }

    /// A building with two wings.
    fn cup() -> Self {
        Self::new([Obstacle::polygon([
            vec2(5.5, 4.0),
            vec2(8.5, -1.0),
            vec2(6.2, -2.4),
            vec2(4.0, 2.6),
            vec2(-4.0, 2.6),
            vec2(-6.2, -2.4),
            vec2(-8.5, -1.0),
            vec2(-5.5, 4.0),
        ])])
    }
}

/// A variation of the scene.
#[derive(Clone, Copy)]
struct Walk {
    hertz: f64,
    combine: Combine,
    /// Whether the agents stop at the goal.
    stops: bool,
    margin: Length,
    /// The rotation of the scene.
    angle: f32,
    /// Whether left and right are exchanged.
    mirrored: bool,
}

const USUAL: Walk = Walk {
    hertz: 60.0,
    combine: Combine::Prioritized,
    stops: true,
    margin: Length::Radii(0.35),
    angle: 0.0,
    mirrored: false,
};

/// The result of a run.
struct Outcome {
    /// The arrival time of each agent, seconds.
    arrivals: Vec<Option<f32>>,
    crossings: usize,
    /// The least distance between a wall and the center of an agent, meters.
    clearance: f64,
}

impl Walk {
    /// A position of the layout after mirroring and rotation.
    fn turned(&self, place: Vec2) -> Vec2 {
        let side = if self.mirrored { -1.0 } else { 1.0 };
        Vec2::from_angle(self.angle).rotate(place * vec2(side, 1.0))
    }

    fn run(&self, layout: &Layout) -> Outcome {
        let mut app = app_with(SteeringPlugin::default(), self.hertz);
        let mut dice = Dice::new(0);
        let origin = |walker: usize| {
            let (column, row) = ((walker % 10) as f32, (walker / 10) as f32);
            (vec2(column, row) - 4.5) * APART
        };
        let turned = Placement {
            angle: self.angle,
            scale: vec2(if self.mirrored { -1.0 } else { 1.0 }, 1.0),
            ..Placement::at(Vec2::ZERO)
        };
        let slow: Vec<_> = layout
            .walls
            .iter()
            .map(|wall| SlowShape::new(wall, &turned))
            .collect();
        let walkers: Vec<_> = (0..WALKERS)
            .map(|walker| {
                let origin = origin(walker);
                for wall in &layout.walls {
                    let placed = Placement {
                        at: origin,
                        ..turned
                    };
                    let wall = Obstacle::new(wall.clone());
                    app.world_mut()
                        .spawn((placed.transform(MovementSpace::Xy), wall));
                }
                // The first agent starts exactly in line with the layout and the goal.
                let offset = dice.number(-1.5, 1.5) * f32::from(walker > 0);
                let start = origin + self.turned(vec2(offset, layout.start));
                let goal = origin + self.turned(GOAL);
                let avoid = AvoidObstacles {
                    sight: Length::World(SIGHT),
                    margin: self.margin,
                    ..default()
                };
                let body = SteeringAgent::new(BODY_RADIUS, SPEED).with_combine(self.combine);
                let mut agent = app.world_mut().spawn((at(start.x, start.y), body, avoid));
                if self.stops {
                    agent.insert(Arrive::new(goal));
                } else {
                    agent.insert(Seek::new(goal));
                }
                agent.id()
            })
            .collect();

        let here = |app: &App, walker: usize| place(app, walkers[walker]) - origin(walker);
        let mut last: Vec<DVec2> = (0..WALKERS)
            .map(|walker| here(&app, walker).as_dvec2())
            .collect();
        let mut outcome = Outcome {
            arrivals: vec![None; WALKERS],
            crossings: 0,
            clearance: f64::INFINITY,
        };
        let goal = self.turned(GOAL);
        for tick in 1..=(f64::from(layout.limit) * self.hertz) as usize {
            app.update();
            for (walker, last) in last.iter_mut().enumerate() {
                if outcome.arrivals[walker].is_some() {
                    continue;
                }
                let now = here(&app, walker);
                for wall in &slow {
                    let crosses = wall.is_crossed(*last, now.as_dvec2());
                    outcome.crossings += usize::from(crosses);
                    outcome.clearance = outcome.clearance.min(wall.distance(now.as_dvec2()));
                }
                *last = now.as_dvec2();
                if now.distance(goal) < ARRIVED {
                    outcome.arrivals[walker] = Some(tick as f32 / self.hertz as f32);
                }
            }
            if outcome.arrivals.iter().all(Option::is_some) {
                break;
            }
        }
        outcome
    }

    /// Asserts that every agent arrives and touches no wall. Returns the mean arrival time,
    /// seconds.
    #[track_caller]
    fn succeeds(&self, layout: &Layout) -> f32 {
        let outcome = self.run(layout);
        assert_eq!(outcome.crossings, 0, "agents crossed walls");
        let missing: Vec<_> = (0..WALKERS)
            .filter(|walker| outcome.arrivals[*walker].is_none())
            .collect();
        assert!(missing.is_empty(), "agents did not arrive: {missing:?}");
        assert!(
            outcome.clearance >= f64::from(BODY_RADIUS),
            "clearance {}",
            outcome.clearance
        );
        outcome.arrivals.iter().flatten().sum::<f32>() / WALKERS as f32
    }
}

/// Asserts that the agents pass the layout in every variation, and at another rate, mirrored or
/// turned in the same time.
#[track_caller]
fn assert_passed(layout: &Layout) {
    let usual = USUAL.succeeds(layout);
    let same_time = |walk: Walk, what: &str| {
        let time = walk.succeeds(layout);
        assert!(
            (time - usual).abs() < 0.02 * usual,
            "{what}: {time} s, not {usual} s"
        );
    };
    for hertz in [30.0, 240.0] {
        same_time(Walk { hertz, ..USUAL }, "at another rate");
    }
    let mirrored = Walk {
        mirrored: true,
        ..USUAL
    };
    same_time(mirrored, "mirrored");
    let turned = Walk {
        angle: 2.2,
        ..USUAL
    };
    same_time(turned, "turned");
    Walk {
        combine: Combine::WeightedSum,
        ..USUAL
    }
    .succeeds(layout);
    Walk {
        stops: false,
        ..USUAL
    }
    .succeeds(layout);
    Walk {
        margin: Length::ZERO,
        ..USUAL
    }
    .succeeds(layout);
}

#[test]
fn agents_leave_a_v_through_its_opening() {
    assert_passed(&Layout::v());
}

#[test]
fn agents_leave_a_u_through_its_opening() {
    assert_passed(&Layout::u(6.0));
}

#[test]
fn agents_leave_a_u_deeper_than_their_sight_through_its_opening() {
    let deep = Layout {
        start: -20.0,
        ..Layout::u(14.0).within(150.0)
    };
    assert_passed(&deep);
}

#[test]
fn agents_pass_an_l() {
    assert_passed(&Layout::l());
}

#[test]
fn agents_pass_a_t() {
    assert_passed(&Layout::t());
}

#[test]
fn agents_pass_a_wall() {
    assert_passed(&Layout::wall(12.0));
}

#[test]
fn agents_follow_a_wall_longer_than_their_sight_to_its_end() {
    assert_passed(&Layout::wall(40.0).within(150.0));
}

#[test]
fn agents_pass_a_building_with_two_wings() {
    assert_passed(&Layout::cup().within(150.0));
}
