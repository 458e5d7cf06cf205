use super::links::CENTER;
use super::rasterize::{HALVINGS, LEAST_RADIUS, LinkTest, SLACK};
use super::*;
use proptest::prelude::*;

fn grid(columns: u32, rows: u32) -> CostGrid {
    CostGrid::new(Vec2::ZERO, 1.0, columns, rows).expect("valid")
}

fn region(first: (u32, u32), end: (u32, u32)) -> CellRegion {
    CellRegion {
        first: first.into(),
        end: end.into(),
    }
}

/// The open links of a cell, by the numbers of its neighbors.
fn open_links(grid: &CostGrid, cell: (u32, u32)) -> Vec<u32> {
    let links = grid.links()[grid.index(cell.into()).expect("inside")];
    (0..8).filter(|way| links & (1 << way) != 0).collect()
}

#[test]
fn sizes_that_are_no_sizes_give_no_grid() {
    for size in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-45, 3e38] {
        assert!(CostGrid::new(Vec2::ZERO, size, 10, 10).is_none(), "{size}");
    }
    for (columns, rows) in [(0, 5), (5, 0), (MOST_CELLS + 1, 5), (5, u32::MAX)] {
        assert!(CostGrid::new(Vec2::ZERO, 1.0, columns, rows).is_none());
    }
    assert!(CostGrid::new(Vec2::NAN, 1.0, 10, 10).is_none());
}

