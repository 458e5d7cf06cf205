//! The tree that changes item by item against a plain list.

use super::*;
use crate::kernel::test_inputs::vectors;
use bevy::math::Vec2;
use proptest::prelude::*;

/// What a tree may be asked to do; the numbers choose among the items that are in it.
#[derive(Clone, Debug)]
enum Change {
    Insert(Bounds),
    Update(usize, Bounds),
    Remove(usize),
    Renumber(usize),
    Rebuild,
}

fn boxes() -> impl Strategy<Value = Bounds> {
    prop_oneof![
        9 => (vectors(100.0), 0.0_f32..8.0).prop_map(|(center, radius)| Bounds::of_disc(center, radius)),
        1 => (vectors(100.0), 8.0_f32..500.0).prop_map(|(center, radius)| Bounds::of_disc(center, radius)),
    ]
}

fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => boxes().prop_map(Change::Insert),
        3 => (any::<usize>(), boxes()).prop_map(|(place, bounds)| Change::Update(place, bounds)),
        2 => any::<usize>().prop_map(Change::Remove),
        1 => any::<usize>().prop_map(Change::Renumber),
        1 => Just(Change::Rebuild),
    ]
}

/// The items that a search looks at, in rising order; fails when it looks at one twice.
fn visited(tree: &BoundsTree, enters: impl Fn(&Bounds) -> bool) -> Vec<u32> {
    let mut items = Vec::new();
    tree.visit(enters, |item| items.push(item));
    items.sort_unstable();
    let looked_at = items.len();
    items.dedup();
    assert_eq!(looked_at, items.len(), "an item was visited twice");
    items
}

fn levels(tree: &BoundsTree) -> u32 {
    if tree.root == NONE {
        return 0;
    }
    tree.nodes[tree.root as usize].height
}

/// What must hold of every node below `place`: links that agree, boxes that fit, and two sides of nearly equal height.
/// Gives the height and the number of nodes.
fn checked(tree: &BoundsTree, place: u32) -> (u32, usize) {
    let node = &tree.nodes[place as usize];
    if node.children[0] == NONE {
        assert_eq!((node.children[1], node.height), (NONE, 0));
        return (0, 1);
    }
    let [first, second] = node.children.map(|child| {
        assert_eq!(tree.nodes[child as usize].parent, place);
        checked(tree, child)
    });
    let [first_box, second_box] = node.children.map(|child| tree.nodes[child as usize].bounds);
    assert_eq!(node.bounds, first_box.union(&second_box));
    assert_eq!(node.height, 1 + first.0.max(second.0));
    assert!(
        first.0.abs_diff(second.0) <= 1,
        "one side is {} high and the other {}",
        first.0,
        second.0
    );
    (node.height, 1 + first.1 + second.1)
}

fn assert_sound(tree: &BoundsTree, items: usize) {
    let mut free = 0;
    let mut next = tree.free;
    while next != NONE {
        free += 1;
        next = tree.nodes[next as usize].children[0];
    }
    let in_use = if tree.root == NONE {
        0
    } else {
        assert_eq!(tree.nodes[tree.root as usize].parent, NONE);
        checked(tree, tree.root).1
    };
    assert_eq!(in_use, (2 * items).saturating_sub(1));
    assert_eq!(in_use + free, tree.nodes.len(), "a node is lost");
}

/// Levels that a balanced tree of so many leaves has at most.
fn most_levels(items: usize) -> u32 {
    let mut levels = 0;
    // The fewest leaves that fill so many levels, one side of every node as low as it may be.
    let (mut fewest, mut fewest_of_next) = (1, 2);
    while fewest_of_next <= items {
        (fewest, fewest_of_next) = (fewest_of_next, fewest + fewest_of_next);
        levels += 1;
    }
    levels
}

/// A tree of `boxes`, numbered in their order.
fn tree_of(boxes: impl IntoIterator<Item = Bounds>) -> (BoundsTree, Vec<Leaf>) {
    let mut tree = BoundsTree::default();
    let leaves = (0..)
        .zip(boxes)
        .map(|(item, bounds)| tree.insert(bounds, item))
        .collect();
    (tree, leaves)
}

