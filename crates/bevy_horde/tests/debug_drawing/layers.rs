//! Each layer has its own switch, and lies in the plane of the agents.

use crate::everything::*;
use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{DebugAgent, DebugLayer};
use bevy_horde::prelude::*;

#[test]
fn each_layer_is_drawn_only_while_it_is_on() {
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
fn exactly_the_layers_of_a_trace_need_one() {
    let filled = drawing_of_trace(&full_trace()).drawn;
    for layer in DebugLayer::ALL {
        let is_filled = filled.iter().any(|(drawn, _)| *drawn == layer);
        assert_eq!(layer.needs_trace(), is_filled, "{layer:?}");
    }
}

#[test]
fn in_the_ground_plane_every_layer_is_at_the_height_of_the_agent() {
    let space = MovementSpace::Xz;
    // The same position in the plane.
    let on_ground = DebugAgent {
        position: Vec3::new(1.0, 3.0, 2.0),
        ..agent()
    };
    let (mut flat, mut ground) = (Recorder::default(), Recorder::default());
    draw_everything(&mut flat, MovementSpace::Xy, &agent());
    draw_everything(&mut ground, space, &on_ground);
    assert_eq!(flat.drawn.len(), ground.drawn.len());
    for ((flat_layer, flat), (layer, ground)) in flat.drawn.iter().zip(&ground.drawn) {
        assert_eq!(flat_layer, layer);
        let mapped = flat.iter().map(|point| Vec3::new(point.x, 3.0, point.y));
        assert_eq!(mapped.collect::<Vec<_>>(), *ground, "{layer:?}");
    }
}
