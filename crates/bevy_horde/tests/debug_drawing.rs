//! The debug drawing, as a painter that writes everything down sees it.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::debug::{
    AgentViews, DebugAgent, DebugLayer, SteeringPainter, draw_agent, draw_obstacle, draw_trace,
};
use bevy_horde::obstacle::ObstacleIndex;
use bevy_horde::prelude::*;
use bevy_horde::trace::{BlockedBearings, Feeler, SightLine, SteeringTrace};
use core::f32::consts::{FRAC_PI_4, PI};

/// Writes down what it is told to draw.
#[derive(Default)]
struct Recorder {
    drawn: Vec<(DebugLayer, Vec<Vec3>)>,
    /// When given, it draws no other layer.
    only: Option<Vec<DebugLayer>>,
}

impl Recorder {
    fn only(layers: &[DebugLayer]) -> Self {
        Self {
            only: Some(layers.to_vec()),
            ..default()
        }
    }

    /// The lines of a layer, in the XY plane.
    fn lines(&self, layer: DebugLayer) -> Vec<Vec<Vec2>> {
        self.drawn
            .iter()
            .filter(|(drawn, _)| *drawn == layer)
            .map(|(_, points)| points.iter().map(|point| point.truncate()).collect())
            .collect()
    }

    /// Every point of a layer, in the XY plane.
    fn points(&self, layer: DebugLayer) -> Vec<Vec2> {
        self.lines(layer).concat()
    }

    /// The length of all lines of a layer together.
    fn length(&self, layer: DebugLayer) -> f32 {
        let length = |line: &Vec<Vec2>| -> f32 {
            line.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
        };
        self.lines(layer).iter().map(length).sum()
    }

    /// From where to where the only arrow of a layer points.
    #[track_caller]
    fn arrow(&self, layer: DebugLayer) -> (Vec2, Vec2) {
        let lines = self.lines(layer);
        let [shaft, head] = &lines[..] else {
            panic!("{layer:?}: {lines:?} is no arrow");
        };
        let ([from, to], [left, tip, right]) = (&shaft[..], &head[..]) else {
            panic!("{layer:?}: {lines:?} is no arrow");
        };
        assert_eq!(to, tip, "the head is at the end");
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
fn assert_near(actual: f32, expected: f32, tolerance: f32) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not within {tolerance} of {expected}"
    );
}

#[track_caller]
fn assert_close(actual: Vec2, expected: Vec2) {
    assert!(
        actual.distance(expected) <= 1e-4,
        "{actual} is not {expected}"
    );
}

/// A circle drawn in straight pieces is a little shorter than 2 pi r.
const ROUND: f32 = 0.002;

/// An app in which one update is one tick of a sixtieth of a second.
fn app(space: MovementSpace) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SteeringPlugin::default().in_space(space)))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    // The clock's first reading has no length.
    app.update();
    app
}