#[test]
fn an_empty_tree_visits_nothing() {
    let mut tree = BoundsTree::default();
    assert_eq!(visited(&tree, |_| true), [] as [u32; 0]);
    let leaf = tree.insert(Bounds::of_disc(Vec2::ZERO, 1.0), 7);
    assert_eq!(visited(&tree, |_| true), [7]);
    tree.remove(leaf);
    assert_eq!(visited(&tree, |_| true), [] as [u32; 0]);
    assert_sound(&tree, 0);
}

#[test]
fn the_levels_of_a_balanced_tree_are_counted() {
    // 1, 2, 3, 5, 8, 13 leaves are the fewest that make 0, 1, 2, 3, 4, 5 levels.
    assert_eq!(
        [1, 2, 3, 4, 5, 7, 8, 12, 13].map(most_levels),
        [0, 1, 2, 2, 3, 3, 4, 4, 5]
    );
    // The greatest number of nodes that can be told apart has room on the stack.
    assert!((most_levels(1 << 31) as usize) < DEEPEST);
}

#[test]
fn an_item_is_found_where_it_was_put_last() {
    let at = |x: f32| Bounds::of_disc(Vec2::new(x, 0.0), 1.0);
    let (mut tree, leaves) = tree_of([at(0.0), at(10.0), at(20.0)]);
    let found = |tree: &BoundsTree, x: f32| visited(tree, |own| own.overlaps(&at(x)));
    assert_eq!(found(&tree, 10.0), [1]);
    tree.update(leaves[1], at(50.0));
    assert_eq!(found(&tree, 10.0), [] as [u32; 0]);
    assert_eq!(found(&tree, 50.0), [1]);
    tree.renumber(leaves[1], 99);
    assert_eq!(found(&tree, 50.0), [99]);
    tree.remove(leaves[0]);
    assert_eq!(visited(&tree, |_| true), [2, 99]);
    assert_sound(&tree, 2);
}

#[test]
fn what_was_given_back_is_used_again() {
    let at = |x: usize| Bounds::of_disc(Vec2::new(x as f32, 0.0), 1.0);
    let (mut tree, mut leaves) = tree_of((0..50).map(at));
    let nodes = tree.nodes.len();
    // 50 leaves, and a node above every one but the first.
    assert_eq!(nodes, 99);
    for round in 0..200_usize {
        tree.remove(leaves.remove(round * 7 % 50));
        leaves.push(tree.insert(at(round * 13 % 101), round as u32));
        tree.update(leaves[round % 50], at(round * 29 % 83));
    }
    assert_eq!(tree.nodes.len(), nodes);
    assert_sound(&tree, 50);
}

#[test]
fn a_rebuilt_tree_remembers_nothing_else() {
    let at = |x: f32| Bounds::of_disc(Vec2::new(x, 0.0), 1.0);
    let (mut tree, leaves) = tree_of((0..20).map(|x| at(x as f32)));
    tree.remove(leaves[3]);
    assert_eq!(tree.rebuild(core::iter::empty()).count(), 0);
    assert_eq!(visited(&tree, |_| true), [] as [u32; 0]);
    let rebuilt: Vec<Leaf> = tree.rebuild([at(4.0), at(9.0)].into_iter()).collect();
    assert_eq!(visited(&tree, |own| own.overlaps(&at(9.0))), [1]);
    tree.remove(rebuilt[1]);
    assert_eq!(visited(&tree, |_| true), [0]);
    assert_sound(&tree, 1);
}

#[test]
fn a_tree_built_as_a_whole_has_the_fewest_levels() {
    let at = |x: usize| Bounds::of_disc(Vec2::new((x * 37 % 101) as f32, x as f32), 1.0);
    for count in [1_usize, 2, 3, 64, 65, 1_000] {
        let mut tree = BoundsTree::default();
        assert_eq!(tree.rebuild((0..count).map(at)).count(), count);
        assert_sound(&tree, count);
        // Halved again and again until one is left.
        assert_eq!(levels(&tree), count.next_power_of_two().trailing_zeros());
    }
}

