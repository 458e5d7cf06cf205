//! Layers are switched each by itself, and lie where agents do.

use crate::everything::*;
use crate::harness::*;
use bevy::prelude::*;
use bevy_horde::debug::{DebugAgent, DebugLayer};
use bevy_horde::prelude::*;

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
