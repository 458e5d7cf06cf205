//! The balanced tree of boxes that come, move and go one by one.
//!
//! Every item is a leaf. Putting one in or taking one out touches only the boxes above it, and rotations keep the tree as
//! flat as a balanced one, so that a change costs the logarithm of the number of items. A tree that has grown one by one is
//! searched more slowly than one that was built as a whole, so that after many changes it pays to build it anew. In which
//! order items came decides where they are in the tree and so in which order a search visits them, never which ones it
//! visits.

use super::hierarchy::Bounds;
use bevy::math::Vec2;

/// Stands for "no node".
const NONE: u32 = u32::MAX;
/// Deeper than any tree that fits in memory: a balanced one of `n` leaves has at most `1.44 log2 n` levels.
const DEEPEST: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    parent: u32,
    /// Both `NONE` in a leaf. In a free node the first is the next free one.
    children: [u32; 2],
    /// The item of a leaf.
    item: u32,
    /// Levels below.
    height: u32,
}

/// Where an item is in a [`BoundsTree`]; given by [`insert`](BoundsTree::insert).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf(u32);

/// A tree of boxes over items that come, move and go.
#[derive(Clone, Debug)]
pub struct BoundsTree {
    nodes: Vec<Node>,
    root: u32,
    free: u32,
}

impl Default for BoundsTree {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            root: NONE,
            free: NONE,
        }
    }
}

impl BoundsTree {
    /// Puts an item in.
    pub fn insert(&mut self, bounds: Bounds, item: u32) -> Leaf {
        let leaf = self.take_node(Node {
            bounds,
            parent: NONE,
            children: [NONE, NONE],
            item,
            height: 0,
        });
        self.attach(leaf);
        Leaf(leaf)
    }

    /// Takes an item out; its [`Leaf`] must not be used again.
    pub fn remove(&mut self, leaf: Leaf) {
        self.detach(leaf.0);
        self.give_back(leaf.0);
    }

    /// Gives an item another box.
    pub fn update(&mut self, leaf: Leaf, bounds: Bounds) {
        if self.nodes[leaf.0 as usize].bounds == bounds {
            return;
        }
        self.detach(leaf.0);
        self.nodes[leaf.0 as usize].bounds = bounds;
        self.attach(leaf.0);
    }

    /// Gives the item at `leaf` another number.
    pub fn renumber(&mut self, leaf: Leaf, item: u32) {
        self.nodes[leaf.0 as usize].item = item;
    }

    /// Builds the tree anew over items whose number is their place in `bounds`; their leaves come in the same order.
    pub fn rebuild(&mut self, bounds: impl Iterator<Item = Bounds>) -> impl Iterator<Item = Leaf> {
        self.nodes.clear();
        self.free = NONE;
        self.nodes
            .extend((0..).zip(bounds).map(|(item, bounds)| Node {
                bounds,
                parent: NONE,
                children: [NONE, NONE],
                item,
                height: 0,
            }));
        let count = self.nodes.len() as u32;
        let mut leaves: Vec<u32> = (0..count).collect();
        self.root = if count > 0 {
            self.build(&mut leaves)
        } else {
            NONE
        };
        (0..count).map(Leaf)
    }

    /// Joins leaves under one node, which is returned: halves along the longer side, by their middles.
    fn build(&mut self, leaves: &mut [u32]) -> u32 {
        if let [leaf] = leaves {
            return *leaf;
        }
        let of = |leaf: &u32| &self.nodes[*leaf as usize].bounds;
        let middle = |leaf: &u32| of(leaf).min * 0.5 + of(leaf).max * 0.5;
        let (low, high) = leaves.iter().map(middle).fold(
            (Vec2::INFINITY, Vec2::NEG_INFINITY),
            |(low, high), middle| (low.min(middle), high.max(middle)),
        );
        let axis = usize::from(high.y - low.y > high.x - low.x);
        let half = leaves.len() / 2;
        leaves.select_nth_unstable_by(half, |first, second| {
            middle(first)[axis]
                .total_cmp(&middle(second)[axis])
                .then(first.cmp(second))
        });
        let (lower, higher) = leaves.split_at_mut(half);
        let children = [self.build(lower), self.build(higher)];
        let parent = self.take_node(Node {
            bounds: Bounds::of_disc(Vec2::ZERO, 0.0),
            parent: NONE,
            children,
            item: NONE,
            height: 0,
        });
        for child in children {
            self.nodes[child as usize].parent = parent;
        }
        self.fit(parent);
        parent
    }

    /// Calls `visit` with every item whose box, and all the boxes above it, `enters` accepts.
    pub fn visit(&self, mut enters: impl FnMut(&Bounds) -> bool, mut visit: impl FnMut(u32)) {
        let Some(mut node) = self.nodes.get(self.root as usize) else {
            return;
        };
        if !enters(&node.bounds) {
            return;
        }
        let mut waiting = [NONE; DEEPEST];
        let mut count = 0;
        loop {
            let [first, second] = node.children;
            if first == NONE {
                visit(node.item);
            } else {
                // Both at once: two loads that do not wait for each other, and nothing waits that is not entered.
                let children = [first, second].map(|child| &self.nodes[child as usize]);
                let entered = children.map(|child| enters(&child.bounds));
                if entered[0] {
                    if entered[1] {
                        waiting[count] = second;
                        count += 1;
                    }
                    node = children[0];
                    continue;
                }
                if entered[1] {
                    node = children[1];
                    continue;
                }
            }
            if count == 0 {
                return;
            }
            count -= 1;
            node = &self.nodes[waiting[count] as usize];
        }
    }

