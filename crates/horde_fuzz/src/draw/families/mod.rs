//! Families of apps. Each family has situations in which a guarantee is hard to keep.

mod bodies;
mod costly;
mod crowds;
mod heaps;
mod mixed;
mod orders;
mod walls;

use super::Dice;
use super::scene::Scene;
use crate::act::Script;
use crate::variation::Comparison;
use clap::ValueEnum;

/// A family of apps.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Family {
    /// Bodies of any size and speed in closed rooms and beside walls
    Walls,
    /// Bodies that start in obstacles: jagged polygons, overlapping circles, centers of round
    /// shapes
    Escape,
    /// Hundreds and thousands of bodies on one spot
    Heaps,
    /// Obstacles that move in rooms with bodies
    Movers,
    /// Obstacles and agents that are disabled and enabled
    Hidden,
    /// Agents that carry obstacles
    Carriers,
    /// Bodies pressed into creases between obstacles
    Creases,
    /// Crowds with every behavior
    Crowds,
    /// Agents that get orders, and the same orders again
    Orders,
    /// Crowds that are saved during the run, half of them with a system that queries before the
    /// plugin updates
    Saves,
    /// Numbers that are not finite, out of range or very large
    Odd,
    /// Crowds that are large enough for threads
    Threads,
    /// Everything at once, act by act
    Mixed,
    /// Agents within long walls
    LongWalls,
    /// Agents in mazes
    Mazes,
    /// Agents among polygons of up to 5 000 corners
    Corners,
    /// Hunters of a group that a wall hides
    Unseen,
    /// Flocks on one spot, long paths, large formations
    Piles,
}

impl Family {
    /// A random family. Cheap families, and those with rare failures, are drawn more often.
    pub fn draw(dice: &mut Dice, among: &[Self]) -> Self {
        let total: usize = among.iter().map(|family| family.weight()).sum();
        let mut left = dice.whole(total);
        for family in among {
            if left < family.weight() {
                return *family;
            }
            left -= family.weight();
        }
        among[0]
    }

    fn weight(self) -> usize {
        match self {
            Self::Walls => 24,
            Self::Escape => 10,
            Self::Heaps => 1,
            Self::Movers => 10,
            Self::Hidden => 8,
            Self::Carriers => 8,
            Self::Creases => 16,
            Self::Crowds | Self::Orders => 10,
            Self::Saves => 8,
            Self::Odd => 10,
            Self::Threads => 1,
            Self::Mixed => 16,
            Self::LongWalls | Self::Mazes | Self::Corners | Self::Unseen | Self::Piles => 1,
        }
    }

    /// The families that are played without `--family`.
    pub fn usual() -> Vec<Self> {
        let all = Self::value_variants().iter().copied();
        all.filter(|family| !family.is_too_costly()).collect()
    }

    /// Whether single ticks are known to cost more than the check [`Costly`](crate::judge::Check::Costly) allows.
    fn is_too_costly(self) -> bool {
        matches!(
            self,
            Self::LongWalls | Self::Mazes | Self::Corners | Self::Unseen
        )
    }

    /// Whether the cost of each tick is compared with that of the same agents in the open.
    pub fn limits_ratio(self) -> bool {
        self.is_too_costly() || self == Self::Piles
    }

    /// The number of comparisons for an app of this family, and the kinds to choose from.
    pub fn comparisons(self) -> (usize, &'static [Comparison]) {
        use Comparison::{Executor, History, Layout, Order, Save, SimdLevel};
        match self {
            Self::Heaps => (0, &[]),
            _ if self.limits_ratio() => (0, &[]),
            Self::Threads => (1, &[Comparison::Threads]),
            Self::Saves => (1, &[Save]),
            Self::Creases => (3, &[Order, Layout, History]),
            Self::Walls | Self::Escape | Self::Movers => (1, &[Order, Layout, History, Save]),
            // No `History`: a body of any size, or with any view range, could meet the far obstacle
            // of that run.
            Self::Odd => (1, &[Order, Layout, SimdLevel, Save, Executor]),
            _ => (1, &Comparison::IN_PROCESS),
        }
    }
}

/// The app of a family and a seed.
pub fn draw(family: Family, seed: u64) -> Script {
    let dice = Dice::new(seed);
    let scene = match family {
        Family::Walls => walls::walls(Scene::new(dice)),
        Family::Escape => walls::escape(Scene::usual(dice)),
        Family::Heaps => heaps::heap(Scene::usual(dice)),
        Family::Movers => bodies::movers(Scene::usual(dice)),
        Family::Hidden => bodies::hidden(Scene::usual(dice)),
        Family::Carriers => bodies::carriers(Scene::usual(dice)),
        Family::Creases => crowds::creases(Scene::usual(dice)),
        Family::Crowds => crowds::crowd(Scene::usual(dice)),
        Family::Orders => orders::orders(Scene::usual(dice)),
        Family::Saves => crowds::saved_crowd(Scene::usual(dice)),
        Family::Odd => mixed::odd(Scene::usual(dice)),
        Family::Threads => crowds::large_crowd(Scene::usual(dice)),
        Family::Mixed => mixed::mixed(Scene::new(dice)),
        Family::LongWalls => costly::long_walls(Scene::usual(dice)),
        Family::Mazes => costly::mazes(Scene::usual(dice)),
        Family::Corners => costly::corners(Scene::usual(dice)),
        Family::Unseen => costly::unseen(Scene::usual(dice)),
        Family::Piles => costly::piles(Scene::usual(dice)),
    };
    scene.script
}
