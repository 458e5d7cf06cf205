//! Sight against a slow search through all agents and all obstacles.

use super::*;
use proptest::prelude::*;

/// A random obstacle, and its edges and radius for the slow search.
#[derive(Clone, Debug)]
struct Drawn {
    obstacle: Obstacle,
    place: Vec2,
    edges: Vec<(Vec2, Vec2)>,
    radius: f32,
    filled: bool,
}

impl Drawn {
    fn new(kind: u8, place: Vec2, half: Vec2, turn: f32) -> Self {
        let far = Vec2::from_angle(turn) * (half.x + half.y);
        let corners = [
            half,
            half * Vec2::new(-1.0, 1.0),
            -half,
            half * Vec2::new(1.0, -1.0),
        ];
        let (obstacle, points, closed, radius) = match kind {
            0 => (Obstacle::circle(half.x), vec![Vec2::ZERO; 2], false, half.x),
            1 => (Obstacle::segment(-far, far), vec![-far, far], false, 0.0),
            2 => {
                let points = vec![-far, half, far];
                (Obstacle::polyline(points.clone()), points, false, 0.0)
            }
            3 => {
                let obstacle = Obstacle::rectangle(2.0 * half.x, 2.0 * half.y);
                (obstacle, corners.to_vec(), true, 0.0)
            }
            4 => {
                // An arrowhead, which is not convex.
                let points = vec![
                    half,
                    Vec2::ZERO,
                    half * Vec2::new(1.0, -1.0),
                    -2.0 * half.with_y(0.0),
                ];
                (Obstacle::polygon(points.clone()), points, true, 0.0)
            }
            _ => (
                Obstacle::capsule(-far, far, half.y),
                vec![-far, far],
                false,
                half.y,
            ),
        };
        let mut edges: Vec<_> = points.windows(2).map(|pair| (pair[0], pair[1])).collect();
        if closed {
            edges.push((points[points.len() - 1], points[0]));
        }
        let moved = |(start, end)| (place + start, place + end);
        Self {
            obstacle,
            place,
            edges: edges.into_iter().map(moved).collect(),
            radius,
            filled: closed,
        }
    }

    /// The least distance between the obstacle and a line; zero or negative if the line touches it.
    fn distance_to_line(&self, from: Vec2, to: Vec2) -> f32 {
        let inside = self.filled && self.surrounds(from);
        let least = (self.edges.iter())
            .map(|(start, end)| distance_of_segments(from, to, *start, *end))
            .fold(f32::INFINITY, f32::min);
        if inside {
            -least - 1.0
        } else {
            least - self.radius
        }
    }

    /// Whether a ray to the right crosses an odd number of edges.
    fn surrounds(&self, point: Vec2) -> bool {
        let crosses = |(start, end): &&(Vec2, Vec2)| {
            (start.y > point.y) != (end.y > point.y)
                && point.x < start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
        };
        self.edges.iter().filter(crosses).count() % 2 == 1
    }
}

fn distance_of_segments(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f32 {
    let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).perp_dot(point - from);
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    let to_segment = |point: Vec2, from: Vec2, to: Vec2| {
        let length_squared = from.distance_squared(to).max(f32::MIN_POSITIVE);
        let part = ((point - from).dot(to - from) / length_squared).clamp(0.0, 1.0);
        point.distance(from + (to - from) * part)
    };
    [
        to_segment(a, c, d),
        to_segment(b, c, d),
        to_segment(c, a, b),
        to_segment(d, a, b),
    ]
    .into_iter()
    .fold(f32::INFINITY, f32::min)
}

fn places() -> impl Strategy<Value = Vec2> {
    (-10.0_f32..10.0, -10.0_f32..10.0).prop_map(Vec2::from)
}

fn drawn() -> impl Strategy<Value = (Drawn, bool)> {
    let sizes = (0.2_f32..1.5, 0.2_f32..1.5).prop_map(Vec2::from);
    (0_u8..6, places(), sizes, -3.0_f32..3.0, any::<bool>())
        .prop_map(|(kind, place, half, turn, opaque)| (Drawn::new(kind, place, half, turn), opaque))
}

