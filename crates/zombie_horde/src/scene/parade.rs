//! Formations of every shape march round and round a graveyard, through gates.

use super::angle::{angle_of, turned_by, unit_at};
use super::ground::{Taken, Thing, build_wall, mirror};
use super::zombies::{BODY_RADIUS, soldier};
use super::{Arena, Look, SceneEntity, SceneRandom};
use bevy::prelude::*;
use bevy_horde::behaviors::PathProgress;
use bevy_horde::prelude::*;
use core::f32::consts::FRAC_PI_2;
use rand::RngExt;

/// Size of a ground, which has a formation of every shape, world units.
const GROUND: Vec2 = Vec2::new(1600.0, 900.0);
/// Half of the size of the course around the middle of the ground, world units.
const HALF_COURSE: Vec2 = Vec2::new(590.0, 285.0);
/// Radius of the corners of the course, world units.
const CORNER: f32 = 230.0;
/// Number of straight pieces in a corner.
const PIECES: u32 = 10;
/// Graves and trees beside the course, in a quarter of the ground.
const THINGS: [(Vec2, Thing); 7] = [
    (Vec2::new(175.0, 68.0), Thing::Tomb),
    (Vec2::new(262.0, 64.0), Thing::Round([5, 1, 7, 0])),
    (Vec2::new(350.0, 66.0), Thing::Tomb),
    (Vec2::new(408.0, 64.0), Thing::Tomb),
    (Vec2::new(745.0, 398.0), Thing::Round([2, 3, 6, 2])),
    (Vec2::new(752.0, 290.0), Thing::Tomb),
    (Vec2::new(640.0, 418.0), Thing::Hedge),
];
/// Width of a gate, world units: three zombies side by side.
const GATE: f32 = 100.0;
/// Radius of the mausoleum in the middle, world units.
const MAUSOLEUM: f32 = 84.0;
/// The kind of the mausoleum in the atlas.
const MAUSOLEUM_KIND: u8 = 4;
/// Largest speed of a marching point, world units per second: so slow that members can catch up.
const MARCH: f32 = 50.0;
/// The smallest and the largest speed of a member, world units per second.
const SPEEDS: core::ops::Range<f32> = 70.0..80.0;
/// Distance of neighbors, body radii.
const SPACING: f32 = 2.6;
/// Distances to the formation ahead, world units. A formation stands up to the first, and marches
/// at full speed from the second on.
const APART: [f32; 2] = [260.0, 420.0];
/// The slots of the letter Z: ahead of the leader and to the left, in distances of neighbors.
const LETTER: [[i8; 2]; 13] = [
    [-1, 2],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [-1, -2],
    [-2, -1],
    [-3, 0],
    [-4, 1],
    [-5, 2],
    [-5, 1],
    [-5, 0],
    [-5, -1],
    [-5, -2],
];
/// Largest number of members of each formation.
const MEMBERS: [u32; 6] = [9, 20, 11, 25, 16, LETTER.len() as u32];

/// The marching point at the head of a formation of a parade.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct ParadeLeader;

fn shapes() -> [FormationShape; MEMBERS.len()] {
    let letter = LETTER.map(|slot| SPACING * BODY_RADIUS * Vec2::from(slot.map(f32::from)));
    [
        FormationShape::Line,
        FormationShape::Column { files: 2 },
        FormationShape::Wedge,
        FormationShape::Box,
        FormationShape::Circle,
        FormationShape::Slots(letter.to_vec()),
    ]
}

/// A closed course: a rectangle with round corners.
struct Course(Vec<Vec2>);

impl Course {
    fn new(middle: Vec2) -> Self {
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        let corner = |(number, side): (usize, (f32, f32))| {
            let center = middle + (HALF_COURSE - CORNER) * Vec2::from(side);
            (0..=PIECES).map(move |piece| {
                let turns = number as f32 + piece as f32 / PIECES as f32;
                center + CORNER * unit_at(turns * FRAC_PI_2)
            })
        };
        Self(corners.into_iter().enumerate().flat_map(corner).collect())
    }

    fn parts(&self) -> impl Iterator<Item = (Vec2, Vec2)> {
        let next = self.0.iter().cycle().skip(1);
        self.0.iter().copied().zip(next.copied())
    }

    fn length(&self) -> f32 {
        self.parts().map(|(from, to)| from.distance(to)).sum()
    }

    /// The place this far along the course, and the direction there.
    fn at(&self, distance: f32) -> (Vec2, Vec2) {
        let mut left = distance.rem_euclid(self.length());
        for (from, to) in self.parts() {
            let length = from.distance(to);
            if left < length {
                let along = (to - from) / length;
                return (from + left * along, along);
            }
            left -= length;
        }
        (self.0[0], Vec2::Y)
    }
}

