//! The same scenario laid out in another place: what happens must not depend on where the world has its origin, which way
//! its axes point, or which hand is which.

use super::{Errand, Layout, Waypoint};
use crate::barrier::Barrier;
use bevy::math::{DVec2, Vec2};
use clap::ValueEnum;
use serde::Serialize;

/// How far the rotated pose is turned to the left, degrees: no symmetry of any scenario.
const TURN: f64 = 37.0;
/// How far the shifted pose is from the plain one, metres.
const SHIFT: DVec2 = DVec2::new(1000.0, -2000.0);

/// Where and how a scenario is laid out.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Pose {
    /// As the file has it.
    #[default]
    Plain,
    /// Upside down: `y` becomes `-y`.
    Mirrored,
    /// Turned to the left by 37 degrees about the origin.
    Rotated,
    /// By 1000 m to the right and 2000 m down.
    Shifted,
}

impl Pose {
    /// All of them.
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

    /// What is done to the scenario, in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Plain => "as it is written",
            Self::Mirrored => "mirrored",
            Self::Rotated => "rotated by 37 degrees",
            Self::Shifted => "shifted by (1000, -2000) m",
        }
    }

    /// Where a place of the file is laid out, metres.
    pub fn place(self, place: Vec2) -> Vec2 {
        (self.turn(place.as_dvec2()) + self.shift()).as_vec2()
    }

    /// Which place of the file a place is, metres.
    pub fn place_in_file(self, place: Vec2) -> Vec2 {
        self.turn_back(place.as_dvec2() - self.shift()).as_vec2()
    }

    /// How a velocity of the file is laid out.
    pub fn velocity(self, velocity: Vec2) -> Vec2 {
        self.turn(velocity.as_dvec2()).as_vec2()
    }

    /// Which velocity of the file a velocity is.
    pub fn velocity_in_file(self, velocity: Vec2) -> Vec2 {
        self.turn_back(velocity.as_dvec2()).as_vec2()
    }

    /// How a turn of the file is laid out, degrees to the left.
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
    /// The same in another pose. The ground that wraps is not posed: places are taken back to the file for it.
    #[must_use]
    pub fn posed(&self, pose: Pose) -> Self {
        let mut posed = self.clone();
        let put = |place: &mut Vec2| *place = pose.place(*place);
        for participant in &mut posed.participants {
            put(&mut participant.start);
            participant.goals.iter_mut().for_each(put);
        }
        for errand in &mut posed.errands {
            match errand {
                Errand::Walk { waypoints } => {
                    for waypoint in waypoints {
                        match waypoint {
                            Waypoint::Place(place) => put(place),
                            Waypoint::Gate { from, to } => {
                                put(from);
                                put(to);
                            }
                        }
                    }
                }
                Errand::Circulate { path, .. } => path.iter_mut().for_each(put),
                Errand::Flock { velocity, .. } => *velocity = pose.velocity(*velocity),
                Errand::Stand | Errand::Hunt { .. } => {}
            }
        }
        for target in &mut posed.targets {
            target.path.iter_mut().for_each(put);
        }
        for barrier in &mut posed.barriers {
            match barrier {
                Barrier::Circle { center, .. } => put(center),
                Barrier::Rectangle { center, turned, .. } => {
                    put(center);
                    *turned = pose.degrees(*turned);
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
        posed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::samples::every_barrier;
    use crate::scenario::shipped;
    use bevy::math::vec2;

    #[test]
    fn places_are_where_the_pose_says() {
        let place = vec2(10.0, 5.0);
        assert_eq!(Pose::Plain.place(place), place);
        assert_eq!(Pose::Mirrored.place(place), vec2(10.0, -5.0));
        assert_eq!(Pose::Shifted.place(place), vec2(1010.0, -1995.0));
        // cos 37 is 0.798636 and sin 37 is 0.601815: 7.98636 - 3.00908, 6.01815 + 3.99318.
        assert!(Pose::Rotated.place(place).distance(vec2(4.97728, 10.01133)) < 1e-4);
        assert_eq!(Pose::Shifted.velocity(place), place);
    }

    #[test]
    fn the_file_is_found_again() {
        for pose in Pose::ALL {
            let place = vec2(-3.25, 17.5);
            assert!(
                pose.place_in_file(pose.place(place)).distance(place) < 1e-3,
                "{pose:?}"
            );
            assert!(
                pose.velocity_in_file(pose.velocity(place)).distance(place) < 1e-5,
                "{pose:?}"
            );
        }
    }

    #[test]
    fn every_shape_is_posed_whole() {
        let (_, mut layout) = shipped("head-on-aligned")
            .expect("it comes with the suite")
            .expect("it is legal");
        layout.barriers = every_barrier();
        let places = (0..400).map(|index| vec2((index % 20) as f32, (index / 20) as f32));
        for (pose, place) in Pose::ALL
            .into_iter()
            .flat_map(|pose| places.clone().map(move |place| (pose, 5.0 * place - 50.0)))
        {
            let posed = layout.posed(pose);
            for (barrier, posed) in layout.barriers.iter().zip(&posed.barriers) {
                let distance = barrier.signed_distance(place.as_dvec2());
                let there = posed.signed_distance(pose.place(place).as_dvec2());
                assert!(
                    (distance - there).abs() < 1e-3,
                    "{pose:?} {place} {barrier:?}"
                );
            }
        }
    }
}