/// The range of the cohesion. Its force shows the mean offset of the neighbors, over this range.
const RANGE: f32 = 9.0;

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn the_nearest_neighbors_in_sight_equal_those_of_a_full_search(
        obstacles in prop::collection::vec(drawn(), 0..14),
        agents in prop::collection::vec((places(), any::<bool>()), 2..24),
        max_neighbors in 1_u32..8,
    ) {
        let mut app = app();
        for (drawn, opaque) in &obstacles {
            let obstacle = Obstacle { opaque: *opaque, ..drawn.obstacle.clone() };
            spawn(&mut app, (at(drawn.place.x, drawn.place.y), obstacle));
        }
        let ghost = SteeringAgent::default().non_solid();
        let cohesion = Cohesion { view: View::all(Length::World(RANGE)), weight: 1.0 };
        let perception = Perception { max_neighbors, ..default() };
        let entities: Vec<_> = agents
            .iter()
            .map(|(place, looks)| {
                let agent = spawn(&mut app, (at(place.x, place.y), ghost, cohesion, perception));
                if *looks {
                    let sight = (LineOfSight::default(), SteeringTrace::default());
                    app.world_mut().entity_mut(agent).insert(sight);
                }
                agent
            })
            .collect();
        app.update();
        // The forces are those of an agent with a single neighbor at the mean position.
        for (number, (from, looks)) in agents.iter().enumerate() {
            let mut others: Vec<(f32, usize)> = (0..agents.len())
                .filter(|other| *other != number)
                .map(|other| (agents[other].0.distance_squared(*from), other))
                .filter(|(distance_squared, _)| *distance_squared <= RANGE * RANGE)
                .collect();
            others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mut counting = Vec::new();
            let mut tested = 0;
            for (_, other) in &others {
                if counting.len() == max_neighbors as usize {
                    break;
                }
                let to = agents[*other].0;
                let gap = obstacles
                    .iter()
                    .filter(|(_, opaque)| *opaque && *looks)
                    .map(|(drawn, _)| drawn.distance_to_line(*from, to))
                    .fold(f32::INFINITY, f32::min);
                // Skip cases that rounding decides.
                prop_assume!(gap.abs() > 1e-4 || gap == 0.0);
                tested += 1;
                if gap > 0.0 {
                    counting.push(to);
                }
            }
            let force = steering_force(&app, entities[number]);
            if counting.is_empty() {
                prop_assert_eq!(force, None);
            } else {
                let middle = counting.iter().sum::<Vec2>() / counting.len() as f32;
                let mut alone = crate::harness::app();
                let agent = spawn(&mut alone, (at(from.x, from.y), ghost, cohesion));
                spawn(&mut alone, (at(middle.x, middle.y), ghost));
                alone.update();
                let expected = steering_force(&alone, agent).unwrap_or(Vec2::ZERO);
                let force = force.unwrap_or(Vec2::NAN);
                prop_assert!(force.distance(expected) < 1e-2, "{number}: {force} {expected}");
            }
            if *looks {
                let lines = get::<SteeringTrace>(&app, entities[number]).sight_lines.len();
                prop_assert_eq!(lines, tested);
            }
        }
    }

    #[test]
    fn a_target_is_in_sight_if_no_obstacle_touches_the_line(
        obstacles in prop::collection::vec(drawn(), 0..14),
        pairs in prop::collection::vec((places(), places()), 1..12),
    ) {
        let mut app = app();
        for (drawn, opaque) in &obstacles {
            let obstacle = Obstacle { opaque: *opaque, ..drawn.obstacle.clone() };
            spawn(&mut app, (at(drawn.place.x, drawn.place.y), obstacle));
        }
        let seekers: Vec<_> = pairs
            .iter()
            .map(|(from, to)| {
                let target = spawn(&mut app, at(to.x, to.y));
                let ghost = SteeringAgent::default().non_solid();
                let seeker = (ghost, Seek::entity(target), sees(HiddenTarget::GiveUp));
                spawn(&mut app, (at(from.x, from.y), seeker))
            })
            .collect();
        app.update();
        for ((from, to), seeker) in pairs.iter().zip(seekers) {
            let gap = obstacles
                .iter()
                .filter(|(_, opaque)| *opaque)
                .map(|(drawn, _)| drawn.distance_to_line(*from, *to))
                .fold(f32::INFINITY, f32::min);
            if gap.abs() > 1e-4 || gap == 0.0 {
                prop_assert_eq!(has_contribution(&app, seeker), gap > 0.0, "{}", gap);
            }
        }
    }
}
