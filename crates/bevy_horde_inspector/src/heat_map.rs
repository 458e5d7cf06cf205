//! A heat map of the density of agents, over the game.

use crate::context::primary_context;
use bevy::camera::Camera;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, PrimaryEguiContext, egui};
use bevy_horde::agent::SteeringAgent;
use bevy_horde::space::MovementSpace;
use core::f32::consts::PI;

/// The range of the side of a cell, in radii of the mean body.
const CELL_RADII: core::ops::RangeInclusive<f32> = 2.0..=30.0;
/// The share of the ground that bodies cover in a packed crowd. Cells from this share up have the
/// hottest color.
const PACKED: f32 = 0.8;
/// The opacities of an empty and a packed cell, 0 to 255.
const OPACITIES: [f32; 2] = [30.0, 150.0];
/// The colors from an empty to a packed cell.
const COLORS: [[f32; 3]; 3] = [
    [40.0, 90.0, 220.0],
    [240.0, 220.0, 60.0],
    [230.0, 40.0, 30.0],
];

/// Draws the density of agents over the game, below egui's panels.
///
/// [`InspectorPlugin`](crate::InspectorPlugin) adds it. The map uses the camera that shows egui.
pub struct HeatMapPlugin;

/// The systems that draw over the game in [`EguiPrimaryContextPass`], before the panels.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawHeatMap;

/// Settings of the [`HeatMapPlugin`].
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct HeatMap {
    /// Whether the heat map is drawn. Default false.
    pub on: bool,
    /// The side of a cell, in radii of the mean body. Default 5.
    pub cell_radii: f32,
}

impl Default for HeatMap {
    fn default() -> Self {
        Self {
            on: false,
            cell_radii: 5.0,
        }
    }
}

impl Plugin for HeatMapPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<HeatMap>().add_systems(
            EguiPrimaryContextPass,
            draw.run_if(|map: Res<HeatMap>| map.on).in_set(DrawHeatMap),
        );
    }
}

/// The share of the ground that bodies cover, by square cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Density {
    /// The side of a cell, world units; 0 without agents.
    pub(crate) cell: f32,
    pub(crate) cells: HashMap<IVec2, f32>,
}

impl Density {
    /// The density of bodies with these positions and radii.
    pub(crate) fn of(bodies: &[(Vec2, f32)], cell_radii: f32) -> Self {
        let mean = bodies.iter().map(|body| body.1).sum::<f32>() / bodies.len().max(1) as f32;
        let cell = mean * cell_radii;
        if !(cell > 0.0 && cell.is_finite()) {
            return Self::default();
        }
        let mut cells = HashMap::default();
        for (position, radius) in bodies {
            let share = PI * radius * radius / (cell * cell);
            *cells
                .entry((position / cell).floor().as_ivec2())
                .or_default() += share;
        }
        Self { cell, cells }
    }
}

fn draw(world: &mut World) {
    let Ok(context) = primary_context(world) else {
        return;
    };
    let Some(space) = world.get_resource::<MovementSpace>().copied() else {
        return;
    };
    let mut agents = world.query::<(&Transform, &SteeringAgent)>();
    let level = agents
        .iter(world)
        .next()
        .map(|(place, _)| place.translation);
    let bodies = agents.iter(world).map(|(place, agent)| {
        let position = space.to_plane(place.translation);
        (position, agent.body_radius)
    });
    let bodies: Vec<_> = bodies
        .filter(|(position, _)| position.is_finite())
        .collect();
    let density = Density::of(&bodies, world.resource::<HeatMap>().cell_radii);
    let mut cameras =
        world.query_filtered::<(&Camera, &GlobalTransform), With<PrimaryEguiContext>>();
    let (Ok((camera, view)), Some(level)) = (cameras.single(world), level) else {
        return;
    };
    let zoom = context.zoom_factor();
    let on_screen = |corner: Vec2| {
        let corner = space.with_plane(level, corner);
        let position = camera.world_to_viewport(view, corner).ok()?;
        Some(egui::pos2(position.x / zoom, position.y / zoom))
    };
    let mesh = mesh_of(&density, on_screen);
    context
        .layer_painter(egui::LayerId::background())
        .add(egui::Shape::mesh(mesh));
}

/// A quad for each cell for which `on_screen` returns all corners.
pub(crate) fn mesh_of(
    density: &Density,
    on_screen: impl Fn(Vec2) -> Option<egui::Pos2>,
) -> egui::Mesh {
    let mut mesh = egui::Mesh::default();
    for (cell, &share) in &density.cells {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| {
            let corner = (*cell + IVec2::new(x, y)).as_vec2() * density.cell;
            on_screen(corner)
        });
        let [Some(a), Some(b), Some(c), Some(d)] = corners else {
            continue;
        };
        let first = mesh.vertices.len() as u32;
        for corner in [a, b, c, d] {
            mesh.colored_vertex(corner, color(share));
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
    }
    mesh
}

/// The color of a cell of which bodies cover this share.
pub(crate) fn color(share: f32) -> egui::Color32 {
    let heat = (share / PACKED).clamp(0.0, 1.0);
    let (low, part) = if heat < 0.5 {
        (0, 2.0 * heat)
    } else {
        (1, 2.0 * heat - 1.0)
    };
    let channel = |index: usize| COLORS[low][index].lerp(COLORS[low + 1][index], part) as u8;
    let opacity = OPACITIES[0].lerp(OPACITIES[1], heat) as u8;
    egui::Color32::from_rgba_unmultiplied(channel(0), channel(1), channel(2), opacity)
}

/// Shows the switch of the heat map and the size of its cells; nothing without [`HeatMapPlugin`].
pub fn heat_map_ui(ui: &mut egui::Ui, world: &mut World) {
    let Some(mut map) = world.get_resource_mut::<HeatMap>() else {
        return;
    };
    let mut shown = *map;
    ui.horizontal(|ui| {
        ui.checkbox(&mut shown.on, "heat map")
            .on_hover_text("colors the ground by how much of it bodies cover, up to red");
        if shown.on {
            let slider = egui::Slider::new(&mut shown.cell_radii, CELL_RADII)
                .clamping(egui::SliderClamping::Edits)
                .custom_formatter(|radii, _| format!("{radii:.0}"))
                .text("cell, radii");
            ui.add(slider);
        }
    });
    map.set_if_neq(shown);
}
