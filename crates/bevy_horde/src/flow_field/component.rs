//! The component that asks for a flow field.

use super::FlowFieldState;
use crate::target::Target;
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
use horde_kernel::fields::eikonal::{Goal, GoalShape};

/// The ways of a whole crowd to common goals, round all obstacles of an area.
///
/// Put it on an entity of its own. Agents with [`FollowField`](crate::behaviors::FollowField) go by
/// it. The plugin computes it from its own obstacles, solid or not, and keeps it up to date while
/// they move, come and go. All agents share the work, so a horde of any size finds its way through
/// a maze.
///
/// The plugin computes `cells_per_tick` cells in each tick. So the tick in which a field is ready
/// is the same on every machine. Until then agents go by the last field that was ready; before the
/// first, their `FollowField` adds nothing. An agent beside a new wall turns aside at once. When an
/// obstacle, a slow area or `crowd_cost` changes, the plugin repairs the costs around it, and the
/// result has the same bits as a new field. When a goal moves by more than a cell, or `area`,
/// `cell_size` or `body_radii` change, the plugin computes a new field. Changes in the meantime
/// wait until the field is ready, so it is ready from time to time even if obstacles never rest.
///
/// A goal that an obstacle covers is reached at the surface of that obstacle. A circle or a
/// rectangle that is free in part is reached there. The area, the cells and the body radii are in
/// world units: set all three to fit your scale.
///
/// Ways lead round agents that stand or are slow. Otherwise all agents of a crowd would aim at the
/// end of the same wall, and pass it in single file (Kretz 2009, Treuille 2006). Up to four times a
/// second the plugin counts slow bodies in blocks. A block is three radii of the smallest size
/// wide. Each body counts by the part of its largest speed that it lacks. Ways through such blocks
/// cost more. Agents that have settled make way, so they do not count; disabled agents do. Agents
/// that may see a goal within 60 of the largest body radii do not count. While the plugin takes up
/// a new count, the field stays ready. Obstacles and goals that change meanwhile wait until that is
/// done.
///
/// The ways are at most 3 % longer than the shortest, in the mean. A gap is open to bodies that fit
/// with a cell to spare, and closed to bodies that do not fit. Costs of the ways solve the eikonal
/// equation (Tsitsiklis 1995); directions come from interpolated costs, so agents do not zigzag.
///
/// | field | meaning, unit | default | legal | raising it | disable |
/// |---|---|---|---|---|---|
/// | `area` | where the field leads, in the plane; agents outside go to the nearest place inside | 100 by 100 units about the origin | finite, not empty | - | - |
/// | `cell_size` | side of a cell, world units | 1.0 | above 0; 1 to 4 096 cells along each side | faster, coarser; more narrow gaps are closed | - |
/// | `goals` | where the ways lead, but not the nearest of a group; each agent goes to the one with the cheapest way; one outside of `area` does not count | none | finite, size 0 and up | - | none: adds nothing |
/// | `body_radii` | the body sizes for which ways are computed, at most 8, world units; an agent takes the least that is not less than its own, or the greatest | 0.5 | above 0 | more sizes cost more | - |
/// | `slow_areas` | areas that cost more, or are closed | none | see [`SlowArea`] | - | none |
/// | `crowd_cost` | what a unit of way costs more where standing bodies cover all ground; 1 is the cost of a unit over normal ground | 7 | 0 to 100 | ways lead farther round a crowd | 0 |
/// | `slows_agents` | whether slow areas slow the agents that follow the field: to their largest speed divided by the cost | false | - | - | false |
/// | `cells_per_tick` | how many cells are computed in each tick, for all sizes together | 15 000 | above 0 | is ready sooner, longer ticks | - |
///
/// A cell takes 16 bytes for each body size. 15 000 cells take up to 1 ms of one thread. All work
/// counts as so many cells as take as long: fresh memory, slow areas, walls, goals, copies and
/// repairs.
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # let mut world = World::new();
/// let exit = FlowField::new(Rect::new(-60.0, -40.0, 60.0, 40.0)).to(vec2(55.0, 0.0));
/// let exit = world.spawn(exit).id();
/// world.spawn((SteeringAgent::default(), FollowField::new(exit)));
/// ```
#[derive(Component, Reflect, MapEntities, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[reflect(Component, Default)]
#[require(FlowFieldState)]
pub struct FlowField {
    /// Where the field leads, in the plane.
    pub area: Rect,
    /// Side of a cell, world units.
    pub cell_size: f32,
    /// Where the ways lead.
    #[entities]
    pub goals: Vec<FieldGoal>,
    /// The body sizes for which ways are computed, world units.
    pub body_radii: Vec<f32>,
    /// Areas that cost more, or are closed.
    pub slow_areas: Vec<SlowArea>,
    /// The extra cost of a unit of way where standing bodies cover all ground.
    pub crowd_cost: f32,
    /// Whether slow areas slow the agents that follow the field.
    pub slows_agents: bool,
    /// How many cells are computed in each tick.
    pub cells_per_tick: u32,
}

