//! Symmetries: the same scenario at another origin, with other axes, or mirrored. The result must
//! not depend on them.

use super::{Layout, Task, Waypoint};
use crate::barrier::Barrier;
use bevy::math::{DVec2, Vec2};
use clap::ValueEnum;
use serde::Serialize;

/// Angle of the rotated layout to the left, degrees. No scenario is symmetric under it.
const TURN: f64 = 37.0;
/// Offset of the shifted layout, meters.
const SHIFT: DVec2 = DVec2::new(1000.0, -2000.0);

/// A symmetry of the plane that is applied to a layout.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// The layout of the file.
    #[default]
    Plain,
    /// Mirrored: `y` becomes `-y`.
    Mirrored,
    /// Rotated to the left by 37 degrees around the origin.
    Rotated,
    /// Shifted by 1000 m to the right and 2000 m down.
    Shifted,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Mirrored, Self::Rotated, Self::Shifted];

    /// Its name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Mirrored => "mirrored",
            Self::Rotated => "rotated",
            Self::Shifted => "shifted",
        }
    }

    /// A description for the report.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Plain => "as it is written",
            Self::Mirrored => "mirrored",
            Self::Rotated => "rotated by 37 degrees",
            Self::Shifted => "shifted by (1000, -2000) m",
        }
    }

    /// The image of a position in the file, meters.
    pub fn position(self, position: Vec2) -> Vec2 {
        (self.turn(position.as_dvec2()) + self.shift()).as_vec2()
    }

    /// The position in the file that has this image, meters.
    pub fn position_in_file(self, position: Vec2) -> Vec2 {
        self.turn_back(position.as_dvec2() - self.shift()).as_vec2()
    }

    /// The image of a velocity in the file, meters per second.
    pub fn velocity(self, velocity: Vec2) -> Vec2 {
        self.turn(velocity.as_dvec2()).as_vec2()
    }

    /// The velocity in the file that has this image, meters per second.
    pub fn velocity_in_file(self, velocity: Vec2) -> Vec2 {
        self.turn_back(velocity.as_dvec2()).as_vec2()
    }

    /// Transforms a barrier.
    fn put(self, barrier: &mut Barrier) {
        let put = |position: &mut Vec2| *position = self.position(*position);
        match barrier {
            Barrier::Circle { center, .. } => put(center),
            Barrier::Rectangle { center, turned, .. } => {
                put(center);
                *turned = self.degrees(*turned);
            }
            Barrier::Polyline { points, .. } | Barrier::Polygon { points } => {
                points.iter_mut().for_each(put);
            }
            Barrier::Segment { from, to } | Barrier::Capsule { from, to, .. } => {
                put(from);
                put(to);
            }
        }
    }

    /// The image of an angle in the file, degrees to the left.
    fn degrees(self, turned: f32) -> f32 {
        match self {
            Self::Plain | Self::Shifted => turned,
            Self::Mirrored => -turned,
            Self::Rotated => turned + TURN as f32,
        }
    }

    fn turn(self, vector: DVec2) -> DVec2 {
        match self {
            Self::Plain | Self::Shifted => vector,
            Self::Mirrored => DVec2::new(vector.x, -vector.y),
            Self::Rotated => DVec2::from_angle(TURN.to_radians()).rotate(vector),
        }
    }

    fn turn_back(self, vector: DVec2) -> DVec2 {
        match self {
            Self::Plain | Self::Shifted | Self::Mirrored => self.turn(vector),
            Self::Rotated => DVec2::from_angle(-TURN.to_radians()).rotate(vector),
        }
    }

    const fn shift(self) -> DVec2 {
        match self {
            Self::Shifted => SHIFT,
            Self::Plain | Self::Mirrored | Self::Rotated => DVec2::ZERO,
        }
    }
}

