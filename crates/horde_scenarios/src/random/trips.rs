//! Starts and goals of a random scenario.

use super::MIN_GAP;
use super::bodies::Body;
use super::dice::Dice;
use super::ground::{Ground, GroundKind};
use bevy::math::{Rect, Vec2};
use serde::Serialize;

/// The number of tries to place one body.
const TRIES: usize = 300;
/// Bodies start at least this far from walls and from each other, as a share of the radius.
const START_GAP: f32 = 0.03;

/// Where the agents go.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[serde(rename_all = "lowercase")]
pub enum GoalKind {
    /// Each agent goes anywhere, to a goal of its own.
    Own,
    /// Each agent exchanges places with another; of an odd number of agents, the last stays.
    Exchanged,
    /// From points of a circle to the opposite points.
    Circle,
    /// In two to four streams that cross.
    Streams,
    /// From one part of the ground to another: through doors, where there are any.
    Beyond,
    /// Into a patch where all stand closely side by side.
    Shared,
}

impl GoalKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Own,
        Self::Exchanged,
        Self::Circle,
        Self::Streams,
        Self::Beyond,
        Self::Shared,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Exchanged => "exchanged",
            Self::Circle => "circle",
            Self::Streams => "streams",
            Self::Beyond => "beyond",
            Self::Shared => "shared",
        }
    }
}

/// The start and goal of one agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Trip {
    pub start: Vec2,
    pub goal: Vec2,
}

/// Draws the trips of all bodies; `None` if a body finds no room.
pub(super) fn draw(
    dice: &mut Dice,
    bodies: &[Body],
    ground: &Ground,
) -> Option<(GoalKind, Vec<Trip>)> {
    let kind = dice.one_of(kinds(ground, bodies.len()));
    let mut room = Room::new(ground, bodies);
    let trips = match kind {
        GoalKind::Own => room.own(dice),
        GoalKind::Exchanged => room.exchanged(dice),
        GoalKind::Circle => room.circle(dice),
        GoalKind::Streams => room.streams(dice),
        GoalKind::Beyond => room.beyond(dice),
        GoalKind::Shared => room.shared(dice),
    };
    Some((kind, trips?))
}

fn kinds(ground: &Ground, agents: usize) -> &'static [GoalKind] {
    use GoalKind::{Beyond, Circle, Exchanged, Own, Shared, Streams};
    match (ground.kind, agents) {
        _ if ground.is_one_way => &[Beyond, Shared],
        (_, 1) => &[Own],
        (GroundKind::Open | GroundKind::Clutter, _) => &[Own, Exchanged, Circle, Streams, Shared],
        _ => &[Own, Exchanged, Beyond, Shared],
    }
}

/// Finds positions for bodies.
struct Room<'a> {
    ground: &'a Ground,
    bodies: &'a [Body],
    widest: f32,
    /// The width that every body can pass, meters.
    passage: f32,
}

impl<'a> Room<'a> {
    fn new(ground: &'a Ground, bodies: &'a [Body]) -> Self {
        let widest = bodies.iter().map(|body| body.radius).fold(0.0, f32::max);
        Self {
            ground,
            bodies,
            widest,
            passage: MIN_GAP * widest,
        }
    }

    /// A free start in an area, apart from all `taken` ones; `None` if no try finds one.
    fn start(&self, dice: &mut Dice, radius: f32, area: Rect, taken: &[Place]) -> Option<Vec2> {
        let gap = START_GAP * radius;
        let is_free = |position: &Vec2| {
            self.ground.is_clear(*position, radius, gap) && is_apart(*position, radius, gap, taken)
        };
        throw(dice, area, radius).find(is_free)
    }

    /// A free goal in an area. With several bodies, each can pass a body at the goal on every side,
    /// so that no goal closes a way.
    fn goal(&self, dice: &mut Dice, radius: f32, area: Rect, taken: &[Place]) -> Option<Vec2> {
        let gap = match self.bodies.len() {
            1 => START_GAP * radius,
            _ => self.passage,
        };
        let is_free = |position: &Vec2| {
            self.ground.is_clear(*position, radius, gap) && is_apart(*position, radius, gap, taken)
        };
        throw(dice, area, radius).find(is_free)
    }

    /// A start in one area and a goal in another for every body.
    fn between(
        &self,
        dice: &mut Dice,
        mut areas: impl FnMut(&mut Dice, usize) -> (Rect, Rect),
    ) -> Option<Vec<Trip>> {
        let (mut starts, mut goals) = (Vec::new(), Vec::new());
        let bodies = self.bodies.iter().enumerate();
        let mut trip = |(number, body): (usize, &Body)| {
            let (from, to) = areas(dice, number);
            let start = self.start(dice, body.radius, from, &starts)?;
            let goal = self.goal(dice, body.radius, to, &goals)?;
            starts.push((start, body.radius));
            goals.push((goal, body.radius));
            Some(Trip { start, goal })
        };
        bodies.map(&mut trip).collect()
    }

    fn own(&mut self, dice: &mut Dice) -> Option<Vec<Trip>> {
        let areas = &self.ground.areas;
        self.between(dice, |dice, _| (dice.one_of(areas), dice.one_of(areas)))
    }