/// A goal of a [`FlowField`].
#[derive(Reflect, MapEntities, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum FieldGoal {
    /// A place, or an entity wherever it goes.
    Target(#[entities] Target),
    /// A disc, in the plane.
    Circle {
        /// The center of the disc.
        center: Vec2,
        /// The radius of the disc, world units; 0 and up.
        radius: f32,
    },
    /// An upright rectangle, in the plane.
    Rectangle(Rect),
}

/// An area of a [`FlowField`] in which ways cost more than their length.
#[derive(Reflect, Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct SlowArea {
    /// The area, in the plane.
    pub area: Rect,
    /// The cost of a unit of way: 1 for normal ground, 2 for a swamp in which agents are half as
    /// fast. Infinity closes the area. Finite numbers are clamped to 1/64 to 1 000.
    pub cost: f32,
}

impl FlowField {
    /// A field over an area, with cells of 1 unit, for bodies with a radius of 0.5.
    /// [`MovementSpace::area`](crate::space::MovementSpace::area) converts corners in the world.
    pub fn new(area: Rect) -> Self {
        Self { area, ..default() }
    }

    /// The same field with one more goal.
    pub fn to(mut self, goal: impl Into<FieldGoal>) -> Self {
        self.goals.push(goal.into());
        self
    }

    /// The same field with cells of another size, world units.
    pub fn with_cell_size(mut self, cell_size: f32) -> Self {
        self.cell_size = cell_size;
        self
    }

    /// The same field with another `crowd_cost` of ways through standing agents; 0 ignores agents.
    pub fn with_crowd_cost(mut self, crowd_cost: f32) -> Self {
        self.crowd_cost = crowd_cost;
        self
    }

    /// The same field for bodies of these radii, world units.
    pub fn with_body_radii(mut self, radii: impl IntoIterator<Item = f32>) -> Self {
        self.body_radii = radii.into_iter().collect();
        self
    }
}

impl Default for FlowField {
    fn default() -> Self {
        Self {
            area: Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(50.0)),
            cell_size: 1.0,
            goals: Vec::new(),
            body_radii: vec![0.5],
            slow_areas: Vec::new(),
            crowd_cost: 7.0,
            slows_agents: false,
            cells_per_tick: 15_000,
        }
    }
}

impl FieldGoal {
    /// The same goal with a target replaced by its place, which `find` returns; `None` without a
    /// place.
    pub(super) fn resolve(self, find: impl FnOnce(Target) -> Option<Vec2>) -> Option<Self> {
        match self {
            Self::Target(target) => Some(Self::Target(Target::PlanePoint(find(target)?))),
            _ => Some(self),
        }
    }

    /// The goal in numbers; `None` for a target that is not resolved, or for illegal numbers.
    pub(super) fn resolved(&self) -> Option<Goal> {
        let (center, shape) = match *self {
            Self::Target(Target::PlanePoint(place)) => (place, GoalShape::Point),
            Self::Target(_) => return None,
            Self::Circle { center, radius } => (center, GoalShape::Disc(radius)),
            Self::Rectangle(area) => (area.center(), GoalShape::Box(area.half_size())),
        };
        let goal = Goal {
            center,
            shape,
            start_cost: 0.0,
        };
        let is_extent = match shape {
            GoalShape::Point | GoalShape::Beside(_) => true,
            GoalShape::Disc(radius) => radius >= 0.0,
            GoalShape::Box(half) => half.cmpge(Vec2::ZERO).all(),
        };
        (is_extent && goal.is_valid()).then_some(goal)
    }
}

impl<T: Into<Target>> From<T> for FieldGoal {
    fn from(target: T) -> Self {
        Self::Target(target.into())
    }
}
