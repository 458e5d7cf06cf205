//! The heat map.

use crate::heat_map::{Density, color, mesh_of};
use bevy::prelude::*;
use bevy_egui::egui;
use core::f32::consts::PI;

#[test]
fn density_is_the_covered_share_of_each_cell() {
    let bodies = [
        (Vec2::new(1.0, 1.0), 1.0),
        (Vec2::new(7.9, 0.0), 1.0),
        (Vec2::new(-0.1, 3.0), 1.0),
    ];
    let density = Density::of(&bodies, 8.0);
    assert_eq!(density.cell, 8.0);
    assert_eq!(density.cells.len(), 2);
    let share = |cell: IVec2| density.cells.get(&cell).copied().unwrap_or_default();
    assert!((share(IVec2::ZERO) - 2.0 * PI / 64.0).abs() < 1e-6);
    assert!((share(IVec2::new(-1, 0)) - PI / 64.0).abs() < 1e-6);
    for nothing in [&[][..], &[(Vec2::ZERO, 0.0)]] {
        assert_eq!(Density::of(nothing, 8.0), Density::default());
    }
}

#[test]
fn cells_on_the_screen_are_drawn() {
    let bodies = [(Vec2::new(1.0, 1.0), 1.0), (Vec2::new(100.0, 0.0), 1.0)];
    let density = Density::of(&bodies, 8.0);
    // The second body is behind the camera.
    let mesh = mesh_of(&density, |corner| {
        (corner.x < 50.0).then_some(egui::pos2(corner.x, -corner.y))
    });
    let mut corners: Vec<_> = mesh
        .vertices
        .iter()
        .map(|it| (it.pos.x, it.pos.y))
        .collect();
    corners.sort_by(|one, other| one.partial_cmp(other).expect("they are finite"));
    let square = [(0.0, -8.0), (0.0, 0.0), (8.0, -8.0), (8.0, 0.0)];
    assert_eq!(corners, square);
    assert_eq!(mesh.indices.len(), 6);
}

#[test]
fn dense_cells_are_red_and_thin_ones_blue() {
    let [thin, dense] = [0.01, 2.0].map(color);
    assert!(thin.b() > thin.r() && dense.r() > dense.b());
    assert!(dense.a() > thin.a());
    assert_eq!(color(0.8), dense);
}
