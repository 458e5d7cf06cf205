//! Compares the tree of boxes with a plain list.

use super::*;
use crate::obstacles::swept_disc::SweptDisc;
use crate::test_inputs::{distance_to_segment, vectors};
use glam::Vec2;
use proptest::prelude::*;

/// A change of a tree. The numbers select items of the tree.
#[derive(Clone, Debug)]
enum Change {
    Push(Bounds),
    Set(usize, Bounds),
    Remove(usize),
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
        4 => boxes().prop_map(Change::Push),
        3 => (any::<usize>(), boxes()).prop_map(|(place, bounds)| Change::Set(place, bounds)),
        2 => any::<usize>().prop_map(Change::Remove),
        1 => Just(Change::Rebuild),
    ]
}

/// The items that a search visits, in ascending order. Panics when a visit repeats.
fn visited(tree: &BoundsTree, enters: impl Fn(&Bounds) -> bool) -> Vec<usize> {
    let mut items = Vec::new();
    tree.visit(enters, |item| items.push(item));
    items.sort_unstable();
    let visits = items.len();
    items.dedup();
    assert_eq!(visits, items.len(), "the search visits an item twice");
    items
}

fn levels(tree: &BoundsTree) -> u32 {
    if tree.nodes.is_empty() {
        return 0;
    }
    tree.nodes[tree.root as usize].height
}

/// Checks the invariants of every node below `place`. Returns the height and the number of nodes.
///
/// Links must agree, boxes must fit, and the heights of the two sides must be nearly equal.
fn checked(tree: &BoundsTree, place: u32) -> (u32, usize) {
    let node = &tree.nodes[place as usize];
    if is_leaf(place) {
        assert_eq!((node.children, node.height), ([NONE, NONE], 0));
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
        "the heights of the sides are {} and {}",
        first.0,
        second.0
    );
    (node.height, 1 + first.1 + second.1)
}

fn assert_sound(tree: &BoundsTree, items: usize) {
    let in_use = if tree.nodes.is_empty() {
        0
    } else {
        assert_eq!(tree.nodes[tree.root as usize].parent, NONE);
        checked(tree, tree.root).1
    };
    assert_eq!(in_use, (2 * items).saturating_sub(1));
    assert_eq!(in_use, tree.nodes.len(), "the tree loses a node");
}

/// The most levels of a balanced tree with this many leaves.
fn most_levels(items: usize) -> u32 {
    let mut levels = 0;
    // The fewest leaves for `levels` levels, with one side of every node as low as possible.
    let (mut fewest, mut fewest_of_next) = (1, 2);
    while fewest_of_next <= items {
        (fewest, fewest_of_next) = (fewest_of_next, fewest + fewest_of_next);
        levels += 1;
    }
    levels
}

/// A tree built by inserting `boxes` one by one.
fn tree_of(boxes: impl IntoIterator<Item = Bounds>) -> BoundsTree {
    let mut tree = BoundsTree::default();
    for bounds in boxes {
        tree.push(bounds);
    }
    tree
}

/// A tree built over all `boxes` at once.
fn built(boxes: impl IntoIterator<Item = Bounds>) -> BoundsTree {
    let mut tree = BoundsTree::default();
    tree.rebuild(boxes.into_iter());
    tree
}

#[test]
fn an_empty_tree_visits_nothing() {
    let mut tree = BoundsTree::default();
    assert_eq!(visited(&tree, |_| true), [] as [usize; 0]);
    tree.push(Bounds::of_disc(Vec2::ZERO, 1.0));
    assert_eq!(visited(&tree, |_| true), [0]);
    tree.swap_remove(0);
    assert_eq!(visited(&tree, |_| true), [] as [usize; 0]);
    assert_sound(&tree, 0);
    assert_sound(&built([]), 0);
}

#[test]
fn the_levels_of_a_balanced_tree_are_counted() {
    // 1, 2, 3, 5, 8, 13 leaves are the fewest for 0, 1, 2, 3, 4, 5 levels.
    assert_eq!(
        [1, 2, 3, 4, 5, 7, 8, 12, 13].map(most_levels),
        [0, 1, 2, 2, 3, 3, 4, 4, 5]
    );
    // The stack of a search suffices for 2^31 leaves.
    assert!((most_levels(1 << 31) as usize) < DEEPEST);
}