#[test]
fn cells_at_the_border_have_no_links_outward() {
    let grid = grid(3, 3);
    assert_eq!(open_links(&grid, (0, 0)), [0, 1, 2]);
    assert_eq!(open_links(&grid, (1, 1)), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(open_links(&grid, (2, 1)), [2, 3, 4, 5, 6]);
}

#[test]
fn no_diagonal_link_leads_past_the_corner_of_a_blocked_cell() {
    let mut grid = grid(3, 3);
    grid.set_slowness(region((1, 0), (2, 1)), f32::INFINITY);
    // The north-east neighbor of (0, 0) is (1, 1), and (1, 0) is beside the line.
    assert_eq!(open_links(&grid, (0, 0)), [2]);
    assert_eq!(open_links(&grid, (1, 0)), []);
    assert_eq!(open_links(&grid, (1, 1)), [0, 1, 2, 3, 4]);
    assert!(!grid.is_free((1, 0).into()));
    assert_eq!(grid.slowness((1, 0).into()), Some(f32::INFINITY));
}

#[test]
fn what_is_added_to_a_cost_is_taken_off_to_the_bit() {
    let mut grid = grid(12, 12);
    grid.set_slowness(region((0, 0), (3, 3)), 1000.0);
    grid.set_slowness(region((2, 2), (3, 4)), f32::INFINITY);
    let old = (grid.steps.clone(), grid.links.clone());
    grid.take_changes();
    let (part, other) = (region((1, 1), (5, 5)), region((4, 0), (9, 9)));
    grid.add_cost(part, 7 * 1024);
    // 16 cells, of which 2 are blocked.
    assert_eq!(grid.take_changes().len(), 14);
    assert_eq!(grid.slowness((1, 1).into()), Some(1007.0));
    assert_eq!(grid.slowness((4, 4).into()), Some(8.0));
    // Blocked cells stay blocked.
    assert_eq!(grid.slowness((2, 2).into()), Some(f32::INFINITY));
    let links = (0..grid.links.len()).filter(|index| grid.is_inside(*index));
    let mut links = links.map(|index| (grid.links[index], grid.links_of(index)));
    assert!(links.all(|(known, expected)| known == expected));
    grid.add_cost(other, 100 * 1024);
    assert_eq!(grid.slowness((4, 4).into()), Some(108.0));
    grid.add_cost(part, -7 * 1024);
    grid.add_cost(other, -100 * 1024);
    assert_eq!((grid.steps, grid.links), old);
}

#[test]
fn slowness_is_clamped_and_what_is_no_number_blocks() {
    let mut grid = grid(1, 1);
    for (slowness, expected) in [
        (1.5, 1.5),
        (0.0, SLOWNESS[0]),
        (-3.0, SLOWNESS[0]),
        (1e9, SLOWNESS[1]),
        (f32::NEG_INFINITY, SLOWNESS[0]),
        (f32::NAN, f32::INFINITY),
    ] {
        grid.set_slowness(grid.whole(), slowness);
        assert_eq!(grid.slowness(UVec2::ZERO), Some(expected));
    }
    assert_eq!(grid.slowness(UVec2::X), None);
}

#[test]
fn only_cells_that_change_are_told() {
    let mut grid = grid(9, 9);
    assert_eq!(grid.take_changes(), []);
    grid.set_slowness(grid.whole(), 1.0);
    assert_eq!(grid.take_changes(), []);
    // Slower ground changes no links, so only the cell itself changes.
    let cell = region((4, 4), (5, 5));
    grid.set_slowness(cell, 2.0);
    assert_eq!(
        grid.take_changes(),
        [grid.index((4, 4).into()).expect("inside") as u32]
    );
    // A blocked cell changes its own and its eight neighbors' links.
    grid.set_slowness(cell, f32::INFINITY);
    let mut changes = grid.take_changes();
    changes.sort_unstable();
    changes.dedup();
    assert_eq!(changes.len(), 9);
}

#[test]
fn the_region_of_a_box_has_all_cells_that_it_touches() {
    let grid = CostGrid::new(Vec2::new(-1.0, 2.0), 0.5, 10, 10).expect("valid");
    // Cells are half a unit wide and begin at x = -1, so 0.2 is in cell 2 and 0.6 in cell 3.
    let found = grid.region(Vec2::new(0.2, 2.0), Vec2::new(0.6, 2.1));
    assert_eq!(found, region((2, 0), (4, 1)));
    let all = grid.region(Vec2::splat(-1e30), Vec2::splat(1e30));
    assert_eq!(all, grid.whole());
    let none = grid.region(Vec2::splat(100.0), Vec2::splat(200.0));
    assert!(none.first.cmpge(none.end).any());
}

/// The coordinates of a place in a frame that is turned by the unit vector `turn`.
fn turned_back(turn: Vec2, place: Vec2) -> Vec2 {
    Vec2::new(turn.dot(place), turn.perp_dot(place))
}

/// The distance to a thin wall along the y axis of a turned frame, with a gap in its middle.
fn wall_with_gap(place: Vec2, turn: Vec2, gap: f32) -> f32 {
    let place = turned_back(turn, place);
    let inside = (gap / 2.0 - place.y.abs()).max(0.0);
    Vec2::new(place.x, inside).length()
}

/// Whether open links lead from one side of the wall to the other.
fn is_passable(grid: &CostGrid, is_beyond: impl Fn(Vec2) -> bool) -> bool {
    let size = grid.size();
    let mut seen = vec![false; grid.links().len()];
    let cells = (0..size.x * size.y).map(|number| UVec2::new(number % size.x, number / size.x));
    let starts = cells.filter(|cell| grid.is_free(*cell) && !is_beyond(grid.center(*cell)));
    let mut queue: Vec<usize> = starts.filter_map(|cell| grid.index(cell)).collect();
    while let Some(index) = queue.pop() {
        if std::mem::replace(&mut seen[index], true) {
            continue;
        }
        if is_beyond(grid.center(grid.cell(index))) {
            return true;
        }
        for way in 0..8 {
            if grid.links()[index] & (1 << way) != 0 {
                queue.push(grid.neighbor(index, way));
            }
        }
    }
    false
}

#[test]
fn a_corridor_as_wide_as_the_body_is_open() {
    let mut grid = grid(9, 1);
    grid.rasterize(grid.whole(), 0.5, |place: Vec2| place.y.min(1.0 - place.y));
    assert_eq!(open_links(&grid, (4, 0)), [0, 4]);
    grid.rasterize(grid.whole(), 0.51, |place: Vec2| place.y.min(1.0 - place.y));
    assert_eq!(open_links(&grid, (4, 0)), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_gap_is_open_if_the_body_fits_by_a_cell_and_closed_if_it_does_not_fit(
        angle in 0.0_f32..std::f32::consts::TAU,
        offset in (0.0_f32..1.0, 0.0_f32..1.0),
        cell_size in 0.1_f32..3.0,
        cells in 0.13_f32..4.0,
        more in prop_oneof![1.001_f32..2.0, -4.0_f32..-0.003],
    ) {
        let (turn, radius) = (Vec2::from_angle(angle), cells * cell_size);
        let gap = if more > 0.0 {
            2.0 * radius + more * cell_size
        } else {
            // The gap is narrower by 1/50 cell, or by 1/12 for thin bodies.
            let missing = if cells < 0.5 { 1.0 / 12.0 } else { 1.0 / 50.0 };
            2.0 * radius - (missing - more) * cell_size
        };
        let middle = Vec2::splat(-12.0) - Vec2::from(offset);
        let mut grid = CostGrid::new(middle * cell_size, cell_size, 25, 25).expect("valid");
        grid.rasterize(grid.whole(), radius, |place: Vec2| wall_with_gap(place, turn, gap));
        let is_open = is_passable(&grid, |place| turned_back(turn, place).x > 0.0);
        prop_assert_eq!(is_open, more > 0.0);
    }

    #[test]
    fn links_of_a_region_that_was_changed_are_those_of_a_new_grid(
        stones in prop::collection::vec((0.0_f32..30.0, 0.0_f32..30.0, 0.1_f32..4.0), 1..6),
        radius in 0.0_f32..2.0,
    ) {
        let clearance = |stones: &[(f32, f32, f32)], place: Vec2| {
            let distance = |&(x, y, stone): &_| place.distance(Vec2::new(x, y)) - stone;
            let distances = stones.iter().map(distance);
            distances.fold(f32::INFINITY, f32::min)
        };
        let mut changed = grid(30, 30);
        for count in 1..=stones.len() {
            let (x, y, stone) = stones[count - 1];
            let reach = Vec2::splat(stone + radius + 2.0);
            let around = changed.region(Vec2::new(x, y) - reach, Vec2::new(x, y) + reach);
            changed.rasterize(around, radius, |place: Vec2| clearance(&stones[..count], place));
        }
        let mut new = grid(30, 30);
        new.rasterize(new.whole(), radius, |place: Vec2| clearance(&stones, place));
        prop_assert!(changed.links() == new.links());
        // Without walls, all links are open again.
        changed.rasterize(changed.whole(), radius, |_: Vec2| f32::INFINITY);
        prop_assert!(changed.links() == grid(30, 30).links());
        new.rasterize(new.whole(), radius, |_: Vec2| f32::NAN);
        prop_assert!(new.links().iter().all(|links| *links == 0));
    }

    #[test]
    fn blocks_leave_the_walls_that_a_test_of_every_link_finds(
        stones in prop::collection::vec((-9.0_f32..70.0, -9.0_f32..50.0, 0.0_f32..4.0), 0..5),
        radius in prop_oneof![0.0_f32..2.0, 2.0_f32..12.0],
        cell_size in 0.1_f32..3.0,
        corners in ((0_u32..60, 0_u32..40), (1_u32..60, 1_u32..40)),
    ) {
        let radius = radius * cell_size;
        let clearance = |place: Vec2| {
            let distance = |&(x, y, stone): &(f32, f32, f32)| {
                (place.distance(Vec2::new(x, y) * cell_size) - stone * cell_size).abs()
            };
            stones.iter().map(distance).fold(f32::INFINITY, f32::min)
        };
        let mut grid = CostGrid::new(Vec2::ZERO, cell_size, 60, 40).expect("valid");
        grid.rasterize(grid.whole(), radius, clearance);
        let needed = (radius.max(LEAST_RADIUS * cell_size)) - SLACK * cell_size;
        let test = LinkTest { needed, walls: &clearance };
        for index in (0..grid.walls.len()).filter(|index| grid.is_inside(*index)) {
            let cell = grid.cell(index);
            let place = grid.center(cell);
            let own = clearance(place);
            let is_free = own >= needed;
            prop_assert_eq!(grid.walls[index] & CENTER == 0, is_free, "{}", cell);
            for direction in 0..4 {
                let to = grid.neighbor(index, direction);
                if !grid.is_inside(to) {
                    continue;
                }
                let to = grid.center(grid.cell(to));
                let is_open = test.is_clear([place, to], [own, clearance(to)], HALVINGS);
                let is_closed = grid.walls[index] & (1 << direction) != 0;
                prop_assert_eq!(is_open, !is_closed, "{} {}", cell, direction);
            }
            let links = grid.links_of(index);
            prop_assert_eq!(links, grid.links()[index]);
            prop_assert_eq!(links & SQUARE != 0, grid.is_square_open(index));
        }
        // Without walls in a region, its cells lose their walls.
        let (first, end) = corners;
        let part = region(first, end);
        grid.rasterize(part, radius, |_: Vec2| f32::INFINITY);
        for row in part.first.y..part.end.y {
            for column in part.first.x..part.end.x {
                let index = grid.padded(UVec2::new(column, row));
                prop_assert_eq!(grid.walls[index], 0);
            }
        }
        for index in (0..grid.walls.len()).filter(|index| grid.is_inside(*index)) {
            let links = grid.links_of(index);
            prop_assert_eq!(links, grid.links()[index]);
            prop_assert_eq!(links & SQUARE != 0, grid.is_square_open(index));
        }
    }

    #[test]
    fn no_input_panics(
        numbers in prop::array::uniform4(prop_oneof![
            any::<f32>(), -1e3_f32..1e3, Just(f32::NAN), Just(f32::INFINITY), Just(f32::MAX),
        ]),
        corners in prop::array::uniform4(any::<u32>()),
        radius in any::<f32>(),
    ) {
        let mut grid = grid(12, 7);
        let [a, b, c, d] = numbers;
        let around = grid.region(Vec2::new(a, b), Vec2::new(c, d));
        grid.rasterize(around, radius, |place: Vec2| place.x * a + b);
        let [x, y, z, w] = corners;
        let cells = region((x, y), (z, w));
        grid.set_slowness(cells, d);
        grid.rasterize(cells, d, |_: Vec2| c);
        grid.rasterize(grid.whole(), radius, |place: Vec2| place.y * c - d);
        grid.cell_at(Vec2::new(a, c));
        grid.is_free(UVec2::new(x, y));
    }
}

impl CostGrid {
    /// Sets the slowness of all cells of a region.
    pub(crate) fn set_slowness(&mut self, region: CellRegion, slowness: f32) {
        let step = step_cost(slowness);
        if step != 0 {
            self.cheapest = self.cheapest.min(step);
        }
        self.change_steps(region, |_| step);
    }

    /// Adds `cost` to the cost of a step in each free cell of a region.
    pub(crate) fn add_cost(&mut self, region: CellRegion, cost: i32) {
        self.change_steps(region, |step| match step {
            0 => 0,
            _ => step.saturating_add_signed(cost),
        });
    }

    fn change_steps(&mut self, region: CellRegion, change: impl Fn(u32) -> u32) {
        let region = self.clamped(region);
        let rows = region.first.y..region.end.y;
        let cells = rows.flat_map(|y| (region.first.x..region.end.x).map(move |x| (x, y)));
        let steps = cells.map(|cell| change(self.steps[self.padded(cell.into())]));
        let steps: Vec<u32> = steps.collect();
        self.set_steps(region, &steps);
    }
}
