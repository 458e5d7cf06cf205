//! The corridor that avoidance looks along, and the whiskers.

use super::{DrawnAgent, DrawnAgents, HordeGizmos};
use bevy::prelude::*;
use bevy_horde::behaviors::WhiskerMemory;
use bevy_horde::kernel::whisker::Fan;
use bevy_horde::prelude::*;

/// Free way.
const FREE: Color = Color::srgba(0.5, 0.95, 0.6, 0.6);
/// Something is in the way.
const BLOCKED: Color = Color::srgb(1.0, 0.35, 0.3);
/// Points of a half circle.
const POINTS: u32 = 10;

pub(super) fn draw(
    agents: DrawnAgents<Or<(With<AvoidObstacles>, With<Whiskers>)>>,
    behaviors: Query<(
        Option<&AvoidObstacles>,
        Option<&Whiskers>,
        Option<&WhiskerMemory>,
    )>,
    query: SteeringQuery,
    mut gizmos: Gizmos<HordeGizmos>,
) {
    for agent in agents.iter() {
        let Ok((avoid, whiskers, memory)) = behaviors.get(agent.entity) else {
            continue;
        };
        let speed = agent.velocity.length();
        if let Some(avoid) = avoid {
            let half_width = agent.radius + avoid.margin.resolve(agent.radius);
            let length = (avoid.look_ahead * speed).max(avoid.min_look_ahead.resolve(agent.radius));
            feel(
                &agent,
                agent.heading,
                length,
                half_width,
                &query,
                &mut gizmos,
            );
        }
        if let Some(whiskers) = whiskers {
            let widened = memory.is_some_and(|memory| memory.time_left > 0.0);
            let fan = Fan {
                count: whiskers.count,
                angle: whiskers.fan_angle * if widened { Whiskers::WIDENING } else { 1.0 },
                length: (whiskers.look_ahead * speed)
                    .max(whiskers.min_length.resolve(agent.radius)),
            };
            for whisker in 0..fan.count {
                let direction = fan.direction(agent.heading, whisker);
                feel(
                    &agent,
                    direction,
                    fan.length,
                    agent.radius,
                    &query,
                    &mut gizmos,
                );
            }
        }
    }
}

/// A body's way along a line, up to where it would touch something.
fn feel(
    agent: &DrawnAgent,
    direction: Vec2,
    length: f32,
    half_width: f32,
    query: &SteeringQuery,
    gizmos: &mut Gizmos<HordeGizmos>,
) {
    let end = agent.place + direction * length;
    let hit = query.first_obstacle_for_circle(agent.place, end, half_width);
    let (end, color) = hit.map_or((end, FREE), |hit| (hit.position, BLOCKED));
    let side = direction.perp() * half_width;
    gizmos.line_2d(agent.place + side, end + side, color);
    gizmos.line_2d(agent.place - side, end - side, color);
    let cap = (0..=POINTS).map(|point| {
        let angle = core::f32::consts::PI * (point as f32 / POINTS as f32);
        end + Vec2::from_angle(-angle).rotate(side)
    });
    gizmos.linestrip_2d(cap, color);
    if let Some(hit) = hit {
        let touch = hit.position - hit.normal * half_width;
        gizmos.circle_2d(touch, 0.25 * agent.radius, color);
    }
}