#[test]
fn an_item_is_found_at_its_last_box() {
    let at = |x: f32| Bounds::of_disc(Vec2::new(x, 0.0), 1.0);
    let mut tree = tree_of([at(0.0), at(10.0)]);
    let found = |tree: &BoundsTree, x: f32| visited(tree, |own| own.overlaps(&at(x)));
    assert_eq!(found(&tree, 10.0), [1]);
    tree.set(0, at(20.0));
    assert_eq!(found(&tree, 0.0), [] as [usize; 0]);
    assert_eq!(found(&tree, 20.0), [0]);
    // The last item takes the number of the removed one.
    tree.push(at(30.0));
    tree.swap_remove(0);
    assert_eq!(found(&tree, 30.0), [0]);
}

#[test]
fn removed_items_free_their_nodes() {
    let at = |x: usize| Bounds::of_disc(Vec2::new(x as f32, 0.0), 1.0);
    let mut tree = tree_of((0..50).map(at));
    for round in 0..200_usize {
        tree.swap_remove(round * 7 % 50);
        tree.push(at(round * 13 % 101));
        tree.set(round % 50, at(round * 29 % 83));
        assert_sound(&tree, 50);
    }
}

#[test]
fn a_rebuilt_tree_has_only_the_new_items() {
    let at = |x: f32| Bounds::of_disc(Vec2::new(x, 0.0), 1.0);
    let mut tree = tree_of((0..20).map(|x| at(x as f32)));
    tree.swap_remove(3);
    tree.rebuild([].into_iter());
    assert_eq!(visited(&tree, |_| true), [] as [usize; 0]);
    tree.rebuild([at(4.0), at(9.0)].into_iter());
    assert_eq!(visited(&tree, |own| own.overlaps(&at(9.0))), [1]);
    tree.swap_remove(0);
    assert_eq!(visited(&tree, |own| own.overlaps(&at(9.0))), [0]);
    assert_sound(&tree, 1);
}

#[test]
fn a_coarse_tree_visits_up_to_four_items_for_one_box() {
    let at = |x: f32| Bounds::of_disc(Vec2::new(x, 0.0), 1.0);
    let tree = BoundsTree::coarse((0..16).map(|x| at(x as f32 * 3.0)));
    assert_sound(&tree, 16);
    assert_eq!(visited(&tree, |own| own.overlaps(&at(0.0))), [0, 1, 2, 3]);
    assert_eq!(visited(&tree, |own| own.overlaps(&at(31.5))).len(), 4);
    assert_eq!(visited(&tree, |_| true).len(), 16);
}

#[test]
fn a_search_for_any_ends_at_the_first() {
    let tree = built((0..100).map(|x| Bounds::of_disc(Vec2::new(x as f32, 0.0), 1.0)));
    let mut asked = 0;
    let is = |_| {
        asked += 1;
        true
    };
    assert!(tree.any(|_| true, is));
    assert_eq!(asked, 1);
    assert!(tree.any(|_| true, |item| item == 40));
    assert!(!tree.any(|own| own.min.x < 30.0, |item| item == 40));
}

#[test]
fn a_tree_built_as_a_whole_has_the_fewest_levels() {
    let at = |x: usize| Bounds::of_disc(Vec2::new((x * 37 % 101) as f32, x as f32), 1.0);
    for count in [1_usize, 2, 3, 64, 65, 1_000] {
        let tree = built((0..count).map(at));
        assert_sound(&tree, count);
        // Each level halves the items until one is left.
        assert_eq!(levels(&tree), count.next_power_of_two().trailing_zeros());
    }
}

#[test]
fn items_inserted_in_a_row_make_no_chain() {
    let in_a_row = |x: usize| Bounds::of_disc(Vec2::new(x as f32 * 3.0, 0.0), 1.0);
    let tree = tree_of((0..5_000).map(in_a_row));
    assert_sound(&tree, 5_000);
    assert!(levels(&tree) <= most_levels(5_000));
    // The same position many times.
    let tree = tree_of([in_a_row(1); 1_000]);
    assert_sound(&tree, 1_000);
}