/// The drawing of one obstacle at this place.
fn drawing_of(obstacle: Obstacle, place: Vec3, clearance: f32) -> Recorder {
    let mut app = app(MovementSpace::Xy);
    app.world_mut()
        .spawn((obstacle, Transform::from_translation(place)));
    app.update();
    let mut recorder = Recorder::default();
    let index = app.world().resource::<ObstacleIndex>();
    let [placed] = index.obstacles() else {
        panic!("one obstacle, not {:?}", index.obstacles());
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

/// An agent of radius 1 at (1, 2), on layer 7, that looks to the right; an arrow of the whole force is 8 long.
fn agent() -> DebugAgent {
    DebugAgent {
        position: Vec3::new(1.0, 2.0, 7.0),
        heading: Vec2::X,
        body_radius: 1.0,
        max_speed: 5.0,
        max_force: 20.0,
        arrow_length: 8.0,
    }
}

fn drawing_of_trace(trace: &SteeringTrace) -> Recorder {
    let mut recorder = Recorder::default();
    draw_trace(&mut recorder, MovementSpace::Xy, &agent(), trace);
    recorder
}

fn drawing_of_views(agent: &DebugAgent, views: &[(DebugLayer, View)]) -> Recorder {
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

#[test]
fn a_disc_is_two_circles_on_its_own_layer() {
    let recorder = drawing_of(Obstacle::circle(3.0), Vec3::new(10.0, 5.0, 4.0), 2.0);
    for (layer, radius) in [
        (DebugLayer::Obstacles, 3.0),
        (DebugLayer::InflatedObstacles, 5.0),
    ] {
        let points = recorder.points(layer);
        for point in &points {
            assert_near(point.distance(Vec2::new(10.0, 5.0)), radius, 1e-4);
        }
        assert_close(points[0], points[points.len() - 1]);
        assert_near(recorder.length(layer), 2.0 * PI * radius, ROUND * 30.0);
    }
    for (_, points) in &recorder.drawn {
        assert!(points.iter().all(|point| point.z == 4.0));
    }
}

#[test]
fn a_wall_is_its_line_and_a_capsule_round_it() {
    let wall = Obstacle::segment(Vec2::ZERO, Vec2::new(0.0, 10.0));
    let recorder = drawing_of(wall, Vec3::ZERO, 2.0);
    let line = recorder.points(DebugLayer::Obstacles);
    assert_eq!(line, [Vec2::ZERO, Vec2::new(0.0, 10.0)]);
    // Two straight sides and a whole circle.
    let around = recorder.length(DebugLayer::InflatedObstacles);
    assert_near(around, 20.0 + 4.0 * PI, ROUND * 12.0);
}

#[test]
fn a_capsule_is_round_as_it_is_and_rounder_inflated() {
    let capsule = Obstacle::capsule(Vec2::ZERO, Vec2::new(6.0, 0.0), 1.0);
    let recorder = drawing_of(capsule, Vec3::ZERO, 2.0);
    for (layer, radius) in [
        (DebugLayer::Obstacles, 1.0),
        (DebugLayer::InflatedObstacles, 3.0),
    ] {
        let points = recorder.points(layer);
        for point in &points {
            let on_line = Vec2::new(point.x.clamp(0.0, 6.0), 0.0);
            assert_near(point.distance(on_line), radius, 1e-4);
        }
        assert_close(points[0], points[points.len() - 1]);
        assert_near(
            recorder.length(layer),
            12.0 + 2.0 * PI * radius,
            ROUND * 20.0,
        );
    }
}

#[test]
fn a_polygon_is_its_edges() {
    let corners = [
        Vec2::new(1.0, 1.0),
        Vec2::new(5.0, 1.0),
        Vec2::new(2.0, 4.0),
    ];
    let recorder = drawing_of(Obstacle::polygon(corners), Vec3::ZERO, 0.0);
    let lines = recorder.lines(DebugLayer::Obstacles);
    assert_eq!(
        lines,
        [
            [corners[0], corners[1]],
            [corners[1], corners[2]],
            [corners[2], corners[0]],
        ]
    );
    assert_eq!(recorder.points(DebugLayer::InflatedObstacles), []);
}

#[test]
fn a_filled_polygon_is_inflated_outward_only() {
    // A box of 4 x 4, and 1 away from it four sides and four quarters of a circle.
    let recorder = drawing_of(Obstacle::rectangle(4.0, 4.0), Vec3::ZERO, 1.0);
    let layer = DebugLayer::InflatedObstacles;
    assert_near(recorder.length(layer), 16.0 + 2.0 * PI, ROUND * 10.0);
    for point in recorder.points(layer) {
        let on_box = point.clamp(Vec2::splat(-2.0), Vec2::splat(2.0));
        assert_near(point.distance(on_box), 1.0, 1e-3);
    }
}

#[test]
fn in_a_corner_that_points_inward_the_parallels_end_where_they_meet() {
    // An L. Beside its inner corner (2, 2) the parallels meet at (3, 3), and what would be inside of them is left out:
    // 4 and 4 at the outside, 2 and 2 at the ends, 1 and 1 in the corner, and five quarters of a circle.
    let corners = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)];
    let corners = corners.map(|(x, y)| Vec2::new(x as f32, y as f32));
    let recorder = drawing_of(Obstacle::polygon(corners), Vec3::ZERO, 1.0);
    let layer = DebugLayer::InflatedObstacles;
    assert_near(recorder.length(layer), 14.0 + 2.5 * PI, 0.03);
    let from_meeting = recorder
        .points(layer)
        .into_iter()
        .map(|point| point.distance(Vec2::splat(3.0)))
        .fold(f32::INFINITY, f32::min);
    assert_near(from_meeting, 0.0, 0.01);
}

#[test]
fn a_fence_is_inflated_to_both_sides() {
    // A ring of 10 x 10: outside four sides and a circle, inside four sides of 8.
    let corners = [(0, 0), (10, 0), (10, 10), (0, 10)];
    let corners = corners.map(|(x, y)| Vec2::new(x as f32, y as f32));
    let recorder = drawing_of(Obstacle::closed_polyline(corners), Vec3::ZERO, 1.0);
    let around = recorder.length(DebugLayer::InflatedObstacles);
    assert_near(around, 40.0 + 2.0 * PI + 32.0, 0.05);
    // Without its last side it has two round ends: three sides, two quarters and two halves of a circle outside, and
    // inside 9, 8 and 9.
    let recorder = drawing_of(Obstacle::polyline(corners), Vec3::ZERO, 1.0);
    let around = recorder.length(DebugLayer::InflatedObstacles);
    assert_near(around, 30.0 + 3.0 * PI + 26.0, 0.05);
}

/// The drawing of what an agent of radius 1 at the origin, that looks to the right, felt in its first tick.
fn drawing_of_felt(wall: Option<f32>) -> Recorder {
    let mut app = app(MovementSpace::Xy);
    if let Some(x) = wall {
        app.world_mut()
            .spawn(Obstacle::segment(Vec2::new(x, -50.0), Vec2::new(x, 50.0)));
    }
    let whiskers = Whiskers {
        min_length: Length::World(20.0),
        ..Whiskers::new(1)
    };
    let entity = app
        .world_mut()
        .spawn((
            SteeringAgent::new(1.0, 5.0),
            whiskers,
            SteeringTrace::default(),
        ))
        .id();
    app.update();
    let trace = app.world().get::<SteeringTrace>(entity).expect("its trace");
    drawing_of_trace(trace)
}

#[test]
fn a_whisker_that_meets_nothing_is_drawn_whole() {
    let recorder = drawing_of_felt(None);
    let [way] = &recorder.lines(DebugLayer::Feelers)[..] else {
        panic!("one feeler");
    };
    // The body's width, 20 long, and its round front.
    assert_close(way[0], Vec2::new(0.0, -1.0));
    assert_close(way[1], Vec2::new(20.0, -1.0));
    assert_close(way[way.len() - 1], Vec2::new(0.0, 1.0));
    let front = way.iter().map(|point| point.x).fold(0.0, f32::max);
    assert_near(front, 21.0, 1e-3);
    assert_eq!(recorder.points(DebugLayer::Hits), []);
}

#[test]
fn a_whisker_ends_at_the_wall_and_marks_where_it_touches() {
    let recorder = drawing_of_felt(Some(10.0));
    let way = recorder.points(DebugLayer::Feelers);
    let front = way.iter().map(|point| point.x).fold(0.0, f32::max);
    assert_near(front, 10.0, 1e-3);
    assert_close(way[1], Vec2::new(9.0, -1.0));
    let [ring, normal] = &recorder.lines(DebugLayer::Hits)[..] else {
        panic!("a ring and a normal");
    };
    let touch = Vec2::new(10.0, 0.0);
    for point in ring {
        assert_near(point.distance(touch), 0.25, 1e-3);
    }
    // Off the wall, three quarters of the body's radius.
    assert_close(normal[0], touch);
    assert_close(normal[1], Vec2::new(9.25, 0.0));
}

#[test]
fn blocked_bearings_are_arcs_as_far_away_as_the_obstacle() {
    let (sine, cosine) = (0.5, 0.75_f32.sqrt());
    let blocked = |right: Vec2, left: Vec2, distance: f32| {
        let recorder = drawing_of_trace(&SteeringTrace {
            blocked: vec![BlockedBearings {
                right,
                left,
                distance,
            }],
            ..default()
        });
        recorder.points(DebugLayer::BlockedBearings)
    };
    // The agent is at (1, 2); 30 degrees to each side, 10 away.
    let place = Vec2::new(1.0, 2.0);
    let (right, left) = (Vec2::new(cosine, -sine), Vec2::new(cosine, sine));
    let arc = blocked(right, left, 10.0);
    assert_close(arc[0], place + 10.0 * right);
    assert_close(arc[arc.len() - 1], place + 10.0 * left);
    assert_close(arc[arc.len() / 2], Vec2::new(11.0, 2.0));
    for point in &arc {
        assert_near(point.distance(place), 10.0, 1e-4);
    }
    // Half a turn goes the same way round, from the right to the left.
    let arc = blocked(Vec2::NEG_Y, Vec2::Y, 10.0);
    assert_close(arc[arc.len() / 2], Vec2::new(11.0, 2.0));
    // No nearer than the body's own edge.
    for point in blocked(right, left, 0.0) {
        assert_near(point.distance(place), 1.0, 1e-4);
    }
}

#[test]
fn the_chosen_bearing_is_an_arrow() {
    let trace = SteeringTrace {
        bearing: Some(Vec2::Y),
        ..default()
    };
    let arrow = drawing_of_trace(&trace).arrow(DebugLayer::ChosenBearing);
    assert_eq!(arrow, (Vec2::new(1.0, 2.0), Vec2::new(1.0, 10.0)));
}

#[test]
fn an_agent_with_something_in_the_way_shows_what_blocks_it_and_what_it_chose() {
    let mut app = app(MovementSpace::Xy);
    app.world_mut()
        .spawn((Obstacle::circle(4.0), Transform::from_xyz(12.0, 0.5, 0.0)));
    let agent = SteeringAgent::new(1.0, 5.0);
    let entity = app
        .world_mut()
        .spawn((
            agent,
            Seek::new(Vec3::new(30.0, 0.0, 0.0)),
            AvoidObstacles::default(),
            SteeringTrace::default(),
        ))
        .id();
    app.update();
    let trace = app.world().get::<SteeringTrace>(entity).expect("its trace");
    let drawn = DebugAgent::new(
        MovementSpace::Xy,
        Vec3::ZERO,
        &Heading(Vec3::X),
        &agent,
        Length::Radii(4.0),
    );
    let mut recorder = Recorder::default();
    draw_trace(&mut recorder, MovementSpace::Xy, &drawn, trace);
    let arc = recorder.points(DebugLayer::BlockedBearings);
    let distance = Vec2::new(12.0, 0.5).length();
    for point in &arc {
        assert_near(point.length(), distance, 1e-3);
    }
    // A disc of 4 and a clearance of 1.35 at that distance: asin(5.35 / 12.0104) to each side of atan(0.5 / 12).
    let to_side = (5.35 / distance).asin();
    let middle = (0.5_f32 / 12.0).atan();
    assert_near(arc[0].to_angle(), middle - to_side, 1e-3);
    assert_near(arc[arc.len() - 1].to_angle(), middle + to_side, 1e-3);
    // It is centred to the left, so that the way is shorter to the right.
    let (_, bearing) = recorder.arrow(DebugLayer::ChosenBearing);
    assert_near(bearing.to_angle(), middle - to_side, 0.01);
    assert_near(bearing.length(), 4.0, 1e-4);
    let goal = recorder.points(DebugLayer::Goal);
    assert_eq!(goal, [Vec2::ZERO, Vec2::new(30.0, 0.0)]);
}

#[test]
fn a_view_is_a_sector_to_both_sides_of_the_heading() {
    let range = Length::Radii(10.0);
    let upward = DebugAgent {
        heading: Vec2::Y,
        ..agent()
    };
    let place = Vec2::new(1.0, 2.0);
    let diagonal = 10.0 * 0.5_f32.sqrt();
    for (view, edge) in [
        (View::narrow(range), Vec2::new(diagonal, diagonal)),
        (View::limited(range), Vec2::new(10.0, 0.0)),
        (View::wide(range), Vec2::new(diagonal, -diagonal)),
    ] {
        let layer = DebugLayer::SeparationView;
        let outline = drawing_of_views(&upward, &[(layer, view)]).points(layer);
        let [tip, arc @ .., again] = &outline[..] else {
            panic!("an outline");
        };
        assert_eq!((*tip, *again), (place, place));
        assert_close(arc[0], place + edge);
        assert_close(arc[arc.len() - 1], place + edge * Vec2::new(-1.0, 1.0));
        assert_close(arc[arc.len() / 2], place + Vec2::new(0.0, 10.0));
        for point in arc {
            assert_near(point.distance(place), 10.0, 1e-4);
        }
    }
}

#[test]
fn a_view_all_round_is_a_circle_and_so_is_one_whose_angle_is_none() {
    for half_angle in [PI, 7.0, -1.0, f32::NAN] {
        let view = View::custom(Length::World(6.0), half_angle);
        let layer = DebugLayer::CohesionView;
        let recorder = drawing_of_views(&agent(), &[(layer, view)]);
        for point in recorder.points(layer) {
            assert_near(point.distance(Vec2::new(1.0, 2.0)), 6.0, 1e-4);
        }
        assert_near(recorder.length(layer), 12.0 * PI, ROUND * 40.0);
    }
}

#[test]
fn an_agent_that_looks_nowhere_shows_only_views_that_go_all_round() {
    let nowhere = DebugAgent {
        heading: Vec2::ZERO,
        ..agent()
    };
    let range = Length::World(6.0);
    let recorder = drawing_of_views(
        &nowhere,
        &[
            (DebugLayer::SeparationView, View::all(range)),
            (DebugLayer::AlignmentView, View::narrow(range)),
        ],
    );
    assert_ne!(recorder.points(DebugLayer::SeparationView), []);
    assert_eq!(recorder.points(DebugLayer::AlignmentView), []);
}

#[test]
fn a_rule_beside_a_flock_shows_its_own_view() {
    let mut world = World::new();
    let own = Cohesion {
        view: View::narrow(Length::World(3.0)),
        ..default()
    };
    let entities = [
        world.spawn_empty().id(),
        world.spawn((Flock::default(), own)).id(),
        world.spawn(AvoidAgents::default()).id(),
    ];
    let mut views = world.query::<AgentViews>();
    let [none, flock, avoider] = entities.map(|entity| {
        let views = views.get(&world, entity).expect("any entity");
        (views.views().collect::<Vec<_>>(), views.reach(2.0))
    });
    assert_eq!(none, (vec![], 0.0));
    let defaults = Flock::default();
    let expected = vec![
        (DebugLayer::SeparationView, defaults.separation.view),
        (DebugLayer::AlignmentView, defaults.alignment.view),
        (DebugLayer::CohesionView, own.view),
    ];
    let farthest = |views: &[View]| {
        let ranges = views.iter().map(|view| view.range.resolve(2.0));
        ranges.fold(0.0, f32::max)
    };
    let reach = farthest(&[defaults.separation.view, defaults.alignment.view, own.view]);
    assert_eq!(flock, (expected, reach));
    // Twelve radii all round.
    let all_round = View::all(Length::Radii(12.0));
    assert_eq!(
        avoider,
        (vec![(DebugLayer::AvoidAgentsView, all_round)], 24.0)
    );
}

#[test]
fn forces_by_tier_are_arrows_in_proportion_to_the_largest_force() {
    let mut trace = SteeringTrace::default();
    trace.tiers[Tier::Avoidance as usize] = Vec2::new(10.0, 0.0);
    trace.tiers[Tier::Society as usize] = Vec2::new(0.0, -20.0);
    // Before truncation: twice the largest force.
    trace.tiers[Tier::Goal as usize] = Vec2::new(-40.0, 0.0);
    let recorder = drawing_of_trace(&trace);
    let place = Vec2::new(1.0, 2.0);
    // The largest force, 20, is 8 long.
    for (layer, along) in [
        (DebugLayer::AvoidanceForce, Vec2::new(4.0, 0.0)),
        (DebugLayer::SocietyForce, Vec2::new(0.0, -8.0)),
        (DebugLayer::GoalForce, Vec2::new(-16.0, 0.0)),
    ] {
        assert_eq!(recorder.arrow(layer), (place, place + along), "{layer:?}");
    }
    for tier in [Tier::Avoidance, Tier::Society, Tier::Goal] {
        let alone = {
            let mut trace = SteeringTrace::default();
            trace.tiers[tier as usize] = Vec2::ONE;
            drawing_of_trace(&trace)
        };
        let layers: Vec<_> = alone.drawn.iter().map(|(layer, _)| *layer).collect();
        assert_eq!(layers, [DebugLayer::of_tier(tier); 2]);
    }
}

#[test]
fn velocity_and_force_are_arrows_and_nothing_when_there_is_none() {
    let mut recorder = Recorder::default();
    let steering = Steering {
        force: Vec3::new(0.0, 5.0, 99.0),
        ..default()
    };
    // Half the largest speed, 5; a quarter of the largest force, 20.
    let velocity = Velocity(Vec3::new(2.5, 0.0, 99.0));
    let space = MovementSpace::Xy;
    draw_agent(&mut recorder, space, &agent(), [], &velocity, &steering);
    let place = Vec2::new(1.0, 2.0);
    assert_eq!(
        recorder.arrow(DebugLayer::Velocity),
        (place, Vec2::new(5.0, 2.0))
    );
    assert_eq!(
        recorder.arrow(DebugLayer::Force),
        (place, Vec2::new(1.0, 4.0))
    );
    assert!(drawing_of_views(&agent(), &[]).drawn.is_empty());
}

#[test]
fn sight_lines_are_clear_or_blocked() {
    let [from, seen, hidden] = [
        Vec2::new(1.0, 2.0),
        Vec2::new(9.0, 2.0),
        Vec2::new(1.0, 8.0),
    ];
    let recorder = drawing_of_trace(&SteeringTrace {
        sight_lines: vec![
            SightLine {
                from,
                to: seen,
                is_clear: true,
            },
            SightLine {
                from,
                to: hidden,
                is_clear: false,
            },
        ],
        ..default()
    });
    assert_eq!(recorder.points(DebugLayer::ClearSight), [from, seen]);
    assert_eq!(recorder.points(DebugLayer::BlockedSight), [from, hidden]);
}

/// Something for every layer.
fn full_trace() -> SteeringTrace {
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
    }
}