pub(super) fn spawn(commands: &mut Commands, agents: u32, random: &mut SceneRandom) -> Arena {
    let of_ground = MEMBERS.iter().sum();
    let (arena, grounds) = Arena::of_cells(agents.div_ceil(of_ground), GROUND);
    let mut left = agents;
    for ground in grounds {
        let course = Course::new(ground);
        build(commands, ground);
        let path = Path::new(course.0.iter().copied()).closed();
        let path = commands.spawn((SceneEntity, path)).id();
        for (number, shape) in shapes().into_iter().enumerate() {
            let count = left.min(MEMBERS[number]);
            left -= count;
            let part = number as f32 / MEMBERS.len() as f32;
            let start = part * course.length();
            let leader = spawn_leader(commands, shape, path, course.at(start));
            for member in 0..count {
                let behind = SPACING * BODY_RADIUS * (member / 3 + 1) as f32;
                let aside = SPACING * BODY_RADIUS * (member % 3) as f32 - SPACING * BODY_RADIUS;
                let (place, along) = course.at(start - behind);
                let place = place + along.perp() * aside;
                let speed = random.random_range(SPEEDS);
                let body = soldier(number as u8, place, along, speed);
                commands.spawn((body, InFormation(leader)));
            }
        }
    }
    arena
}

fn spawn_leader(
    commands: &mut Commands,
    shape: FormationShape,
    path: Entity,
    (place, along): (Vec2, Vec2),
) -> Entity {
    let formation = Formation::new(shape).with_spacing(Length::Radii(SPACING));
    let leader = (
        SceneEntity,
        ParadeLeader,
        formation.on_marching_point(BODY_RADIUS, MARCH),
        FollowPath::along(path),
        Transform::from_translation(place.extend(1.0)).with_rotation(turned_by(angle_of(along))),
    );
    commands.spawn(leader).id()
}

/// Builds a cross of walls around a mausoleum, and the graves and trees beside the course. Each
/// wall has a gate where the course crosses it.
fn build(commands: &mut Commands, ground: Vec2) {
    let half = 0.5 * GROUND;
    let mut taken = Taken::default();
    for side in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
        let ends = [MAUSOLEUM * side, half * side].map(|end| ground + end);
        let gate = [ground + HALF_COURSE * side];
        build_wall(commands, ends, &gate, GATE, &mut taken);
    }
    commands.spawn((
        SceneEntity,
        Look::Tomb(MAUSOLEUM_KIND),
        Transform::from_translation(ground.extend(0.0)),
        Obstacle::circle(MAUSOLEUM),
    ));
    mirror(commands, ground, &THINGS);
}

/// Slows leaders down behind others, so that formations stay apart.
pub(super) fn keep_apart(
    mut leaders: Query<
        (Entity, &FollowPath, &PathProgress, &mut SteeringAgent),
        With<ParadeLeader>,
    >,
) {
    let mut order: Vec<_> = leaders
        .iter()
        .filter(|(_, _, progress, _)| progress.is_following)
        .map(|(entity, follow, progress, _)| {
            let length = progress.distance + progress.remaining;
            (follow.path, progress.distance, length, entity)
        })
        .collect();
    order.sort_unstable_by(|one, other| {
        (one.0.cmp(&other.0))
            .then(one.1.total_cmp(&other.1))
            .then(one.3.cmp(&other.3))
    });
    for of_course in order.chunk_by(|one, other| one.0 == other.0) {
        for (number, (_, distance, length, leader)) in of_course.iter().enumerate() {
            let before = of_course[(number + 1) % of_course.len()].1;
            let gap = (before - distance).rem_euclid(length.max(f32::MIN_POSITIVE));
            let [none, full] = APART;
            let part = if of_course.len() > 1 {
                ((gap - none) / (full - none)).clamp(0.0, 1.0)
            } else {
                1.0
            };
            if let Ok((.., mut agent)) = leaders.get_mut(*leader)
                && agent.max_speed != part * MARCH
            {
                agent.max_speed = part * MARCH;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::TAU;

    #[test]
    fn a_course_comes_back_to_its_beginning() {
        let course = Course::new(Vec2::ZERO);
        let straight = 4.0 * (HALF_COURSE - CORNER).element_sum();
        let length = course.length();
        let round = straight + TAU * CORNER;
        assert!((0.99 * round..round).contains(&length), "{length}");
        let (start, along) = course.at(0.0);
        assert_eq!(start, Vec2::new(HALF_COURSE.x, HALF_COURSE.y - CORNER));
        assert!(along.y > 0.9);
        assert!(course.at(length - 0.1).0.distance(start) < 0.2);
        assert!(course.at(-0.1).0.distance(start) < 0.2);
        let (middle, along) = course.at(0.5 * length);
        assert!(middle.distance(-start) < 1.0 && along.y < -0.9);
    }
}
