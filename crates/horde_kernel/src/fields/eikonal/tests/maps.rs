//! Ways along a field against the exact shortest ways, on random maps.

mod shortest;
mod walls;

use super::*;
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;
use shortest::shortest_lengths;
use walls::Map;

/// A step of a walker, in cells.
const STEP: f32 = 0.1;
/// How many walkers each map has.
const WALKERS: usize = 8;

/// The results of all walkers.
#[derive(Default, Debug)]
struct Outcome {
    /// How much longer each walked way is than the shortest, as a share.
    excess: Vec<f64>,
    /// The same, only where a body wider by a cell has a shortest way of about the same length.
    excess_wide: Vec<f64>,
    /// How much higher the cost is than the length of the shortest way, as a share.
    cost: Vec<f64>,
    /// The least clearance, less the radius, in cells.
    least_clearance: f32,
    /// The least clearance in radii.
    least_share: f32,
    /// The number of ways that did not arrive.
    lost: usize,
    /// The number of walkers with a way that is too narrow for a wider body.
    narrow: usize,
    /// The number of walkers without a way.
    unreachable: usize,
    /// The number of walkers with a way where none exists, or without one where a wider body has
    /// one.
    wrong: usize,
}

impl Outcome {
    fn new() -> Self {
        Self {
            least_clearance: f32::INFINITY,
            least_share: f32::INFINITY,
            ..Self::default()
        }
    }
}

fn share_above(numbers: &[f64], limit: f64) -> f64 {
    let above = numbers.iter().filter(|number| **number > limit).count();
    above as f64 / numbers.len() as f64
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

fn worst(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Walks along the field; returns the length of the way, or `None` if it does not arrive.
fn walk(
    grid: &CostGrid,
    field: &EikonalField,
    map: &Map,
    start: Vec2,
    outcome: &mut Outcome,
) -> Option<f32> {
    let (mut place, mut length) = (start, 0.0);
    let size = grid.cell_size();
    let limit = 1.5 * field.sample(grid, start)?.cost + 20.0 * size;
    while length < limit {
        let left = place.distance(map.goal);
        if left <= 2.0 * STEP * size {
            return Some(length + left);
        }
        let sample = field.sample(grid, place)?;
        place += sample.direction * STEP * size;
        length += STEP * size;
        let clearance = map.clearance(place);
        outcome.least_clearance = outcome.least_clearance.min((clearance - map.radius) / size);
        outcome.least_share = outcome.least_share.min(clearance / map.radius);
    }
    None
}

fn run(seed: u64, outcome: &mut Outcome) {
    let mut stream = SplitMix64::seed_from_u64(seed);
    let stream = &mut stream;
    let map = Map::random(stream);
    let mut grid = CostGrid::new(Vec2::ZERO, map.cell_size, map.columns, map.rows).expect("valid");
    grid.rasterize(grid.whole(), map.radius, |place: Vec2| map.clearance(place));
    grid.take_changes();
    let field = ready(&grid, &[Goal::point(map.goal)]);
    let starts: Vec<Vec2> = (0..WALKERS)
        .filter_map(|_| map.free_place(stream, 0.75))
        .collect();
    let exact = shortest_lengths(&map, map.radius, &starts);
    let wide = shortest_lengths(&map, map.radius + 0.5 * map.cell_size, &starts);
    for ((&start, exact), wide) in starts.iter().zip(exact).zip(wide) {
        let sample = field.sample(&grid, start);
        match (sample, exact, wide) {
            (None, None, _) => outcome.unreachable += 1,
            (None, Some(_), None) => outcome.narrow += 1,
            (Some(_), None, _) | (None, _, Some(_)) => {
                outcome.wrong += 1;
                println!("seed {seed} start {start} sample {sample:?}");
                println!("exact {exact:?} wide {wide:?} goal {}", map.goal);
            }
            (Some(sample), Some(exact), wide) => {
                let Some(length) = walk(&grid, &field, &map, start, outcome) else {
                    outcome.lost += 1;
                    println!(
                        "lost: seed {seed} start {start} goal {} size {}",
                        map.goal, map.cell_size
                    );
                    continue;
                };
                // In short ways, rounding dominates.
                if exact > 5.0 * f64::from(map.cell_size) {
                    let excess = f64::from(length) / exact - 1.0;
                    outcome.cost.push(f64::from(sample.cost) / exact - 1.0);
                    outcome.excess.push(excess);
                    if wide.is_some_and(|wide| wide < exact * 1.02 + f64::from(map.cell_size)) {
                        outcome.excess_wide.push(excess);
                    }
                }
                if wide.is_none() {
                    outcome.narrow += 1;
                }
            }
        }
    }
}

fn report(outcome: &Outcome) {
    for (what, ways) in [
        ("all ways", &outcome.excess),
        ("without narrow gaps", &outcome.excess_wide),
        ("costs", &outcome.cost),
    ] {
        let above = share_above(ways, 0.03);
        let (mean, worst) = (mean(ways), worst(ways));
        let count = ways.len();
        println!("{what}: {count}, mean {mean:.4}, worst {worst:.4}, above 3 %: {above:.4}");
    }
    let Outcome {
        least_clearance,
        least_share,
        lost,
        narrow,
        unreachable,
        wrong,
        ..
    } = outcome;
    println!("clearance less radius: {least_clearance:.3} cells; {least_share:.3} radii");
    println!("lost {lost}, narrow {narrow}, unreachable {unreachable}, wrong {wrong}");
}

fn judge(outcome: &Outcome) {
    report(outcome);
    assert_eq!((outcome.lost, outcome.wrong), (0, 0));
    assert!(mean(&outcome.excess) < 0.03);
    assert!(mean(&outcome.excess_wide) < 0.01 && worst(&outcome.excess_wide) < 0.08);
    assert!(share_above(&outcome.excess_wide, 0.03) < 0.02);
    // A shorter way than the shortest one would lead through a wall.
    assert!(outcome.excess.iter().all(|excess| *excess > -1e-3));
    assert!(outcome.least_clearance > -0.2 && outcome.least_share > 0.3);
}

#[test]
fn ways_on_1000_maps_are_as_short_as_they_can_be() {
    let mut outcome = Outcome::new();
    (0..1000).for_each(|seed| run(seed, &mut outcome));
    judge(&outcome);
}
