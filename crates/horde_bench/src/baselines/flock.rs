//! A flock in flat arrays.

use super::rules::{Flocker, Sums};
use super::{Search, Tree};
use crate::crowd::{Crowd, members};
use bevy::math::Vec2;

/// A flock without Bevy.
pub struct BaselineFlock {
    flockers: Vec<Flocker>,
    forces: Vec<Vec2>,
    search: Search,
}

impl BaselineFlock {
    /// The same flock as the plugin has for `crowd`.
    pub fn new(crowd: &Crowd, search: Search) -> Self {
        let flockers: Vec<Flocker> = members(crowd).map(|member| Flocker::new(&member)).collect();
        Self {
            forces: vec![Vec2::ZERO; flockers.len()],
            flockers,
            search,
        }
    }

    /// Runs one tick.
    pub fn tick(&mut self) {
        self.add_up();
        for (flocker, force) in self.flockers.iter_mut().zip(&self.forces) {
            flocker.advance(*force);
        }
    }

    /// The positions of its members.
    pub fn positions(&self) -> Vec<Vec2> {
        self.flockers
            .iter()
            .map(|flocker| flocker.position)
            .collect()
    }

    /// Sums the forces on its members in this tick.
    fn add_up(&mut self) {
        let flockers = &self.flockers;
        let numbered = flockers.iter().zip(&mut self.forces).enumerate();
        match self.search {
            Search::BruteForce => {
                for (own, (flocker, force)) in numbered {
                    let mut sums = Sums::default();
                    let (before, after) = flockers.split_at(own);
                    for other in before.iter().chain(&after[1..]) {
                        flocker.heed(other, &mut sums);
                    }
                    *force = flocker.force(&sums);
                }
            }
            Search::Tree => {
                let tree = Tree::new(flockers.iter().map(|flocker| flocker.position));
                for (own, (flocker, force)) in numbered {
                    let mut sums = Sums::default();
                    tree.visit_within(flocker.position, flocker.range(), |other| {
                        if other != own {
                            flocker.heed(&flockers[other], &mut sums);
                        }
                    });
                    *force = flocker.force(&sums);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BaselineFlock, Search};
    use crate::crowd::{Crowd, MeasuredApp, TICK, Workload};
    use bevy::prelude::*;
    use bevy_horde::prelude::{Steering, Velocity};

    const CROWD: Crowd = Crowd::new(Workload::Flock, 500, 12.0, 500);

    /// A baseline with less or other work would prove nothing.
    #[test]
    fn baselines_compute_the_same_forces_as_the_plugin() {
        let mut app = MeasuredApp::new(&CROWD, 1);
        app.tick();
        let world = app.world_mut();
        let mut agents = world.query::<(&Transform, &Velocity, &Steering)>();
        for search in [Search::BruteForce, Search::Tree] {
            let mut baseline = BaselineFlock::new(&CROWD, search);
            baseline.tick();
            assert_eq!(agents.iter(world).count(), baseline.flockers.len());
            for (agent, (flocker, force)) in agents
                .iter(world)
                .zip(baseline.flockers.iter().zip(&baseline.forces))
            {
                let asked = agent.2.force.truncate();
                assert!(force.distance(asked) < 1e-2, "{search:?}: {force} {asked}");
                let velocity = agent.1.0.truncate();
                assert!(flocker.velocity.distance(velocity) < 1e-2 * TICK + 1e-4);
                let position = agent.0.translation.truncate();
                assert!(flocker.position.distance(position) < 1e-3);
            }
        }
    }

    #[test]
    fn a_flock_at_rest_together_moves() {
        let mut baseline = BaselineFlock::new(&CROWD, Search::Tree);
        let before = baseline.positions();
        baseline.tick();
        assert!(
            before
                .iter()
                .zip(baseline.positions())
                .all(|(a, b)| *a != b)
        );
    }
}
