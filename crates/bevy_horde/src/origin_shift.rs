//! Moves the origin of the world, with all positions that the plugin stores.

use crate::agent::Steering;
use crate::arbitration::SteeringGoal;
use crate::behaviors::{
    Arrive, Contain, DetourState, Evade, Flee, FollowLeader, FormationSlot, FormationState, Gather,
    Hide, HideState, Interpose, JourneyEvents, JourneyState, LookAt, OffsetPursue, Path,
    PathProgress, Progress, Pursue, Queue, QueueState, Region, Seek, Settled, YieldState,
};
use crate::flow_field::{FieldGoal, FlowField, FlowFieldState};
use crate::obstacle::ObstacleState;
use crate::perception::{AgentState, LastSeen};
use crate::schedule::SteeringTick;
use crate::space::MovementSpace;
use crate::target::Target;
use crate::update_interval::HeldDecision;
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::component::Mutable;
use bevy::ecs::entity_disabling::DefaultQueryFilters;
use bevy::ecs::system::Command;
use bevy::prelude::*;

/// A command that tells the plugin that the game has moved the origin of the world.
///
/// Far from the origin `f32` coordinates are coarse. So a game with a large world moves everything
/// back now and then. It adds an offset to positions, and queues this command with the same offset,
/// between the same two ticks:
///
/// | what | shifted by |
/// |---|---|
/// | the `Transform` of every entity without a parent: agents, obstacles, the camera | the game |
/// | positions in components of the game and in its own [`TargetBehavior`]s | the game |
/// | targets, goals, paths, regions and flow fields in components of the plugin | this command |
/// | all memories of the plugin | this command |
///
/// Nothing else changes. Settled agents stay settled, no event comes again, agents go on along
/// their paths, and an obstacle has not moved. Directions, velocities and offsets stay, and so do
/// the points of an [`Obstacle`](crate::obstacle::Obstacle), which its `Transform` moves. Results
/// differ only by rounding. The plugin computes the costs of a flow field anew, `cells_per_tick` in
/// each tick. Until they are ready, agents go by the old costs in their new place.
///
/// What the game writes into components of the plugin before the command runs counts as old
/// coordinates. Queue it in a system outside of the plugin's schedule, as in `Update`, or in one
/// that is ordered before [`SteeringSystems::Perceive`](crate::SteeringSystems::Perceive) or after
/// [`SteeringSystems::Locomote`](crate::SteeringSystems::Locomote). Within a tick the plugin would
/// overwrite the shifted `Transform`s. An offset that is not finite is reported and shifts nothing.
///
/// The crate `big_space` keeps such an origin: an entity has a cell of a grid, and a `Transform`
/// within that cell. The plugin reads only the `Transform`. So keep all agents and obstacles that
/// meet in one cell. When the game moves them into another cell, it queues this command.
///
/// [`TargetBehavior`]: crate::behaviors::TargetBehavior
///
/// ```
/// # use bevy::prelude::*;
/// # use bevy_horde::prelude::*;
/// # #[derive(Component)]
/// # struct Player;
/// fn keep_player_near_origin(
///     player: Single<Entity, With<Player>>,
///     mut transforms: Query<&mut Transform, Without<ChildOf>>,
///     mut commands: Commands,
/// ) -> Result {
///     let place = transforms.get(*player)?.translation;
///     if place.length() > 1000.0 {
///         for mut transform in &mut transforms {
///             transform.translation -= place;
///         }
///         commands.queue(ShiftOrigin(-place));
///     }
///     Ok(())
/// }
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SteeringPlugin::default()));
/// # app.add_systems(Update, keep_player_near_origin).update();
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShiftOrigin(
    /// What was added to every position, world units.
    pub Vec3,
);

impl ShiftOrigin {
    /// Returns the target after the shift.
    pub fn shift_target(self, target: Target, space: MovementSpace) -> Target {
        let mut shifted = target;
        shifted.shift(&Shift::new(self, space));
        shifted
    }
}

impl Command for ShiftOrigin {
    type Out = ();

    fn apply(self, world: &mut World) {
        let Some(space) = world.get_resource::<MovementSpace>() else {
            log::warn!("ShiftOrigin shifts nothing: add SteeringPlugin to the app");
            return;
        };
        let shift = Shift::new(self, *space);
        if !shift.world.is_finite() {
            log::warn!("ShiftOrigin shifts nothing: {} is not finite", shift.world);
            return;
        }
        // Hidden entities move, too, whatever component hides them.
        if world.contains_resource::<DefaultQueryFilters>() {
            world.resource_scope(|world, _: Mut<DefaultQueryFilters>| {
                shift_components(world, &shift);
            });
        } else {
            shift_components(world, &shift);
        }
        let now = world.change_tick();
        if let Some(mut events) = world.get_resource_mut::<JourneyEvents>() {
            events.written_at = now;
        }
        // The indices follow from the components again, as after a load.
        if let Some(mut tick) = world.get_resource_mut::<SteeringTick>() {
            tick.set_changed();
        }
    }
}

macro_rules! shift_all {
    ($world:expr, $shift:expr, $($component:ty),* $(,)?) => {
        $(shift_all_of::<$component>($world, $shift);)*
    };
}

