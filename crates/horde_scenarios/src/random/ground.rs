//! The walls of a random scenario, and the areas in which its agents start and end.

mod clutter;
mod corridor;
mod rooms;

use super::MIN_GAP;
use super::dice::Dice;
use crate::barrier::Barrier;
use bevy::math::{Rect, Vec2};
use serde::Serialize;

/// The kind of the walls.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[serde(rename_all = "lowercase")]
pub enum GroundKind {
    /// No walls, or only a fence around everything.
    Open,
    /// Separate obstacles of every shape, dead ends among them.
    Clutter,
    /// One long wall with one to three openings.
    Wall,
    /// Two to six rooms with doors.
    Rooms,
    /// Two halls that a corridor joins, straight or with a corner.
    Corridor,
}

impl GroundKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Open,
        Self::Clutter,
        Self::Wall,
        Self::Rooms,
        Self::Corridor,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Clutter => "clutter",
            Self::Wall => "wall",
            Self::Rooms => "rooms",
            Self::Corridor => "corridor",
        }
    }
}

/// A drawn ground.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub kind: GroundKind,
    pub barriers: Vec<Barrier>,
    /// The openings of the walls, from jamb to jamb.
    pub doors: Vec<[Vec2; 2]>,
    /// The halls, rooms or sides of the wall; one area if there are none.
    pub areas: Vec<Rect>,
    /// Whether two bodies cannot pass each other in a long passage, so that all must walk from the
    /// first area to the last.
    pub is_one_way: bool,
}

/// The agents for which the ground must have room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// The largest body radius, meters.
    pub widest: f32,
    /// Number of agents.
    pub agents: usize,
}

impl Need {
    /// Draws the sides of an area with room for all agents, meters.
    fn size(self, dice: &mut Dice) -> Vec2 {
        let area = dice.between(45.0, 180.0) * self.agents as f32 + 400.0;
        let aspect = dice.between(0.6, 1.7);
        self.widest * Vec2::new((area * aspect).sqrt(), (area / aspect).sqrt())
    }

    /// Draws a gap that the widest body can pass, meters. At least half of the gaps are below 2.5
    /// radii.
    fn gap(self, dice: &mut Dice) -> f32 {
        let most = dice.one_of(&[2.5, 7.0]);
        self.widest * dice.between(MIN_GAP, most)
    }
}

impl Ground {
    /// Draws a ground; `None` if the draws do not fit together.
    pub(super) fn draw(dice: &mut Dice, need: Need) -> Option<Self> {
        match dice.one_of(&GroundKind::ALL) {
            GroundKind::Open => Some(open(dice, need)),
            GroundKind::Clutter => Some(clutter::draw(dice, need)),
            GroundKind::Wall => rooms::wall(dice, need),
            GroundKind::Rooms => rooms::draw(dice, need),
            GroundKind::Corridor => Some(corridor::draw(dice, need)),
        }
    }

    /// Whether a body at a position is clear of all barriers by `margin`, meters.
    pub(super) fn is_clear(&self, position: Vec2, radius: f32, margin: f32) -> bool {
        let least = f64::from(radius + margin);
        let distance = |barrier: &Barrier| barrier.signed_distance(position.as_dvec2());
        self.barriers
            .iter()
            .all(|barrier| distance(barrier) >= least)
    }
}

fn open(dice: &mut Dice, need: Need) -> Ground {
    let area = Rect::from_corners(Vec2::ZERO, need.size(dice));
    let mut barriers = Vec::new();
    if dice.chance(0.3) {
        barriers.push(fence(area));
    }
    Ground {
        kind: GroundKind::Open,
        barriers,
        doors: Vec::new(),
        areas: vec![area],
        is_one_way: false,
    }
}

/// A wall around an area.
fn fence(area: Rect) -> Barrier {
    let (least, most) = (area.min, area.max);
    Barrier::Polyline {
        points: vec![
            least,
            Vec2::new(most.x, least.y),
            most,
            Vec2::new(least.x, most.y),
        ],
        closed: true,
    }
}