#[test]
fn items_that_come_in_a_row_make_no_chain() {
    let in_a_row = |x: usize| Bounds::of_disc(Vec2::new(x as f32 * 3.0, 0.0), 1.0);
    let (tree, _) = tree_of((0..5_000).map(in_a_row));
    assert_sound(&tree, 5_000);
    assert!(levels(&tree) <= most_levels(5_000));
    // The same place over and over.
    let (tree, _) = tree_of([in_a_row(1); 1_000]);
    assert_sound(&tree, 1_000);
}

#[test]
fn boxes_round_boxes_make_no_chain() {
    // Each four times as wide as all before it: every one would best be hung at the very top.
    let (tree, _) = tree_of((-60..60).map(|size| Bounds::of_disc(Vec2::ZERO, 4.0_f32.powi(size))));
    assert_sound(&tree, 120);
    assert_eq!(visited(&tree, |_| true).len(), 120);
    // 89 leaves are the fewest that make 9 levels.
    assert!(levels(&tree) <= 9, "{} levels", levels(&tree));
}

#[test]
fn a_search_looks_at_little_more_than_it_finds() {
    // 40 x 40 boxes of 1, 3 apart, in an order that jumps about.
    let place = |number: usize| {
        let place = number * 997 % 1600;
        Bounds::of_disc(
            Vec2::new((place % 40) as f32, (place / 40) as f32) * 3.0,
            0.5,
        )
    };
    let (tree, _) = tree_of((0..1600).map(place));
    let mut looked_at = 0;
    for number in 0..1600 {
        let query = Bounds::of_disc(place(number).max, 2.0);
        tree.visit(
            |own| {
                looked_at += 1;
                own.overlaps(&query)
            },
            |_| {},
        );
    }
    // 11 levels at least, on each of which two boxes for every one of up to 4 to find.
    assert!(looked_at / 1600 <= 88, "{} boxes each", looked_at / 1600);
}

proptest! {
    #[test]
    fn a_tree_finds_what_a_list_finds_after_every_change(
        changes in prop::collection::vec(changes(), 1..150),
        query in boxes(),
    ) {
        let mut tree = BoundsTree::default();
        let mut list: Vec<(Leaf, Bounds, u32)> = Vec::new();
        for (item, change) in (0..).zip(changes) {
            let chosen = |place: usize| place % list.len().max(1);
            match change {
                Change::Insert(bounds) => list.push((tree.insert(bounds, item), bounds, item)),
                Change::Rebuild => {
                    let leaves = tree.rebuild(list.iter().map(|(_, bounds, _)| *bounds));
                    let leaves: Vec<_> = (0..).zip(leaves).collect();
                    for (entry, (item, leaf)) in list.iter_mut().zip(leaves) {
                        (entry.0, entry.2) = (leaf, item);
                    }
                }
                _ if list.is_empty() => {}
                Change::Update(place, bounds) => {
                    let chosen = chosen(place);
                    tree.update(list[chosen].0, bounds);
                    list[chosen].1 = bounds;
                }
                Change::Remove(place) => {
                    let (leaf, ..) = list.swap_remove(chosen(place));
                    tree.remove(leaf);
                }
                Change::Renumber(place) => {
                    let chosen = chosen(place);
                    tree.renumber(list[chosen].0, item);
                    list[chosen].2 = item;
                }
            }
            assert_sound(&tree, list.len());
            let mut expected: Vec<u32> = list
                .iter()
                .filter(|(_, bounds, _)| bounds.overlaps(&query))
                .map(|(.., item)| *item)
                .collect();
            expected.sort_unstable();
            prop_assert_eq!(visited(&tree, |own| own.overlaps(&query)), expected);
        }
        // A leaf's place never changes while it is in.
        for (leaf, bounds, item) in &list {
            let node = &tree.nodes[leaf.0 as usize];
            prop_assert_eq!((node.bounds, node.item), (*bounds, *item));
        }
    }
}