    fn beyond(&mut self, dice: &mut Dice) -> Option<Vec<Trip>> {
        let mut areas = self.ground.areas.clone();
        let is_one_way = self.ground.is_one_way || dice.chance(0.4);
        if !self.ground.is_one_way {
            dice.shuffle(&mut areas);
        }
        let (first, last) = (areas[0], areas[areas.len() - 1]);
        self.between(dice, |_, number| match is_one_way || number % 2 == 0 {
            true => (first, last),
            false => (last, first),
        })
    }

    /// Two to four streams, each from a strip at one side to the opposite strip.
    fn streams(&mut self, dice: &mut Dice) -> Option<Vec<Trip>> {
        let area = self.ground.areas[0];
        let part = area.size() * 0.3;
        let sides = [
            Rect::from_corners(area.min, area.min + Vec2::new(part.x, area.height())),
            Rect::from_corners(area.max - Vec2::new(part.x, area.height()), area.max),
            Rect::from_corners(area.min, area.min + Vec2::new(area.width(), part.y)),
            Rect::from_corners(area.max - Vec2::new(area.width(), part.y), area.max),
        ];
        // The first stream goes right. The next two go left and up, in either order. The fourth
        // goes down.
        let order = match dice.chance(0.5) {
            true => [(0, 1), (1, 0), (2, 3), (3, 2)],
            false => [(0, 1), (2, 3), (1, 0), (3, 2)],
        };
        let count = dice.count(2, 4);
        self.between(dice, |_, number| {
            let (from, to) = order[number % count];
            (sides[from], sides[to])
        })
    }

    fn exchanged(&mut self, dice: &mut Dice) -> Option<Vec<Trip>> {
        let mut places: Vec<Place> = Vec::new();
        for _ in self.bodies {
            let area = dice.one_of(&self.ground.areas);
            // Any body may stand here, so the widest must fit.
            let position = self.goal(dice, self.widest, area, &places)?;
            places.push((position, self.widest));
        }
        let count = places.len();
        let partner = |number: usize| match number ^ 1 {
            partner if partner < count => partner,
            _ => number,
        };
        let trip = |number: usize| Trip {
            start: places[number].0,
            goal: places[partner(number)].0,
        };
        Some((0..count).map(trip).collect())
    }

    fn circle(&mut self, dice: &mut Dice) -> Option<Vec<Trip>> {
        let center = self.ground.areas[0].center();
        let apart = self.widest * dice.between(2.1, 4.2);
        // Starts and goals take half to all of the circumference, about `6 radius`.
        let spare = dice.between(1.0, 2.0);
        let radius = (apart * self.bodies.len() as f32 / 3.0 * spare).max(6.0 * self.widest);
        let mut places: Vec<Place> = Vec::new();
        for body in self.bodies {
            let arm = (0..TRIES).map(|_| dice.direction() * radius).find(|arm| {
                [center + *arm, center - *arm].into_iter().all(|position| {
                    let is_apart = places
                        .iter()
                        .all(|(other, _)| other.distance(position) >= apart);
                    let gap = START_GAP * body.radius;
                    is_apart && self.ground.is_clear(position, self.widest, gap)
                })
            })?;
            places.push((center + arm, body.radius));
        }
        let trip = |place: &Place| Trip {
            start: place.0,
            goal: 2.0 * center - place.0,
        };
        Some(places.iter().map(trip).collect())
    }

    /// Goals on a grid, with gaps of 0.1 to 0.8 radii between the widest bodies.
    fn shared(&mut self, dice: &mut Dice) -> Option<Vec<Trip>> {
        let count = self.bodies.len();
        let columns = (1..).find(|side| side * side >= count)?;
        let rows = count.div_ceil(columns);
        let step = self.widest * (2.0 + dice.between(0.1, 0.8));
        let half = Vec2::new((columns - 1) as f32, (rows - 1) as f32) * step / 2.0;
        let areas = &self.ground.areas;
        let (from, to) = (areas[0], areas[areas.len() - 1]);
        let grid = move |center: Vec2| {
            (0..count).map(move |rank| {
                let place = Vec2::new((rank % columns) as f32, (rank / columns) as f32);
                center - half + place * step
            })
        };
        // The widest body can pass the patch on every side.
        let is_free = |position: Vec2| self.ground.is_clear(position, self.widest, self.passage);
        let is_inside = |center: &Vec2| {
            to.contains(*center - half) && to.contains(*center + half) && grid(*center).all(is_free)
        };
        let center = (0..TRIES).map(|_| dice.position(to)).find(is_inside)?;
        let mut goals: Vec<Vec2> = grid(center).collect();
        dice.shuffle(&mut goals);
        let mut starts = Vec::new();
        let mut trips = Vec::new();
        for (body, goal) in self.bodies.iter().zip(goals) {
            let start = self.start(dice, body.radius, from, &starts)?;
            starts.push((start, body.radius));
            trips.push(Trip { start, goal });
        }
        Some(trips)
    }
}

/// A position and the radius of its body.
type Place = (Vec2, f32);

/// Random positions for a body that is completely inside an area.
fn throw(dice: &mut Dice, area: Rect, radius: f32) -> impl Iterator<Item = Vec2> {
    let inside = area.inflate(-radius);
    (0..TRIES).map(move |_| dice.position(inside))
}

fn is_apart(position: Vec2, radius: f32, gap: f32, taken: &[Place]) -> bool {
    taken
        .iter()
        .all(|(other, its)| other.distance(position) >= radius + its + gap)
}
