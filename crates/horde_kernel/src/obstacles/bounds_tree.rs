//! A balanced tree of boxes around numbered items, with insertion, change and removal.
//!
//! A change touches only the boxes above the item. Rotations keep the tree flat, so a change costs
//! the logarithm of the number of items. A tree that grew item by item is slower to search than a
//! tree built as a whole. Rebuild it after many changes. The history of a tree decides the order of
//! the visited items. Only in a coarse tree does it also decide which items are visited.

use crate::obstacles::bounds::Bounds;
use glam::Vec2;

/// Stands for "no node".
const NONE: u32 = u32::MAX;
/// More levels than any tree that fits in memory has. A balanced tree of `n` leaves has at most
/// `1.44 log2 n` levels.
const DEEPEST: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    parent: u32,
    /// Both `NONE` in a leaf.
    children: [u32; 2],
    /// The number of levels below the node; 0 for a leaf.
    height: u32,
}

/// A tree of boxes around items, which are numbered from 0 without gaps.
#[derive(Clone, Debug, Default)]
pub struct BoundsTree {
    /// Leaves have even indices: that of item `n` is `2 n`. The nodes above them have odd indices.
    nodes: Vec<Node>,
    root: u32,
    /// A search that enters a node of at most this height visits all items below it.
    whole: u32,
}

impl BoundsTree {
    /// Builds a tree whose searches test one box for up to four items, and not the boxes of the
    /// items.
    ///
    /// This is faster where a visit costs no more than the test of a box.
    #[inline]
    pub fn coarse(bounds: impl Iterator<Item = Bounds>) -> Self {
        let mut tree = Self {
            whole: 2,
            ..Self::default()
        };
        tree.rebuild(bounds);
        tree
    }

    /// Adds an item. Its number is the number of items before it.
    #[inline]
    pub fn push(&mut self, bounds: Bounds) {
        let leaf = self.push_leaf(bounds);
        self.attach(leaf, leaf.wrapping_sub(1));
    }

    /// Changes the box of an item.
    #[inline]
    pub fn set(&mut self, item: usize, bounds: Bounds) {
        let leaf = 2 * item as u32;
        if self.nodes[leaf as usize].bounds != bounds {
            let freed = self.detach(leaf);
            self.nodes[leaf as usize].bounds = bounds;
            self.attach(leaf, freed);
        }
    }

    /// Removes an item, and gives its number to the last item.
    #[inline]
    pub fn swap_remove(&mut self, item: usize) {
        let leaf = 2 * item as u32;
        let freed = self.detach(leaf);
        let last = self.nodes.len() as u32 - 1;
        if freed != NONE {
            self.relocate(last - 1, freed);
        }
        self.relocate(last, leaf);
        self.nodes.truncate(last.saturating_sub(1) as usize);
    }

    /// Builds the tree anew over items with these boxes, numbered in this order.
    #[inline]
    pub fn rebuild(&mut self, bounds: impl Iterator<Item = Bounds>) {
        self.nodes.clear();
        let mut leaves: Vec<u32> = bounds.map(|bounds| self.push_leaf(bounds)).collect();
        if !leaves.is_empty() {
            self.root = self.join(&mut leaves, 0);
        }
    }

    /// Calls `visit` with every item for which `enters` accepts the box and all boxes above it. A
    /// coarse tree does not test the lowest of these boxes.
    #[inline]
    pub fn visit(&self, enters: impl FnMut(&Bounds) -> bool, mut visit: impl FnMut(usize)) {
        self.any(enters, |item| {
            visit(item);
            false
        });
    }

    /// An item near `point`, found by one descent; `None` in an empty tree. Another item may be
    /// nearer.
    #[inline]
    pub fn near(&self, point: Vec2) -> Option<usize> {
        let mut place = self.root;
        self.nodes.get(place as usize)?;
        while !is_leaf(place) {
            let children = self.nodes[place as usize].children;
            let [first, second] =
                children.map(|child| self.nodes[child as usize].bounds.distance_squared(point));
            place = children[usize::from(second < first)];
        }
        Some(place as usize / 2)
    }

    /// Whether `is` holds for any item that `visit` would visit with the same `enters`.
    ///
    /// The search ends at the first such item.
    #[inline]
    pub fn any(
        &self,
        mut enters: impl FnMut(&Bounds) -> bool,
        mut is: impl FnMut(usize) -> bool,
    ) -> bool {
        let mut place = self.root;
        let root = self.nodes.get(place as usize);
        if !root.is_some_and(|root| enters(&root.bounds)) {
            return false;
        }
        let mut waiting = [NONE; DEEPEST];
        let mut count = 0;
        loop {
            if is_leaf(place) {
                if is(place as usize / 2) {
                    return true;
                }
            } else {
                // Both children are tested at once, so their loads do not depend on each other.
                let node = &self.nodes[place as usize];
                let [first, second] = node.children;
                let is_whole = node.height <= self.whole;
                let enters_first = is_whole || enters(&self.nodes[first as usize].bounds);
                let enters_second = is_whole || enters(&self.nodes[second as usize].bounds);
                if enters_first {
                    if enters_second {
                        waiting[count] = second;
                        count += 1;
                    }
                    place = first;
                    continue;
                }
                if enters_second {
                    place = second;
                    continue;
                }
            }
            if count == 0 {
                return false;
            }
            count -= 1;
            place = waiting[count];
        }
    }

    /// Adds an unattached leaf and, unless it is the first, a free node before it, which can attach
    /// it. Returns the leaf.
    fn push_leaf(&mut self, bounds: Bounds) -> u32 {
        let leaf = self.nodes.len().next_multiple_of(2);
        let node = Node {
            bounds,
            parent: NONE,
            children: [NONE, NONE],
            height: 0,
        };
        self.nodes.resize(leaf + 1, node);
        leaf as u32
    }

