//! Checks threats and forces by arithmetic, and their limits over many inputs.

use super::*;
use crate::test_inputs::{
    angles, changed, close, edges, headings, mirrored, turned, wild_sizes, wild_vectors,
};
use proptest::prelude::*;

/// A corridor along x, with a look-ahead of 10 and a margin of 0.5.
const AHEAD: Corridor = Corridor {
    heading: Vec2::X,
    speed: 0.0,
    look_ahead: 10.0,
    margin: 0.5,
};

/// A perpendicular threat that the body itself would touch.
fn square(entry: f32) -> Threat {
    Threat {
        entry,
        normal: Vec2::NEG_X,
        depth: 1.0,
    }
}

fn point_at(x: f32, y: f32) -> Edge {
    Edge {
        start: Vec2::new(x, y),
        end: Vec2::new(x, y),
    }
}

fn other_side(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

#[test]
fn the_depth_is_the_covered_part_of_the_margin() {
    let depth = |y: f32| AHEAD.threat(&point_at(6.0, y), 2.0, 4.0, Vec2::NEG_X).depth;
    // A clearance of 2 with a margin of 0.5: depth 0 at 2, half at 1.75, full at 1.5.
    assert_eq!(depth(2.0), 0.0);
    assert_eq!(depth(1.75), 0.5);
    assert_eq!(depth(-1.875), 0.25);
    assert_eq!(depth(1.5), 1.0);
    assert_eq!(depth(0.0), 1.0);
    assert_eq!(depth(3.0), 0.0);
}

#[test]
fn the_depth_covers_exactly_the_way_ahead() {
    // A point 5 from the end of the way, (10, 0), a point 5 from its start, and a converging wall.
    let depth = |edge: &Edge| AHEAD.threat(edge, 5.25, 0.0, Vec2::NEG_X).depth;
    assert_eq!(depth(&point_at(13.0, 4.0)), 0.5);
    assert_eq!(depth(&point_at(-3.0, 4.0)), 0.5);
    let closing = Edge {
        start: Vec2::new(0.0, 30.0),
        end: Vec2::new(10.0, 5.125),
    };
    assert_eq!(depth(&closing), 0.25);
}

#[test]
fn a_threat_holds_its_entry_and_normal() {
    let threat = AHEAD.threat(&point_at(6.0, 0.0), 1.5, 4.5, Vec2::NEG_X);
    assert_eq!(threat, square(4.5));
}

#[test]
fn without_a_margin_every_entry_has_full_depth() {
    let bare = Corridor {
        margin: 0.0,
        ..AHEAD
    };
    let depth = |y: f32| bare.threat(&point_at(6.0, y), 2.0, 4.0, Vec2::NEG_X).depth;
    assert_eq!(depth(1.9), 1.0);
    // The body is just in contact.
    assert_eq!(depth(2.0), 1.0);
    assert_eq!(depth(2.1), 0.0);
}

#[test]
fn the_force_lies_across_and_grows_as_the_entry_comes_nearer() {
    let force = |entry: f32| AHEAD.avoidance(&square(entry), Side::Left, 8.0, 8.0);
    // The force is 1 - entry / 10 of 8. A body at rest does not brake.
    assert_eq!(force(10.0), Vec2::ZERO);
    assert!(close(force(5.0), Vec2::new(0.0, 4.0), 1e-5));
    assert!(close(force(2.5), Vec2::new(0.0, 6.0), 1e-5));
    assert_eq!(force(0.0), Vec2::new(0.0, 8.0));
    assert_eq!(force(12.0), Vec2::ZERO);
    let to_the_right = AHEAD.avoidance(&square(2.5), Side::Right, 8.0, 8.0);
    assert!(close(to_the_right, Vec2::new(0.0, -6.0), 1e-5));
}

#[test]
fn the_force_is_in_proportion_to_the_depth() {
    // Stopping from 6 at 4 takes a distance of 36 / 8 = 4.5. An entry at 3 makes a third of the
    // brake and 0.7 of the turn, times 0.25.
    let fast = Corridor {
        speed: 6.0,
        ..AHEAD
    };
    let shallow = Threat {
        depth: 0.25,
        ..square(3.0)
    };
    let force = fast.avoidance(&shallow, Side::Left, 12.0, 4.0);
    assert!(close(force, Vec2::new(-1.0, 2.1), 1e-4), "{force}");
    let none = Threat {
        depth: 0.0,
        ..square(3.0)
    };
    assert_eq!(fast.avoidance(&none, Side::Left, 12.0, 4.0), Vec2::ZERO);
}

#[test]
fn a_body_that_can_no_longer_stop_brakes_too() {
    let fast = Corridor {
        speed: 6.0,
        ..AHEAD
    };
    let force = |threat: &Threat| fast.avoidance(threat, Side::Right, 12.0, 4.0);
    assert!(close(force(&square(3.0)), Vec2::new(-4.0, -8.4), 1e-4));
    // A slanted surface makes 0.8 of the brake, and a surface that faces away makes none.
    let slant = Threat {
        normal: Vec2::new(-0.8, 0.6),
        ..square(3.0)
    };
    assert!(close(force(&slant), Vec2::new(-3.2, -8.4), 1e-4));
    let leaving = Threat {
        normal: Vec2::X,
        ..square(3.0)
    };
    assert!(close(force(&leaving), Vec2::new(0.0, -8.4), 1e-4));
    // With just enough distance to stop there is no brake, and in contact a full one.
    assert_eq!(force(&square(4.5)).x, 0.0);
    assert!(close(force(&square(0.0)), Vec2::new(-12.0, -12.0), 1e-4));
}

#[test]
fn a_body_that_cannot_brake_only_turns() {
    let fast = Corridor {
        speed: 6.0,
        ..AHEAD
    };
    let force = fast.avoidance(&square(3.0), Side::Left, 12.0, 0.0);
    assert!(close(force, Vec2::new(0.0, 8.4), 1e-5));
}

#[test]
fn without_look_ahead_contact_makes_the_full_force() {
    let blind = Corridor {
        look_ahead: 0.0,
        ..AHEAD
    };
    let threat = blind.threat(&point_at(1.0, 0.0), 1.25, 0.0, Vec2::NEG_X);
    // The edge is 1.25 - 1 deep in a margin of 0.5.
    assert_eq!(threat.depth, 0.5);
    assert_eq!(
        blind.avoidance(&threat, Side::Left, 8.0, 8.0),
        Vec2::new(0.0, 4.0)
    );
}

fn corridors() -> impl Strategy<Value = Corridor> {
    (headings(), 0.0_f32..10.0, 0.5_f32..20.0, 0.0_f32..2.0).prop_map(
        |(heading, speed, look_ahead, margin)| Corridor {
            heading,
            speed,
            look_ahead,
            margin,
        },
    )
}

proptest! {
    #[test]
    fn the_force_never_pushes_forward_nor_to_the_other_side_nor_beyond_its_limit(
        corridor in corridors(),
        edge in edges(20.0),
        clearance in 0.0_f32..10.0,
        part in 0.0_f32..1.5,
        normal in headings(),
        left in any::<bool>(),
        acceleration in 0.0_f32..10.0,
    ) {
        let side = if left { Side::Left } else { Side::Right };
        let threat = corridor.threat(&edge, clearance, part * corridor.look_ahead, normal);
        prop_assert!((0.0..=1.0).contains(&threat.depth));
        let force = corridor.avoidance(&threat, side, 7.0, acceleration);
        prop_assert!(force.dot(corridor.heading) <= 1e-4);
        prop_assert!(force.dot(side.of(corridor.heading)) >= -1e-4);
        prop_assert!(force.length() <= 7.0 * core::f32::consts::SQRT_2 + 1e-4);
        // A nearer threat makes a stronger force, and so does a deeper one.
        let nearer = Threat { entry: 0.5 * threat.entry, ..threat };
        prop_assert!(corridor.avoidance(&nearer, side, 7.0, acceleration).length() >= force.length() - 1e-4);
        let shallower = Threat { depth: 0.5 * threat.depth, ..threat };
        let half = corridor.avoidance(&shallower, side, 7.0, acceleration);
        prop_assert!(close(half, force * 0.5, 1e-4));
    }

    #[test]
    fn the_force_turns_and_mirrors_with_the_scene(
        corridor in corridors(),
        edge in edges(20.0),
        entry in 0.0_f32..20.0,
        normal in headings(),
        angle in angles(),
        in_a_mirror in any::<bool>(),
    ) {
        let change = |vector: Vec2| if in_a_mirror { mirrored(vector) } else { turned(vector, angle) };
        let changed_corridor = Corridor {
            heading: change(corridor.heading),
            // Without a margin, rounding decides the depth.
            margin: corridor.margin + 0.1,
            ..corridor
        };
        let corridor = Corridor { margin: corridor.margin + 0.1, ..corridor };
        let threat = corridor.threat(&edge, 4.0, entry, normal);
        let other = changed_corridor.threat(&changed(&edge, change), 4.0, entry, change(normal));
        prop_assert!((threat.depth - other.depth).abs() < 1e-3);
        let side = if in_a_mirror { other_side(Side::Left) } else { Side::Left };
        let force = corridor.avoidance(&threat, Side::Left, 1.0, 5.0);
        let other_force = changed_corridor.avoidance(&other, side, 1.0, 5.0);
        prop_assert!(close(change(force), other_force, 2e-3));
    }

    #[test]
    fn every_force_is_a_number_at_every_scale(
        heading in headings(),
        (speed, look_ahead, margin) in (wild_sizes(), wild_sizes(), wild_sizes()),
        (start, end) in (wild_vectors(), wild_vectors()),
        (clearance, entry) in (wild_sizes(), wild_sizes()),
        acceleration in wild_sizes(),
    ) {
        let corridor = Corridor { heading, speed, look_ahead, margin };
        let threat = corridor.threat(&Edge { start, end }, clearance, entry, heading);
        prop_assert!((0.0..=1.0).contains(&threat.depth));
        let force = corridor.avoidance(&threat, Side::Left, 3.0, acceleration);
        prop_assert!(force.is_finite() && force.length() <= 4.3);
    }
}
