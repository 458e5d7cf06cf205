//! A drawing with something on every layer.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::behaviors::{FormationSlot, FormationState};
use bevy_horde::debug::{
    DebugAgent, DebugLayer, JourneyMark, draw_agent, draw_event, draw_flow_field, draw_formation,
    draw_obstacle, draw_path, draw_trace,
};
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::trace::{ApproachLimit, BlockedBearings, Feeler, SightLine, SteeringTrace};
use core::f32::consts::FRAC_PI_4;

/// A trace with something for every layer that needs a trace.
pub fn full_trace() -> SteeringTrace {
    SteeringTrace {
        tiers: [Vec2::new(10.0, 5.0); 3],
        goal: Some(Vec2::new(30.0, 4.0)),
        blocked: vec![BlockedBearings {
            right: Vec2::X,
            left: Vec2::Y,
            distance: 10.0,
        }],
        bearing: Some(Vec2::Y),
        feelers: vec![Feeler {
            from: Vec2::ZERO,
            to: Vec2::new(20.0, 0.0),
            radius: 1.0,
            hit: Some((Vec2::new(9.0, 0.0), Vec2::NEG_X)),
        }],
        sight_lines: vec![
            SightLine {
                from: Vec2::ZERO,
                to: Vec2::ONE,
                is_clear: true,
            },
            SightLine {
                from: Vec2::ZERO,
                to: Vec2::ONE,
                is_clear: false,
            },
        ],
        approach_limits: vec![ApproachLimit {
            neighbor: Entity::PLACEHOLDER,
            toward: Vec2::X,
            max_speed: 1.0,
            unlimited_speed: 2.0,
            speed: 1.0,
        }],
        ..default()
    }
}

/// Draws every part of the debug drawing.
pub fn draw_everything(recorder: &mut Recorder, space: MovementSpace, agent: &DebugAgent) {
    let view = View::custom(Length::World(6.0), FRAC_PI_4);
    let views = [
        DebugLayer::SeparationView,
        DebugLayer::AlignmentView,
        DebugLayer::CohesionView,
        DebugLayer::AvoidAgentsView,
    ]
    .map(|layer| (layer, view));
    let steering = Steering {
        force: space.to_world(Vec2::new(3.0, 4.0)),
        ..default()
    };
    let velocity = Velocity(space.to_world(Vec2::new(1.0, 2.0)));
    draw_agent(recorder, space, agent, views, &velocity, &steering);
    draw_trace(recorder, space, agent, &full_trace());
    let mut app = app(space);
    app.world_mut().spawn(Obstacle::rectangle(4.0, 6.0));
    app.update();
    for placed in app.world().resource::<ObstacleIndex>().obstacles() {
        draw_obstacle(recorder, space, agent.position, &placed.shape, 1.0);
    }
    let path = Path::new([Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0)]).with_width(2.0);
    draw_path(recorder, space, agent.position, &path);
    let mark = JourneyMark::Unreachable;
    draw_event(
        recorder,
        space,
        agent.position,
        agent.body_radius,
        mark,
        1.0,
    );
    let (field, state) = field(&mut app);
    draw_flow_field(recorder, space, agent.position, &field, &state, 1.0);
    let formation = FormationState {
        is_marching: true,
        heading: Vec2::X,
        spacing: 2.0,
        slots: vec![Vec2::new(-2.0, 0.0)],
        ..default()
    };
    let slot = FormationSlot {
        slot: Some(0),
        ..default()
    };
    let member = [(agent.position, &slot)];
    draw_formation(recorder, space, agent.position, &formation, member);
}

/// A field of 8 by 4 cells with its goal on the right, and its ready state.
pub fn field(app: &mut App) -> (FlowField, FlowFieldState) {
    let area = Rect::from_center_size(Vec2::ZERO, Vec2::new(8.0, 4.0));
    let field = FlowField::new(area).to(Vec2::new(3.5, 0.0));
    let entity = app.world_mut().spawn(field.clone()).id();
    app.update();
    app.update();
    let state = app.world().get::<FlowFieldState>(entity);
    (field, state.expect("what the field requires").clone())
}
