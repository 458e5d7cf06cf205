//! Flat pictures that become meshes.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use std::f32::consts::TAU;

/// A flat picture of discs and polygons; later ones cover earlier ones. Each corner has a color.
#[derive(Default)]
pub(crate) struct Picture {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Picture {
    pub(crate) fn disc(self, radius: f32, color: LinearRgba) -> Self {
        const CORNERS: usize = 48;
        let corners: [(f32, f32); CORNERS] = std::array::from_fn(|corner| {
            let (sin, cos) = (TAU * corner as f32 / CORNERS as f32).sin_cos();
            (radius * cos, radius * sin)
        });
        self.polygon(&corners, color)
    }

    /// A polygon that is star-shaped around the mean of its corners.
    pub(crate) fn polygon(mut self, corners: &[(f32, f32)], color: LinearRgba) -> Self {
        let first = self.positions.len() as u32;
        let count = corners.len() as u32;
        let (x, y) = corners.iter().fold((0.0, 0.0), |sum, corner| {
            (sum.0 + corner.0, sum.1 + corner.1)
        });
        let middle = (x / count as f32, y / count as f32);
        for (x, y) in std::iter::once(&middle).chain(corners) {
            self.positions.push([*x, *y, 0.0]);
            self.colors.push(color.to_f32_array());
        }
        for corner in 0..count {
            let next = (corner + 1) % count;
            self.indices
                .extend([first, first + 1 + corner, first + 1 + next]);
        }
        self
    }

    /// Triangles, three corners each.
    pub(crate) fn triangles(mut self, triangles: &[[Vec2; 3]], color: LinearRgba) -> Self {
        for corner in triangles.iter().flatten() {
            self.indices.push(self.positions.len() as u32);
            self.positions.push([corner.x, corner.y, 0.0]);
            self.colors.push(color.to_f32_array());
        }
        self
    }

    pub(crate) fn into_mesh(self) -> Mesh {
        let uvs = vec![[0.0_f32, 0.0]; self.positions.len()];
        let normals = vec![[0.0_f32, 0.0, 1.0]; self.positions.len()];
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::default(),
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
        .with_inserted_indices(Indices::U32(self.indices))
    }
}