#[test]
fn nested_boxes_make_no_chain() {
    // Each box is four times as wide as all before it, so its best parent is always the root.
    let tree = tree_of((-60..60).map(|size| Bounds::of_disc(Vec2::ZERO, 4.0_f32.powi(size))));
    assert_sound(&tree, 120);
    assert_eq!(visited(&tree, |_| true).len(), 120);
    // Ten levels need 144 leaves or more.
    assert!(levels(&tree) <= 9, "{} levels", levels(&tree));
}

#[test]
fn coincident_boxes_are_all_found() {
    let bounds = [Bounds::of_disc(Vec2::ONE, 2.0); 500];
    for tree in [built(bounds), tree_of(bounds)] {
        assert_eq!(visited(&tree, |own| own.overlaps(&bounds[0])).len(), 500);
    }
}

#[test]
fn a_search_tests_few_boxes_per_result() {
    // 40 x 40 boxes with sides of 1, 3 apart, in a scattered order.
    let place = |number: usize| {
        let place = number * 997 % 1600;
        let cell = Vec2::new((place % 40) as f32, (place / 40) as f32);
        Bounds::of_disc(cell * 3.0, 0.5)
    };
    let boxes = (0..1600).map(place);
    for (tree, most) in [(tree_of(boxes.clone()), 88), (built(boxes), 44)] {
        let mut candidates_examined = 0;
        for number in 0..1600 {
            let query = Bounds::of_disc(place(number).max, 2.0);
            let enters = |own: &Bounds| {
                candidates_examined += 1;
                own.overlaps(&query)
            };
            tree.visit(enters, |_| {});
        }
        // The tree has at least 11 levels, and each of up to 4 results takes two tests per level.
        assert!(
            candidates_examined / 1600 <= most,
            "{} boxes per search",
            candidates_examined / 1600
        );
    }
}

proptest! {
    #[test]
    fn a_tree_agrees_with_a_list_after_every_change(
        changes in prop::collection::vec(changes(), 1..150),
        query in boxes(),
    ) {
        let mut tree = BoundsTree::default();
        let mut list: Vec<Bounds> = Vec::new();
        for change in changes {
            match change {
                Change::Push(bounds) => {
                    tree.push(bounds);
                    list.push(bounds);
                }
                Change::Rebuild => tree.rebuild(list.iter().copied()),
                _ if list.is_empty() => {}
                Change::Set(place, bounds) => {
                    let item = place % list.len();
                    tree.set(item, bounds);
                    list[item] = bounds;
                }
                Change::Remove(place) => {
                    let item = place % list.len();
                    tree.swap_remove(item);
                    list.swap_remove(item);
                }
            }
            assert_sound(&tree, list.len());
            let found = visited(&tree, |own| own.overlaps(&query));
            let expected = (0..list.len()).filter(|item| list[*item].overlaps(&query));
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_box_that_a_sweep_meets_is_visited(
        discs in prop::collection::vec((vectors(100.0), 0.0_f32..8.0), 0..120),
        from in vectors(110.0),
        to in vectors(110.0),
        radius in 0.0_f32..10.0,
    ) {
        let boxes = discs.iter().map(|(center, radius)| Bounds::of_disc(*center, *radius));
        let swept = SweptDisc::new(from, to, radius);
        let seen = visited(&built(boxes), |own| swept.may_touch(own));
        for (item, (center, own_radius)) in discs.iter().enumerate() {
            let touches = distance_to_segment(*center, from, to) <= f64::from(radius + own_radius);
            prop_assert!(!touches || seen.binary_search(&item).is_ok());
        }
    }
}

#[test]
fn a_descent_finds_an_item_near_a_point() {
    assert_eq!(BoundsTree::default().near(Vec2::ZERO), None);
    // Boxes side by side in a row.
    let boxes = (0..100).map(|number| Bounds::of_disc(Vec2::new(number as f32, 0.0), 0.4));
    for tree in [BoundsTree::coarse(boxes.clone()), {
        let mut tree = BoundsTree::default();
        boxes.clone().for_each(|bounds| tree.push(bounds));
        tree
    }] {
        for number in [0, 1, 37, 99] {
            assert_eq!(tree.near(Vec2::new(number as f32, 0.1)), Some(number));
        }
    }
}
