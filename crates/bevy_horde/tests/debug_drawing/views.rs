//! The view of each rule.

use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{AgentViews, DebugAgent, DebugLayer};
use bevy_horde::prelude::*;
use core::f32::consts::PI;

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
            panic!("expected one outline");
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
fn a_view_all_round_or_without_a_valid_angle_is_a_circle() {
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
fn an_agent_without_a_heading_shows_only_views_all_round() {
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
        let views = views.get(&world, entity).expect("the entity exists");
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
    // A circle of twelve radii.
    let all_round = View::all(Length::Radii(12.0));
    assert_eq!(
        avoider,
        (vec![(DebugLayer::AvoidAgentsView, all_round)], 24.0)
    );
}