    /// Joins `leaves` under one node and returns that. Each node halves its leaves by their middles
    /// along the longer axis.
    ///
    /// `first` is the number of leaves of the tree that come before these.
    fn join(&mut self, leaves: &mut [u32], first: usize) -> u32 {
        if let [leaf] = leaves {
            return *leaf;
        }
        let bounds = |leaf: &u32| &self.nodes[*leaf as usize].bounds;
        let middle = |leaf: &u32| bounds(leaf).min * 0.5 + bounds(leaf).max * 0.5;
        let extent = leaves
            .iter()
            .map(|leaf| *bounds(leaf))
            .reduce(|all, one| all.union(&one))
            .map_or(Vec2::ZERO, |all| all.max - all.min);
        let axis = usize::from(extent.y > extent.x);
        let half = leaves.len() / 2;
        leaves.select_nth_unstable_by(half, |first, second| {
            let by_middle = middle(first)[axis].total_cmp(&middle(second)[axis]);
            by_middle.then(first.cmp(second))
        });
        let (lower, higher) = leaves.split_at_mut(half);
        let children = [self.join(lower, first), self.join(higher, first + half)];
        let parent = 2 * (first + half) as u32 - 1;
        for child in children {
            self.nodes[child as usize].parent = parent;
        }
        self.nodes[parent as usize].children = children;
        self.nodes[parent as usize].parent = NONE;
        self.fit(parent);
        parent
    }

    /// Attaches a leaf beside another leaf. A descent from the root finds that leaf: at each node
    /// it takes the child whose box grows less. The free node `parent` joins both leaves.
    fn attach(&mut self, leaf: u32, parent: u32) {
        if self.nodes.len() == 1 {
            self.root = leaf;
            return;
        }
        let bounds = self.nodes[leaf as usize].bounds;
        let mut sibling = self.root;
        while !is_leaf(sibling) {
            let children = self.nodes[sibling as usize].children;
            let [first, second] = children.map(|child| {
                let own = &self.nodes[child as usize].bounds;
                let joined = own.union(&bounds).half_perimeter();
                // Beside a leaf, the box around both is new and counts in full.
                let known = if is_leaf(child) {
                    0.0
                } else {
                    own.half_perimeter()
                };
                joined - known
            });
            sibling = children[usize::from(second < first)];
        }
        let grandparent = self.nodes[sibling as usize].parent;
        self.nodes[parent as usize].parent = grandparent;
        self.nodes[parent as usize].children = [sibling, leaf];
        self.nodes[sibling as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.replace_child(grandparent, sibling, parent);
        self.refit_upward(parent);
    }

    /// Detaches a leaf, and replaces its parent by its sibling. Returns the parent, now free;
    /// `NONE` for the only leaf.
    fn detach(&mut self, leaf: u32) -> u32 {
        let parent = self.nodes[leaf as usize].parent;
        if parent == NONE {
            return NONE;
        }
        let Node {
            parent: grandparent,
            children,
            ..
        } = self.nodes[parent as usize];
        let sibling = children[usize::from(children[0] == leaf)];
        self.nodes[sibling as usize].parent = grandparent;
        self.replace_child(grandparent, parent, sibling);
        self.refit_upward(grandparent);
        parent
    }

    /// Moves a node to a free index.
    fn relocate(&mut self, from: u32, to: u32) {
        if from == to {
            return;
        }
        let node = self.nodes[from as usize];
        self.nodes[to as usize] = node;
        self.replace_child(node.parent, from, to);
        for child in node.children.into_iter().filter(|child| *child != NONE) {
            self.nodes[child as usize].parent = to;
        }
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
            return;
        }
        let children = &mut self.nodes[parent as usize].children;
        children[usize::from(children[1] == old)] = new;
    }

    /// Balances every node from `place` to the root, and fits their boxes.
    fn refit_upward(&mut self, mut place: u32) {
        while place != NONE {
            let balanced = self.balance(place);
            self.fit(balanced);
            place = self.nodes[balanced as usize].parent;
        }
    }

    fn fit(&mut self, place: u32) {
        let children = self.nodes[place as usize].children;
        let [first, second] = children.map(|child| self.nodes[child as usize]);
        let node = &mut self.nodes[place as usize];
        node.bounds = first.bounds.union(&second.bounds);
        node.height = 1 + first.height.max(second.height);
    }

    /// Rotates a node if one side is two levels higher than the other. Returns the node that is now
    /// at its place in the tree.
    fn balance(&mut self, place: u32) -> u32 {
        let higher_of = |children: [u32; 2]| {
            let [first, second] = children.map(|child| self.nodes[child as usize].height);
            (usize::from(second > first), first.abs_diff(second))
        };
        let Node {
            parent, children, ..
        } = self.nodes[place as usize];
        let (higher, difference) = higher_of(children);
        if difference <= 1 {
            return place;
        }
        let lifted = children[higher];
        let grandchildren = self.nodes[lifted as usize].children;
        let (kept, _) = higher_of(grandchildren);
        let handed_down = grandchildren[1 - kept];
        self.replace_child(parent, place, lifted);
        self.nodes[lifted as usize].parent = parent;
        self.nodes[lifted as usize].children[1 - kept] = place;
        self.nodes[place as usize].parent = lifted;
        self.nodes[place as usize].children[higher] = handed_down;
        self.nodes[handed_down as usize].parent = place;
        self.fit(place);
        lifted
    }
}

fn is_leaf(place: u32) -> bool {
    place.is_multiple_of(2)
}

#[cfg(test)]
mod tests;
