//! A painter that records its lines, and scenes to draw.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::debug::{
    DebugAgent, DebugLayer, SteeringPainter, draw_agent, draw_obstacle, draw_trace,
};
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::trace::SteeringTrace;

/// A painter that records every line.
#[derive(Default)]
pub struct Recorder {
    pub drawn: Vec<(DebugLayer, Vec<Vec3>)>,
    /// If set, the recorder draws only these layers.
    only: Option<Vec<DebugLayer>>,
}

impl Recorder {
    pub fn only(layers: &[DebugLayer]) -> Self {
        Self {
            only: Some(layers.to_vec()),
            ..default()
        }
    }

    /// The lines of a layer, in the XY plane.
    pub fn lines(&self, layer: DebugLayer) -> Vec<Vec<Vec2>> {
        self.drawn
            .iter()
            .filter(|(drawn, _)| *drawn == layer)
            .map(|(_, points)| points.iter().map(|point| point.truncate()).collect())
            .collect()
    }

    /// Every point of a layer, in the XY plane.
    pub fn points(&self, layer: DebugLayer) -> Vec<Vec2> {
        self.lines(layer).concat()
    }

    /// The total length of the lines of a layer.
    pub fn length(&self, layer: DebugLayer) -> f32 {
        let length = |line: &Vec<Vec2>| -> f32 {
            line.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
        };
        self.lines(layer).iter().map(length).sum()
    }

    /// The start and the tip of the only arrow of a layer.
    #[track_caller]
    pub fn arrow(&self, layer: DebugLayer) -> (Vec2, Vec2) {
        let lines = self.lines(layer);
        let [shaft, head] = &lines[..] else {
            panic!("{layer:?}: {lines:?} is not an arrow");
        };
        let ([from, to], [left, tip, right]) = (&shaft[..], &head[..]) else {
            panic!("{layer:?}: {lines:?} is not an arrow");
        };
        assert_eq!(to, tip, "the head is at the tip");
        let along = *to - *from;
        let (left, right) = (*left - *tip, *right - *tip);
        assert!(left.dot(along) < 0.0 && right.dot(along) < 0.0);
        assert!(along.perp_dot(left) > 0.0 && along.perp_dot(right) < 0.0);
        (*from, *to)
    }
}

impl SteeringPainter for Recorder {
    fn line(&mut self, layer: DebugLayer, from: Vec3, to: Vec3) {
        self.polyline(layer, &[from, to]);
    }

    fn polyline(&mut self, layer: DebugLayer, points: &[Vec3]) {
        self.drawn.push((layer, points.to_vec()));
    }

    fn draws(&self, layer: DebugLayer) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&layer))
    }
}

#[track_caller]
pub fn assert_near(actual: f32, expected: f32, tolerance: f32) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not within {tolerance} of {expected}"
    );
}

#[track_caller]
pub fn assert_close(actual: Vec2, expected: Vec2) {
    assert!(
        actual.distance(expected) <= 1e-4,
        "{actual} is not {expected}"
    );
}

/// The relative tolerance of the length of a circle: a polygon, slightly shorter than 2 pi r.
pub const ROUND: f32 = 0.002;

/// An app in which one update is one tick of 1/60 s.
pub fn app(space: MovementSpace) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::default().in_space(space)))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    // The first update has no length.
    app.update();
    app
}

/// The drawing of one obstacle at `place`.
pub fn drawing_of(obstacle: Obstacle, place: Vec3, clearance: f32) -> Recorder {
    let mut app = app(MovementSpace::Xy);
    app.world_mut()
        .spawn((obstacle, Transform::from_translation(place)));
    app.update();
    let mut recorder = Recorder::default();
    let index = app.world().resource::<ObstacleIndex>();
    let [placed] = index.obstacles() else {
        panic!("expected one obstacle: {:?}", index.obstacles());
    };
    draw_obstacle(
        &mut recorder,
        MovementSpace::Xy,
        place,
        &placed.shape,
        clearance,
    );
    recorder
}

/// An agent of radius 1 at (1, 2), at height 7, with its heading along +x.
///
/// The arrow of its maximum force is 8 long.
pub fn agent() -> DebugAgent {
    DebugAgent {
        position: Vec3::new(1.0, 2.0, 7.0),
        heading: Vec2::X,
        body_radius: 1.0,
        max_speed: 5.0,
        max_force: 20.0,
        arrow_length: 8.0,
    }
}

pub fn drawing_of_trace(trace: &SteeringTrace) -> Recorder {
    let mut recorder = Recorder::default();
    draw_trace(&mut recorder, MovementSpace::Xy, &agent(), trace);
    recorder
}

pub fn drawing_of_views(agent: &DebugAgent, views: &[(DebugLayer, View)]) -> Recorder {
    let mut recorder = Recorder::default();
    draw_agent(
        &mut recorder,
        MovementSpace::Xy,
        agent,
        views.iter().copied(),
        &Velocity::default(),
        &Steering::default(),
    );
    recorder
}
