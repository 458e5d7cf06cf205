//! Random agents.

use super::Dice;
use crate::act::{Part, thing};
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::PI;

/// The things to which components may refer.
#[derive(Clone, Copy, Default)]
pub struct Others {
    /// Targets are among this many first things.
    pub count: u32,
    /// A thing with a flow field.
    pub field: Option<u32>,
    /// A thing with a path.
    pub path: Option<u32>,
    /// A thing that leads a formation.
    pub leader: Option<u32>,
}

impl From<u32> for Others {
    fn from(count: u32) -> Self {
        Self { count, ..default() }
    }
}

impl Dice {
    /// A random setting near its usual value, sometimes 0, very small or very large.
    pub fn setting(&mut self, usual: f32) -> f32 {
        match self.whole(12) {
            0 => 0.0,
            1 => usual * self.magnitude(1e-3, 1e3),
            2..6 => usual,
            _ => usual * self.number(0.3, 3.0),
        }
    }

    /// A length of about this many radii.
    pub fn length(&mut self, radii: f32, unit: f32) -> Length {
        let count = self.setting(radii);
        match self.whole(3) {
            0 => Length::World(count * unit),
            _ => Length::Radii(count),
        }
    }

    fn view(&mut self, unit: f32) -> View {
        let half_angle = match self.whole(3) {
            0 => PI,
            _ => self.number(0.3, PI),
        };
        View::custom(self.length(9.0, unit), half_angle)
    }

    /// A target: a position within reach, one of the first `others` things, or the nearest of a
    /// group.
    pub fn target(&mut self, center: Vec2, reach: f32, others: u32) -> Target {
        match self.whole(4) {
            0 if self.one_in(3) => Target::NearestOf(self.pick(&[1, 2, 3, u32::MAX])),
            0 if others > 0 => Target::Entity(thing(self.whole(others as usize) as u32)),
            1 => Target::Point((center + self.point(reach)).extend(0.0)),
            _ => Target::PlanePoint(center + self.point(reach)),
        }
    }

