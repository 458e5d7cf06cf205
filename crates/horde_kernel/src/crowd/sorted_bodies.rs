//! The bodies of a crowd in the order of the cells.

use crate::crowd::body::Body;
use crate::math::vector::Vector;
use crate::search::grid::CellGrid;
use glam::Vec2;

/// The bodies of a crowd, and the grid that sorts them.
#[derive(Debug, Default)]
pub struct SortedBodies<V: Vector = Vec2> {
    /// The grid of the first two coordinates. Its order is that of the bodies.
    pub grid: CellGrid,
    /// The bodies by rank.
    pub bodies: Vec<Body<V>>,
}

impl<V: Vector> SortedBodies<V> {
    /// Calls `visit` for every body within `radius` of `center`, with its rank and its squared
    /// distance.
    pub fn visit_within(
        &self,
        center: V,
        radius: f32,
        mut visit: impl FnMut(usize, &Body<V>, f32),
    ) {
        let limit = radius * radius;
        self.grid.visit_runs(center.on_plane(), radius, |run| {
            for rank in run {
                let body = &self.bodies[rank];
                let distance_squared = (body.position - center).length_squared();
                if distance_squared <= limit {
                    visit(rank, body, distance_squared);
                }
            }
        });
    }

    /// Returns the squared distances and slots of the `count` bodies nearest to `center` that
    /// `counts` accepts, nearest first. Of equally near bodies the lower slot comes first.
    pub fn nearest(
        &self,
        center: V,
        count: usize,
        counts: impl Fn(&Body<V>) -> bool,
    ) -> Vec<(f32, u32)> {
        let mut found = Vec::new();
        let mut radius = self.grid.cell_size();
        loop {
            found.clear();
            self.visit_within(center, radius, |_, body, distance_squared| {
                if counts(body) {
                    found.push((distance_squared, body.slot));
                }
            });
            let enough = found.len() >= count.min(self.bodies.len());
            if enough || radius.is_infinite() {
                break;
            }
            radius = if self.grid.covers_everything(radius) {
                f32::INFINITY
            } else {
                2.0 * radius
            };
        }
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.truncate(count);
        found
    }
}