    fn take_node(&mut self, node: Node) -> u32 {
        if self.free == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        let place = self.free;
        self.free = self.nodes[place as usize].children[0];
        self.nodes[place as usize] = node;
        place
    }

    fn give_back(&mut self, place: u32) {
        self.nodes[place as usize].children = [self.free, NONE];
        self.free = place;
    }

    /// Hangs a leaf beside the node whose boxes it makes grow least.
    fn attach(&mut self, leaf: u32) {
        if self.root == NONE {
            self.nodes[leaf as usize].parent = NONE;
            self.root = leaf;
            return;
        }
        let bounds = self.nodes[leaf as usize].bounds;
        let mut sibling = self.root;
        loop {
            let node = &self.nodes[sibling as usize];
            if node.children[0] == NONE {
                break;
            }
            // Beside anything higher a leaf would lean the tree by more than a rotation rights.
            let may_hang_here = node.height <= 1;
            let grown = half_perimeter(&node.bounds.union(&bounds));
            // What a new parent here costs, and by how much everything below would grow at least.
            let here = 2.0 * grown;
            let inherited = 2.0 * (grown - half_perimeter(&node.bounds));
            let [first, second] = node.children.map(|child| {
                let child = &self.nodes[child as usize];
                let joined = half_perimeter(&child.bounds.union(&bounds));
                let added = if child.children[0] == NONE {
                    joined
                } else {
                    joined - half_perimeter(&child.bounds)
                };
                inherited + added
            });
            if may_hang_here && here < first && here < second {
                break;
            }
            sibling = node.children[usize::from(second < first)];
        }
        let old_parent = self.nodes[sibling as usize].parent;
        let parent = self.take_node(Node {
            bounds: self.nodes[sibling as usize].bounds.union(&bounds),
            parent: old_parent,
            children: [sibling, leaf],
            item: NONE,
            height: self.nodes[sibling as usize].height + 1,
        });
        self.nodes[sibling as usize].parent = parent;
        self.nodes[leaf as usize].parent = parent;
        self.replace_child(old_parent, sibling, parent);
        self.mend_upward(old_parent);
    }

    /// Unhangs a leaf; its sibling takes the place of their parent.
    fn detach(&mut self, leaf: u32) {
        let parent = self.nodes[leaf as usize].parent;
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let [first, second] = self.nodes[parent as usize].children;
        let sibling = if first == leaf { second } else { first };
        let grandparent = self.nodes[parent as usize].parent;
        self.nodes[sibling as usize].parent = grandparent;
        self.replace_child(grandparent, parent, sibling);
        self.give_back(parent);
        self.mend_upward(grandparent);
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
            return;
        }
        for child in &mut self.nodes[parent as usize].children {
            if *child == old {
                *child = new;
            }
        }
    }

    /// Balances every node from `place` to the root and makes their boxes fit.
    fn mend_upward(&mut self, mut place: u32) {
        while place != NONE {
            let balanced = self.balance(place);
            self.fit(balanced);
            place = self.nodes[balanced as usize].parent;
        }
    }

    fn fit(&mut self, place: u32) {
        let [first, second] = self.nodes[place as usize].children;
        let (first, second) = (self.nodes[first as usize], self.nodes[second as usize]);
        let node = &mut self.nodes[place as usize];
        node.bounds = first.bounds.union(&second.bounds);
        node.height = 1 + first.height.max(second.height);
    }

    /// Where one side is two levels higher than the other, lifts its root into this node's place, which is returned.
    fn balance(&mut self, place: u32) -> u32 {
        let children = self.nodes[place as usize].children;
        let heights = children.map(|child| self.nodes[child as usize].height);
        let higher = usize::from(heights[1] > heights[0]);
        if heights[higher] <= heights[1 - higher] + 1 {
            return place;
        }
        let lifted = children[higher];
        let grandchildren = self.nodes[lifted as usize].children;
        let grand_heights = grandchildren.map(|child| self.nodes[child as usize].height);
        let taller = usize::from(grand_heights[1] > grand_heights[0]);
        let (kept, handed_down) = (grandchildren[taller], grandchildren[1 - taller]);

        let parent = self.nodes[place as usize].parent;
        self.nodes[lifted as usize].parent = parent;
        self.nodes[lifted as usize].children = [place, kept];
        self.replace_child(parent, place, lifted);
        self.nodes[place as usize].parent = lifted;
        self.nodes[place as usize].children[higher] = handed_down;
        self.nodes[handed_down as usize].parent = place;
        self.fit(place);
        lifted
    }
}

fn half_perimeter(bounds: &Bounds) -> f32 {
    let extent = bounds.max - bounds.min;
    extent.x + extent.y
}

#[cfg(test)]
mod tests;