/// Draws everything that there is.
fn draw_everything(recorder: &mut Recorder, space: MovementSpace, agent: &DebugAgent) {
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
}

#[test]
fn only_layers_that_are_on_are_drawn_and_each_by_itself() {
    for layer in DebugLayer::ALL {
        let mut recorder = Recorder::only(&[layer]);
        draw_everything(&mut recorder, MovementSpace::Xy, &agent());
        assert!(!recorder.drawn.is_empty(), "{layer:?} is empty");
        for (drawn, _) in &recorder.drawn {
            assert_eq!(*drawn, layer);
        }
    }
    let mut nothing = Recorder::only(&[]);
    draw_everything(&mut nothing, MovementSpace::Xy, &agent());
    assert!(nothing.drawn.is_empty(), "{:?}", nothing.drawn);
}

#[test]
fn layers_that_need_a_trace_are_those_that_a_trace_fills() {
    let filled = drawing_of_trace(&full_trace()).drawn;
    for layer in DebugLayer::ALL {
        let is_filled = filled.iter().any(|(drawn, _)| *drawn == layer);
        assert_eq!(layer.needs_trace(), is_filled, "{layer:?}");
    }
}

#[test]
fn in_a_ground_game_everything_lies_on_the_ground_at_the_agent_s_height() {
    let space = MovementSpace::Xz;
    // The same place in steering coordinates: z is away from y.
    let on_ground = DebugAgent {
        position: Vec3::new(1.0, 3.0, -2.0),
        ..agent()
    };
    let (mut flat, mut ground) = (Recorder::default(), Recorder::default());
    draw_everything(&mut flat, MovementSpace::Xy, &agent());
    draw_everything(&mut ground, space, &on_ground);
    assert_eq!(flat.drawn.len(), ground.drawn.len());
    for ((flat_layer, flat), (layer, ground)) in flat.drawn.iter().zip(&ground.drawn) {
        assert_eq!(flat_layer, layer);
        let mapped = flat.iter().map(|point| Vec3::new(point.x, 3.0, -point.y));
        assert_eq!(mapped.collect::<Vec<_>>(), *ground, "{layer:?}");
    }
}