impl Layout {
    /// The layout under a symmetry. A wrapping ground keeps the coordinates of the file, so
    /// wrapping transforms positions back.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let mut transformed = self.clone();
        let put = |position: &mut Vec2| *position = symmetry.position(*position);
        for participant in &mut transformed.participants {
            put(&mut participant.start);
            participant.goals.iter_mut().for_each(put);
        }
        for task in &mut transformed.tasks {
            match task {
                Task::Walk { waypoints } => {
                    for waypoint in waypoints {
                        match waypoint {
                            Waypoint::Position(position) => put(position),
                            Waypoint::Gate { from, to } => {
                                put(from);
                                put(to);
                            }
                            Waypoint::Area(shape) => symmetry.put(shape),
                        }
                    }
                }
                Task::Circulate { path, .. } => path.iter_mut().for_each(put),
                Task::Flock { velocity, .. } => *velocity = symmetry.velocity(*velocity),
                Task::Stand | Task::Hunt { .. } => {}
            }
        }
        let guides = transformed.settings.iter_mut();
        for guide in guides.filter_map(|settings| settings.guide.as_mut()) {
            guide.positions_mut().iter_mut().for_each(put);
        }
        for target in &mut transformed.targets {
            target.path.iter_mut().for_each(put);
        }
        let doors = transformed.doors.iter_mut().map(|door| &mut door.shape);
        for barrier in transformed.barriers.iter_mut().chain(doors) {
            symmetry.put(barrier);
        }
        transformed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::samples::every_barrier;
    use crate::scenario::shipped;
    use bevy::math::vec2;

    #[test]
    fn positions_are_transformed() {
        let position = vec2(10.0, 5.0);
        assert_eq!(Symmetry::Plain.position(position), position);
        assert_eq!(Symmetry::Mirrored.position(position), vec2(10.0, -5.0));
        assert_eq!(Symmetry::Shifted.position(position), vec2(1010.0, -1995.0));
        // cos 37 is 0.798636 and sin 37 is 0.601815: 7.98636 - 3.00908, 6.01815 + 3.99318.
        assert!(
            Symmetry::Rotated
                .position(position)
                .distance(vec2(4.97728, 10.01133))
                < 1e-4
        );
        assert_eq!(Symmetry::Shifted.velocity(position), position);
    }

    #[test]
    fn guides_are_transformed() {
        for name in ["path-corner-20", "field-corner-20", "formation-gate-100"] {
            let (_, layout) = shipped(name)
                .expect("it comes with the suite")
                .expect("it is legal");
            let positions = |layout: &Layout| {
                let mut guide = layout.settings[0].guide.clone().expect("it has a guide");
                guide.positions_mut().to_vec()
            };
            for symmetry in Symmetry::ALL {
                let expected: Vec<Vec2> = positions(&layout)
                    .into_iter()
                    .map(|position| symmetry.position(position))
                    .collect();
                assert_eq!(positions(&layout.transformed(symmetry)), expected, "{name}");
            }
        }
    }

    #[test]
    fn the_transform_can_be_inverted() {
        for symmetry in Symmetry::ALL {
            let position = vec2(-3.25, 17.5);
            assert!(
                symmetry
                    .position_in_file(symmetry.position(position))
                    .distance(position)
                    < 1e-3,
                "{symmetry:?}"
            );
            assert!(
                symmetry
                    .velocity_in_file(symmetry.velocity(position))
                    .distance(position)
                    < 1e-5,
                "{symmetry:?}"
            );
        }
    }

    #[test]
    fn every_shape_is_transformed() {
        let (_, mut layout) = shipped("head-on-aligned")
            .expect("it comes with the suite")
            .expect("it is legal");
        layout.barriers = every_barrier();
        let positions = (0..400).map(|index| vec2((index % 20) as f32, (index / 20) as f32));
        for (symmetry, position) in Symmetry::ALL.into_iter().flat_map(|symmetry| {
            positions
                .clone()
                .map(move |position| (symmetry, 5.0 * position - 50.0))
        }) {
            let transformed = layout.transformed(symmetry);
            for (barrier, transformed) in layout.barriers.iter().zip(&transformed.barriers) {
                let distance = barrier.signed_distance(position.as_dvec2());
                let there = transformed.signed_distance(symmetry.position(position).as_dvec2());
                assert!(
                    (distance - there).abs() < 1e-3,
                    "{symmetry:?} {position} {barrier:?}"
                );
            }
        }
    }
}