/// Every component with a position. A test lists all fields of components that are vectors.
fn shift_components(world: &mut World, shift: &Shift) {
    shift_all!(
        world,
        shift,
        Seek,
        Arrive,
        Gather,
        Pursue,
        Flee,
        Evade,
        OffsetPursue,
        FollowLeader,
        Interpose,
        Hide,
        HideState,
        LookAt,
        Queue,
        QueueState,
        Path,
        PathProgress,
        Contain,
        FormationState,
        FormationSlot,
        DetourState,
        Settled,
        YieldState,
        JourneyState,
        LastSeen,
        FlowField,
        FlowFieldState,
        SteeringGoal,
        Steering,
        HeldDecision,
        AgentState,
        ObstacleState,
    );
}

fn shift_all_of<C: Component<Mutability = Mutable> + Shifts>(world: &mut World, shift: &Shift) {
    let mut query = world.query::<&mut C>();
    for mut component in query.iter_mut(world) {
        component.shift(shift);
    }
}

/// A shift in both kinds of coordinates.
struct Shift {
    world: Vec3,
    plane: Vec2,
    space: MovementSpace,
}

impl Shift {
    fn new(ShiftOrigin(world): ShiftOrigin, space: MovementSpace) -> Self {
        Self {
            world,
            plane: space.to_plane(world),
            space,
        }
    }

    /// The shift in the world, without the coordinate outside of the plane.
    fn in_plane(&self) -> Vec3 {
        self.space.to_world(self.plane)
    }

    /// Shifts a position in the plane.
    fn place(&self, place: &mut Vec2) {
        *place += self.plane;
    }

    /// Shifts an area in the plane.
    fn area(&self, area: &mut Rect) {
        self.place(&mut area.min);
        self.place(&mut area.max);
    }
}

/// Something with positions.
trait Shifts {
    fn shift(&mut self, shift: &Shift);
}

impl Shifts for Target {
    fn shift(&mut self, shift: &Shift) {
        match self {
            Self::Point(place) => *place += shift.world,
            Self::PlanePoint(place) => shift.place(place),
            Self::Entity(_) | Self::NearestOf(_) => {}
        }
    }
}

impl<T: Shifts> Shifts for Option<T> {
    fn shift(&mut self, shift: &Shift) {
        self.iter_mut().for_each(|it| it.shift(shift));
    }
}

impl<T: Shifts> Shifts for Vec<T> {
    fn shift(&mut self, shift: &Shift) {
        self.iter_mut().for_each(|it| it.shift(shift));
    }
}

/// A place in the plane.
impl Shifts for Vec2 {
    fn shift(&mut self, shift: &Shift) {
        shift.place(self);
    }
}

impl Shifts for FieldGoal {
    fn shift(&mut self, shift: &Shift) {
        match self {
            Self::Target(target) => target.shift(shift),
            Self::Circle { center, .. } => shift.place(center),
            Self::Rectangle(area) => shift.area(area),
        }
    }
}

impl Shifts for Region {
    fn shift(&mut self, shift: &Shift) {
        match self {
            Self::Rectangle { center, .. } | Self::Circle { center, .. } => shift.place(center),
            Self::Polygon { points } => points.shift(shift),
        }
    }
}

macro_rules! shifts {
    ($($component:ty: $($field:ident),+;)*) => {
        $(impl Shifts for $component {
            fn shift(&mut self, shift: &Shift) {
                $(self.$field.shift(shift);)+
            }
        })*
    };
}

shifts!(
    Seek: target;
    Arrive: target;
    Gather: target;
    Pursue: target;
    Flee: threat;
    Evade: threat;
    OffsetPursue: target;
    FollowLeader: target;
    Interpose: target, other;
    Hide: threats;
    HideState: place;
    LookAt: target, place;
    Queue: doorway;
    QueueState: doorway;
    Path: points;
    PathProgress: position;
    Contain: region;
    Progress: anchor;
    FormationSlot: progress;
    DetourState: unreachable_goal, nearest_place, corner, goal;
    Settled: goal, spot;
    YieldState: position;
    JourneyState: goal, progress;
    HeldDecision: heads_for;
);

impl Shifts for AgentState {
    fn shift(&mut self, shift: &Shift) {
        self.0.position.shift(shift);
    }
}

impl Shifts for FormationState {
    fn shift(&mut self, shift: &Shift) {
        shift.place(&mut self.leader_position);
        shift.place(&mut self.position);
        for point in &mut self.trail {
            shift.place(&mut point.position);
        }
    }
}

impl Shifts for LastSeen {
    fn shift(&mut self, shift: &Shift) {
        for seen in &mut self.targets {
            shift.place(&mut seen.position);
        }
    }
}

impl Shifts for FlowField {
    fn shift(&mut self, shift: &Shift) {
        shift.area(&mut self.area);
        self.goals.shift(shift);
        for slow in &mut self.slow_areas {
            shift.area(&mut slow.area);
        }
    }
}

impl Shifts for FlowFieldState {
    fn shift(&mut self, shift: &Shift) {
        FlowFieldState::shift(self, shift.plane);
    }
}

impl Shifts for SteeringGoal {
    fn shift(&mut self, shift: &Shift) {
        if let Some(goal) = &mut self.goal {
            shift.place(&mut goal.position);
        }
    }
}

impl Shifts for Steering {
    fn shift(&mut self, shift: &Shift) {
        if let Some(place) = &mut self.heads_for {
            // It lies on the plane, whatever the height of the world.
            *place += shift.in_plane();
        }
    }
}

impl Shifts for ObstacleState {
    fn shift(&mut self, shift: &Shift) {
        ObstacleState::shift(self, shift.world);
    }
}