#[test]
fn of_two_agents_the_one_that_is_disabled_shows_nothing_of_a_tick() {
    let mut app = app(MovementSpace::Xy);
    let [disabled, able] = [0.0, 40.0].map(|y| {
        app.world_mut()
            .spawn((
                Transform::from_xyz(0.0, y, 0.0),
                SteeringAgent::new(1.0, 5.0),
                Whiskers::default(),
                Seek::new(Vec3::new(100.0, 0.0, 0.0)),
                SteeringTrace::default(),
            ))
            .id()
    });
    app.update();
    // Also what an earlier tick has left there is gone.
    app.world_mut()
        .entity_mut(disabled)
        .insert(SteeringDisabled);
    app.update();
    let drawing = |entity| {
        let trace = app.world().get::<SteeringTrace>(entity).expect("its trace");
        drawing_of_trace(trace).drawn.len()
    };
    assert_eq!(drawing(disabled), 0);
    // Three feelers, a goal, and the arrow of the goal's tier.
    assert_eq!(drawing(able), 3 + 1 + 2);
}

#[test]
fn what_is_not_finite_is_not_drawn() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let vector = Vec2::new(bad, 1.0);
        let mut recorder = Recorder::default();
        let good = agent();
        for agent in [
            good,
            DebugAgent {
                position: vector.extend(0.0),
                ..good
            },
            DebugAgent {
                position: Vec3::new(0.0, 0.0, bad),
                ..good
            },
            DebugAgent {
                heading: vector,
                ..good
            },
            DebugAgent {
                body_radius: bad,
                ..good
            },
            DebugAgent {
                max_force: bad,
                max_speed: bad,
                ..good
            },
            DebugAgent {
                max_force: 0.0,
                max_speed: 0.0,
                ..good
            },
            DebugAgent {
                arrow_length: bad,
                ..good
            },
        ] {
            draw_everything(&mut recorder, MovementSpace::Xy, &agent);
        }
        let feeler = full_trace().feelers[0];
        let blocked = full_trace().blocked[0];
        let trace = SteeringTrace {
            tiers: [vector; 3],
            goal: Some(vector),
            bearing: Some(vector),
            blocked: vec![
                BlockedBearings {
                    right: vector,
                    ..blocked
                },
                BlockedBearings {
                    left: vector,
                    ..blocked
                },
                BlockedBearings {
                    distance: bad,
                    ..blocked
                },
            ],
            feelers: vec![
                Feeler {
                    from: vector,
                    ..feeler
                },
                Feeler {
                    to: vector,
                    ..feeler
                },
                Feeler {
                    radius: bad,
                    ..feeler
                },
                Feeler {
                    hit: Some((vector, vector)),
                    ..feeler
                },
            ],
            sight_lines: vec![SightLine {
                from: vector,
                to: Vec2::ONE,
                is_clear: true,
            }],
        };
        draw_trace(&mut recorder, MovementSpace::Xy, &good, &trace);
        for view in [
            View::all(Length::World(bad)),
            View::narrow(Length::Radii(bad)),
        ] {
            let layer = DebugLayer::SeparationView;
            let drawing = drawing_of_views(&good, &[(layer, view)]);
            assert_eq!(drawing.points(layer), []);
        }
        assert!(!recorder.drawn.is_empty());
        for (layer, points) in &recorder.drawn {
            let is_finite = points.iter().all(|point| point.is_finite());
            assert!(is_finite, "{layer:?}: {points:?}");
        }
        for clearance in [bad, -1.0, 0.0] {
            let recorder = drawing_of(Obstacle::circle(1.0), Vec3::ZERO, clearance);
            assert_eq!(recorder.points(DebugLayer::InflatedObstacles), []);
        }
    }
}
