//! The bounding-box tree of obstacles.
//!
//! Nodes lie in the order of a depth-first walk, each with the number of nodes below it, so that a search is one loop
//! without a stack: go on to enter, jump to skip.

use bevy::math::Vec2;

/// Items that a leaf holds at most.
const LEAF_SIZE: usize = 4;
/// What rounding takes from a distance to a box at most, as a part of the largest coordinate.
const SWEEP_ROUNDING: f32 = 8.0 * f32::EPSILON;

/// An axis-aligned box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The corner with the least coordinates.
    pub min: Vec2,
    /// The corner with the greatest coordinates.
    pub max: Vec2,
}

impl Bounds {
    /// The box round a disc.
    pub fn of_disc(center: Vec2, radius: f32) -> Self {
        Self {
            min: center - radius,
            max: center + radius,
        }
    }

    /// This box, wider by `margin` on all sides.
    pub fn grown(&self, margin: f32) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// The box round both.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether the two share a point; touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        // One branch and not four: which of them fails cannot be foretold.
        (self.min.x <= other.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.x <= self.max.x)
            & (other.min.y <= self.max.y)
    }

    /// The squared distance from `point` to the box; 0 inside.
    pub fn distance_squared(&self, point: Vec2) -> f32 {
        let outside = (self.min - point).max(point - self.max).max(Vec2::ZERO);
        outside.length_squared()
    }

    /// Whether a disc of `radius` that moves from `from` to `to` may touch this box.
    ///
    /// It never misses one that does; near a corner it may let one through that does not.
    pub fn meets_sweep(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        // Coordinates are exact near the origin and rounded far from it: those of the places and
        // the corners alike.
        let far = from
            .abs()
            .max(to.abs())
            .max(self.min.abs())
            .max(self.max.abs());
        let rounding = SWEEP_ROUNDING * (far.max_element() + radius);
        let wide = radius + rounding;
        let (low, high) = (self.min - wide, self.max + wide);
        let (first, last) = (from.min(to), from.max(to));
        if (last.x < low.x) | (last.y < low.y) | (first.x > high.x) | (first.y > high.y) {
            return false;
        }
        // The corners must not all lie on one side of the path.
        let path = to - from;
        let half = (high - low) * 0.5;
        let reach = path.x.abs() * half.y + path.y.abs() * half.x;
        let slack = reach * 1e-5 + (path.x.abs() + path.y.abs()) * rounding;
        let passes = path.perp_dot((low + high) * 0.5 - from).abs() > reach + slack;
        // Where the products overflow nothing is known, and the box is not missed.
        !passes
    }

    /// Whether the box may come within `range` of `point`; it never misses one that does.
    pub fn is_within(&self, point: Vec2, range: f32) -> bool {
        let far = point.abs().max(self.min.abs()).max(self.max.abs());
        let wide = range + SWEEP_ROUNDING * (far.max_element() + range);
        // Where the squares overflow, the distance is unknown. Where they vanish, every distance
        // counts as 0.
        let too_far = self.distance_squared(point) > wide * wide * (1.0 + 1e-5) + f32::MIN_POSITIVE;
        !too_far
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// Nodes below this one.
    below: u32,
    /// First item of a leaf.
    first: u32,
    /// Items of a leaf; 0 for an inner node.
    count: u32,
}

/// A tree of boxes over numbered items.
#[derive(Clone, Debug, Default)]
pub struct BoundsHierarchy {
    nodes: Vec<Node>,
    items: Vec<u32>,
}

impl BoundsHierarchy {
    /// Builds the tree anew over items whose number is their place in `bounds`.
    pub fn rebuild(&mut self, bounds: &[Bounds]) {
        self.nodes.clear();
        self.items.clear();
        self.items.extend(0..bounds.len() as u32);
        if !bounds.is_empty() {
            let mut items = core::mem::take(&mut self.items);
            self.add_node(bounds, &mut items, 0);
            self.items = items;
        }
    }

    /// Calls `visit` with the number of every item whose leaf, and all the boxes above it, `enters` accepts.
    pub fn visit(&self, mut enters: impl FnMut(&Bounds) -> bool, mut visit: impl FnMut(u32)) {
        let mut place = 0;
        while let Some(node) = self.nodes.get(place) {
            if !enters(&node.bounds) {
                place += 1 + node.below as usize;
                continue;
            }
            for item in &self.items[node.first as usize..(node.first + node.count) as usize] {
                visit(*item);
            }
            place += 1;
        }
    }

    fn add_node(&mut self, bounds: &[Bounds], items: &mut [u32], first: usize) {
        let whole = items
            .iter()
            .map(|item| bounds[*item as usize])
            .reduce(|a, b| a.union(&b))
            .unwrap_or(Bounds::of_disc(Vec2::ZERO, 0.0));
        let place = self.nodes.len();
        let is_leaf = items.len() <= LEAF_SIZE;
        self.nodes.push(Node {
            bounds: whole,
            below: 0,
            first: first as u32,
            count: if is_leaf { items.len() as u32 } else { 0 },
        });
        if is_leaf {
            return;
        }
        let extent = whole.max - whole.min;
        let axis = usize::from(extent.y > extent.x);
        let center = |item: &u32| {
            let own = &bounds[*item as usize];
            own.min[axis] * 0.5 + own.max[axis] * 0.5
        };
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |a, b| center(a).total_cmp(&center(b)).then(a.cmp(b)));
        let (lower, higher) = items.split_at_mut(half);
        self.add_node(bounds, lower, first);
        self.add_node(bounds, higher, first + half);
        self.nodes[place].below = (self.nodes.len() - place - 1) as u32;
    }
}

#[cfg(test)]
mod tests;
