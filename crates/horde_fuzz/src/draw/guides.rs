//! Random paths, flow fields and formations, and behaviors that follow them.

use super::Dice;
use super::agents::Others;
use crate::act::{Part, thing};
use bevy::prelude::*;
use bevy_horde::prelude::*;

impl Dice {
    /// A random path through points within reach.
    pub fn path(&mut self, unit: f32, center: Vec2, reach: f32) -> Path {
        let points = (0..self.few(1, 12)).map(|_| center + self.point(reach));
        Path {
            points: points.collect(),
            width: self.setting(4.0 * unit),
            closed: self.one_in(3),
        }
    }

    /// A random flow field of up to some thousand cells.
    pub fn flow_field(&mut self, unit: f32, center: Vec2, reach: f32, others: u32) -> FlowField {
        let half_size = vec2(self.number(0.2, 1.5), self.number(0.2, 1.5)) * reach;
        let goals = (0..self.few(1, 4)).map(|_| self.field_goal(unit, center, reach, others));
        let goals = goals.collect();
        let slow_areas = (0..self.whole(3)).map(|_| {
            let half_size = vec2(self.number(0.0, 0.5), self.number(0.0, 0.5)) * reach;
            SlowArea {
                area: Rect::from_center_half_size(center + self.point(reach), half_size),
                cost: self.pick(&[0.5, 2.0, 5.0, 50.0, f32::INFINITY]),
            }
        });
        let slow_areas = slow_areas.collect();
        FlowField {
            area: Rect::from_center_half_size(center, half_size),
            cell_size: reach / self.number(2.0, 16.0),
            goals,
            body_radii: (0..self.few(1, 3)).map(|_| self.setting(unit)).collect(),
            slow_areas,
            crowd_cost: self.setting(7.0),
            slows_agents: self.whole(2) == 0,
            cells_per_tick: self.pick(&[15_000, 15_000, 500, 60, 1]),
        }
    }

    fn field_goal(&mut self, unit: f32, center: Vec2, reach: f32, others: u32) -> FieldGoal {
        let place = center + self.point(reach);
        match self.whole(4) {
            0 => FieldGoal::Circle {
                center: place,
                radius: self.setting(2.0 * unit),
            },
            1 => {
                let half_size = vec2(self.number(0.0, 4.0), self.number(0.0, 4.0)) * unit;
                FieldGoal::Rectangle(Rect::from_center_half_size(place, half_size))
            }
            _ => FieldGoal::Target(self.target(center, reach, others)),
        }
    }

    /// A random formation.
    pub fn formation(&mut self, unit: f32) -> Formation {
        let shape = match self.whole(8) {
            0 => FormationShape::Line,
            1 => FormationShape::Column {
                files: self.few(1, 5) as u32,
            },
            2 => FormationShape::Wedge,
            3 => FormationShape::Box,
            4 => FormationShape::Circle,
            5 => FormationShape::Ranks {
                ranks: self.few(1, 5) as u32,
            },
            6 => FormationShape::Block {
                files: self.few(1, 9) as u32,
            },
            _ => {
                let slots = (0..self.whole(8)).map(|_| self.point(8.0 * unit));
                FormationShape::Slots(slots.collect())
            }
        };
        Formation {
            shape,
            spacing: self.length(3.0, unit),
            facing: self.point(unit),
        }
    }

    /// A random component for paths, flow fields, formations or journeys, or for movement relative
    /// to one or several targets.
    pub(super) fn guided(&mut self, unit: f32, center: Vec2, reach: f32, others: Others) -> Part {
        let weight = self.setting(1.0);
        let target = self.target(center, reach, others.count);
        let other = |number: Option<u32>| number.map_or(Entity::PLACEHOLDER, thing);
        match self.whole(14) {
            0 | 1 => Part::FollowField(FollowField {
                field: other(others.field),
                weight,
            }),
            2 => Part::Path(self.path(unit, center, reach)),
            3 | 4 => Part::FollowPath(FollowPath {
                path: others.path.filter(|_| !self.one_in(4)).map(thing),
                direction: self.pick(&[
                    PathDirection::Forward,
                    PathDirection::Backward,
                    PathDirection::BackAndForth,
                ]),
                look_ahead: self.setting(0.5),
                weight,
                ..default()
            }),
            5 => Part::OffsetPursue(OffsetPursue {
                target,
                offset: self.point(5.0 * unit),
                weight,
            }),
            6 => Part::FollowLeader(FollowLeader {
                target,
                distance: self.length(4.0, unit),
                clearance: self.length(2.5, unit),
                look_ahead: self.setting(1.5),
                weight,
            }),
            7 => Part::Interpose(Interpose {
                target,
                other: self.target(center, reach, others.count),
                part: self.number(-0.2, 1.2),
                weight,
            }),
            8 => {
                let threats = (0..self.few(1, 3)).map(|_| self.target(center, reach, others.count));
                Part::Hide(Hide {
                    threats: threats.collect(),
                    range: self.pick(&[f32::INFINITY, 10.0 * unit, reach]),
                    sight: self.length(25.0, unit),
                    gap: self.length(0.5, unit),
                    weight,
                })
            }
            9 => Part::Queue(Queue {
                doorway: target,
                range: self.length(15.0, unit),
                gap: self.length(0.5, unit),
            }),
            10 => Part::Journey(Journey {
                stuck_after: self.setting(3.0),
            }),
            11 => Part::Formation(self.formation(unit)),
            _ => Part::InFormation(InFormation(other(others.leader))),
        }
    }
}
