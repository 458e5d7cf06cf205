//! Parts of graveyards: ground that is taken, graves and hedges, and walls with gates.

use super::angle::turned_by;
use super::discs::{Disc, Discs};
use super::zombies::BODY_RADIUS;
use super::{Build, Look, SceneEntity};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// Width of the ways between things, world units: enough for one zombie.
pub(super) const WAY: f32 = 3.4 * BODY_RADIUS;
/// Side of a gate post, world units.
pub(super) const POST: f32 = 40.0;

/// The ground that is already taken, as discs.
#[derive(Default)]
pub(super) struct Taken(Discs);

impl Taken {
    pub(super) fn is_free(&self, position: Vec2, radius: f32) -> bool {
        let mut discs = self.0.near(position, radius);
        discs.all(|disc| disc.center.distance(position) > disc.radius + radius)
    }

    pub(super) fn take(&mut self, center: Vec2, radius: f32) {
        self.0.add(Disc { center, radius });
    }

    pub(super) fn take_along(&mut self, from: Vec2, to: Vec2, radius: f32) {
        let steps = (from.distance(to) / WAY).ceil().max(1.0) as u32;
        for step in 0..=steps {
            self.take(from.lerp(to, step as f32 / steps as f32), radius);
        }
    }
}

/// Places graves, hedges and round things around `middle`: each at its offset, and mirrored at both
/// axes.
pub(super) fn mirror(commands: &mut Commands, middle: Vec2, things: &[(Vec2, Thing)]) {
    let nothing = Taken::default();
    for (number, (place, thing)) in things.iter().enumerate() {
        for (mirrored, side) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
            .map(Vec2::from)
            .into_iter()
            .enumerate()
        {
            let plot = Plot {
                position: middle + side * *place,
                turn: 0.12 * ((3 * number + 5 * mirrored) % 5) as f32 - 0.24,
                size: 1.0,
            };
            match thing {
                Thing::Tomb => plot.tomb(commands, &nothing),
                Thing::Hedge => plot.hedge(commands, &nothing),
                Thing::Round(kinds) => plot.round(commands, &nothing, kinds[mirrored]),
            };
        }
    }
}

/// Something that stands on a plot.
pub(super) enum Thing {
    Tomb,
    Hedge,
    /// Round things: the kind at the offset, and the kinds of its three mirror images.
    Round([u8; 4]),
}

/// The position, angle and relative size of an object.
pub(super) struct Plot {
    pub(super) position: Vec2,
    pub(super) turn: f32,
    pub(super) size: f32,
}

impl Plot {
    /// Spawns the object and returns its reach, the radius of a circle around it; `None` if it does
    /// not fit.
    pub(super) fn put(
        &self,
        commands: &mut Commands,
        taken: &Taken,
        (look, obstacle, reach): (Look, Obstacle, f32),
    ) -> Option<f32> {
        taken.is_free(self.position, reach + WAY).then(|| {
            commands.spawn((
                SceneEntity,
                look,
                Transform::from_translation(self.position.extend(0.0))
                    .with_rotation(turned_by(self.turn)),
                obstacle,
            ));
            reach
        })
    }

    pub(super) fn tomb(&self, commands: &mut Commands, taken: &Taken) -> Option<f32> {
        let size = self.size * Vec2::new(42.0, 72.0);
        let tomb = Obstacle::rectangle(size.x, size.y);
        self.put(
            commands,
            taken,
            (Look::Built(Build::Stone), tomb, size.length() / 2.0),
        )
    }

    pub(super) fn hedge(&self, commands: &mut Commands, taken: &Taken) -> Option<f32> {
        let half = Vec2::new(38.0 * self.size, 0.0);
        let hedge = Obstacle::capsule(-half, half, 15.0);
        self.put(
            commands,
            taken,
            (Look::Built(Build::Leaves), hedge, half.x + 15.0),
        )
    }

    pub(super) fn round(&self, commands: &mut Commands, taken: &Taken, kind: u8) -> Option<f32> {
        let radius = 40.0 * self.size;
        let thing = Obstacle::circle(radius);
        self.put(commands, taken, (Look::Tomb(kind), thing, radius))
    }
}

/// Builds a straight wall with gates of this width, between posts with lanterns. The middles of the
/// gates lie on the wall, in order.
pub(super) fn build_wall(
    commands: &mut Commands,
    [from, to]: [Vec2; 2],
    gates: &[Vec2],
    width: f32,
    taken: &mut Taken,
) {
    let opening = (to - from).normalize_or_zero() * 0.5 * (width + POST);
    let mut start = from;
    for gate in gates {
        build_part(commands, start, *gate - opening, taken);
        start = *gate + opening;
        for post in [*gate - opening, start] {
            build_post(commands, post, taken);
        }
    }
    build_part(commands, start, to, taken);
}

fn build_part(commands: &mut Commands, from: Vec2, to: Vec2, taken: &mut Taken) {
    taken.take_along(from, to, 0.25 * WAY);
    commands.spawn((
        SceneEntity,
        Look::Built(Build::Stone),
        Obstacle::polyline([from, to]),
    ));
}

/// Builds a post with a lantern.
pub(super) fn build_post(commands: &mut Commands, position: Vec2, taken: &mut Taken) {
    taken.take(position, POST);
    commands.spawn((
        SceneEntity,
        Look::Built(Build::Lamp),
        Transform::from_translation(position.extend(0.0)),
        Obstacle::rectangle(POST, POST),
    ));
}