    /// A random component for a body of radius `unit` among other things.
    pub fn part(&mut self, unit: f32, center: Vec2, reach: f32, others: impl Into<Others>) -> Part {
        let others = others.into();
        if self.one_in(3) {
            return self.guided(unit, center, reach, others);
        }
        let weight = self.setting(1.0);
        let target = self.target(center, reach, others.count);
        match self.whole(25) {
            0 | 1 => Part::Seek(Seek { target, weight }),
            2 => Part::Arrive(Arrive {
                target,
                weight,
                deceleration: self.setting(0.7),
                tolerance: self.length(0.2, unit),
                ..default()
            }),
            3 => Part::Pursue(Pursue {
                target,
                weight,
                max_prediction: self.setting(2.0),
            }),
            4 => Part::Flee(Flee {
                threat: target,
                weight,
                panic_distance: self.pick(&[f32::INFINITY, 10.0 * unit, reach]),
            }),
            5 => Part::Evade(Evade {
                threat: target,
                weight,
                max_prediction: self.setting(2.0),
                panic_distance: self.pick(&[f32::INFINITY, 10.0 * unit, reach]),
            }),
            6 | 7 => Part::Wander(Wander {
                rate: self.setting(1.0),
                spread: self.number(0.0, 2.0),
                weight,
            }),
            8 => Part::Separation(Separation {
                view: self.view(unit),
                weight,
            }),
            9 => Part::Alignment(Alignment {
                view: self.view(unit),
                weight,
            }),
            10 => Part::Cohesion(Cohesion {
                view: self.view(unit),
                weight,
            }),
            11 => Part::Flock(Flock {
                separation: Separation {
                    view: self.view(unit),
                    weight,
                },
                ..default()
            }),
            12 | 13 => Part::AvoidAgents(AvoidAgents {
                braking_time: self.pick(&[0.5, 0.0]),
                horizon: self.setting(2.5),
                margin: self.length(0.1, unit),
                priority: self.whole(3) as i32 - 1,
                weight,
                ..default()
            }),
            14 | 15 => Part::AvoidObstacles(AvoidObstacles {
                margin: self.length(0.35, unit),
                weight,
                ..default()
            }),
            16 => Part::Whiskers(Whiskers {
                weight,
                margin: self.length(0.35, unit),
                ..Whiskers::new(self.few(1, 7) as u32)
            }),
            17 => Part::FollowWall(FollowWall {
                side: self.pick(&[WallSide::Nearest, WallSide::Left, WallSide::Right]),
                weight,
                ..default()
            }),
            18 => Part::Contain(match self.whole(3) {
                0 => Contain::circle(center, reach * self.number(0.2, 1.2)),
                1 => Contain::rectangle(center, Vec2::splat(2.0 * reach * self.number(0.2, 1.2))),
                _ => Contain::polygon(
                    self.star(7, 0.4 * reach, reach)
                        .into_iter()
                        .map(|point| point + center),
                ),
            }),
            19 => Part::LineOfSight(LineOfSight {
                neighbors: self.one_in(2),
                hidden_target: self.pick(&[
                    HiddenTarget::KeepTracking,
                    HiddenTarget::LastSeen,
                    HiddenTarget::GiveUp,
                ]),
                range: self.pick(&[f32::INFINITY, f32::INFINITY, 10.0 * unit, reach]),
                half_angle: self.pick(&[PI, PI, 1.0, 0.3]),
                tracking_angle: self.pick(&[PI, 1.5, 0.0]),
                memory_time: self.pick(&[f32::INFINITY, f32::INFINITY, 0.5, 0.0]),
            }),
            20 => Part::UpdateInterval(UpdateInterval {
                ticks: self.few(1, 9) as u8,
            }),
            21 => Part::Gather(Gather {
                target,
                weight,
                gap: self.length(0.2, unit),
                make_way: self.setting(1.5),
            }),
            22 => {
                let speed = self.setting(20.0 * unit);
                let velocity = self.point(speed);
                Part::Impulse(Impulse {
                    velocity: velocity.extend(0.0),
                    damping: self.pick(&[0.0, 1.0, 4.0, 1e3]),
                    time: self.pick(&[0.0, 0.01, 0.3, 0.3, 2.0, f32::INFINITY]),
                })
            }
            23 => Part::SpeedFactor(SpeedFactor(self.setting(1.0))),
            _ => match self.whole(3) {
                0 => Part::Facing(Facing {
                    rotate: self.one_in(2),
                    smoothing_time: self.setting(0.1),
                    max_turn_rate: self.pick(&[f32::INFINITY, 0.0, 2.0]),
                    slow_speed: self.pick(&[0.1, 0.0, 1.0]),
                }),
                1 => Part::LookAt(LookAt::new(target)),
                _ => Part::Perception(Perception {
                    max_neighbors: self.pick(&[0, 1, 3, 16, 200]),
                    memberships: self.pick(&[1, 1, 2, 3]),
                    filters: self.pick(&[u32::MAX, 1, 2]),
                }),
            },
        }
    }

    /// A body with this radius and maximum speed.
    pub fn body(&mut self, radius: f32, max_speed: f32) -> SteeringAgent {
        let nimbleness = self.pick(&[3.0, 3.0, 60.0, 1e4, 0.3]);
        let mut body = SteeringAgent::new(radius, max_speed).with_max_force(nimbleness * max_speed);
        if self.one_in(6) {
            let mass = self.magnitude(0.05, 50.0);
            body = body.with_mass(mass).with_max_force(body.max_force * mass);
        }
        if self.one_in(8) {
            body.max_turn_rate = self.magnitude(0.1, 100.0);
        }
        if self.one_in(5) {
            body.combine = Combine::WeightedSum;
        }
        body
    }
}
