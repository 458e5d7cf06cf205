//! Curves from the rows of a sweep.

use crate::table::{Filled, Sweep};

/// A curve of a sweep: figures by the number that the sweep varies.
pub(super) struct Curve {
    /// Its name.
    pub name: String,
    /// The varied number and the figure of each point, sorted.
    pub points: Vec<(usize, f64)>,
    /// The figures of the shortest ticks, in the same order.
    pub best: Vec<Option<f64>>,
}

impl Curve {
    fn add(&mut self, point: usize, filled: &Filled) {
        let index = self.points.partition_point(|(other, _)| *other <= point);
        self.points.insert(index, (point, filled.figure));
        self.best.insert(index, filled.best);
    }
}

/// The curves of a sweep, one per crowd and number of threads.
pub(super) fn curves_of(rows: &[Filled], sweep: Sweep) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for filled in rows {
        let key = &filled.row.key;
        let inner = key.name.strip_prefix(sweep.prefix());
        let inner = inner.and_then(|name| name.strip_prefix('-'));
        let Some((crowd, point)) = inner.and_then(|name| name.rsplit_once('-')) else {
            continue;
        };
        let Ok(point) = point.parse::<usize>() else {
            continue;
        };
        let name = match (sweep, key.threads) {
            (Sweep::Threads, _) => crowd.to_owned(),
            (_, 1) => format!("{crowd}, 1 thread"),
            (_, threads) => format!("{crowd}, {threads} threads"),
        };
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.add(point, filled),
            None => {
                let mut curve = Curve {
                    name,
                    points: Vec::new(),
                    best: Vec::new(),
                };
                curve.add(point, filled);
                curves.push(curve);
            }
        }
    }
    curves
}
