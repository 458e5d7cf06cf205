//! All flocking rules together.

use crate::crowd::columns::in_lanes;
use crate::flocking::rule::{FlockRule, FlockingRule, Neighbor};
use crate::math::lanes::{Mask, VectorLanes};
use crate::math::vector::Vector;
use crate::neighbors::block::Block;
use crate::search::view::Bearings;
use glam::Vec2;
use pulp::{Scalar, Simd};

/// Generates the code that has a part for each rule. A rule is a module with a [`FlockingRule`].
/// Forces are added in the order of the rules.
macro_rules! flocking_rules {
    ($($rule:ident: $Name:ident, $Sum:ident;)*) => {
        $(use crate::flocking::$rule::$Sum;)*

        in_lanes! {
            /// An agent's flocking rules, checked and in world units.
            #[derive(PartialEq, Default)]
            pub struct FlockRules / FlockColumns / FlockLanes {
                $(
                    #[doc = concat!("The rule ", stringify!($rule), ".")]
                    $rule: FlockRule,
                )*
                /// The groups that count as flockmates, one bit each.
                flockmates: u32,
            }
        }

        impl FlockRules {
            /// The largest range of any rule, world units; 0 without a rule.
            #[inline(always)]
            pub fn range(&self) -> f32 {
                let mut farthest = 0.0;
                $(
                    let range = self.$rule.view.range;
                    // Neither is NaN, so a comparison is enough: one instruction, where `max`
                    // checks for NaN.
                    farthest = if range > farthest { range } else { farthest };
                )*
                farthest
            }
        }

        impl<S: Simd> FlockLanes<S> {
            /// The agents with at least one active rule.
            #[inline(always)]
            pub fn any<V: Vector>(&self, agents: &Block<S, V>) -> Mask<S> {
                let zero = agents.range_squared.splat_like(0.0);
                let any = Mask::none(agents.simd);
                $(let any = any | self.$rule.view.range.is_above(zero);)*
                any
            }

            /// The agents with a rule that counts the neighbor. The neighbor has to be in view and,
            /// for some rules, a flockmate.
            #[inline(always)]
            pub fn admits(&self, bearings: &Bearings<S>, are_mates: Mask<S>) -> Mask<S> {
                let admits = Mask::none(bearings.distance.simd());
                $(
                    let seen_by = self.$rule.view.admits(bearings);
                    let admits = admits | if <$Sum<S> as FlockingRule<S>>::OF_FLOCKMATES {
                        seen_by & are_mates
                    } else {
                        seen_by
                    };
                )*
                admits
            }
        }

        /// The sums of all rules.
        pub struct RuleSums<S: Simd, V: Vector = Vec2> {
            $($rule: $Sum<S, V>,)*
        }

        impl<V: Vector> RuleSums<Scalar, V> {
            /// Calls `record` with the name and the weighted force of each rule that has a force on
            /// the only agent.
            pub fn each_force(
                &self,
                agents: &Block<Scalar, V>,
                rules: &FlockLanes<Scalar>,
                mut record: impl FnMut(&'static str, V),
            ) {
                $(
                    let (force, has_force) = self.$rule.force(agents, &rules.$rule);
                    if has_force.any() {
                        let force = force * rules.$rule.weight;
                        record(stringify!($Name), force.to_vectors()[0]);
                    }
                )*
            }
        }

        impl<S: Simd, V: Vector> RuleSums<S, V> {
            /// The sums over no neighbors.
            #[inline(always)]
            pub fn new(simd: S, rules: &FlockLanes<S>) -> Self {
                Self {
                    $($rule: $Sum::new(simd, &rules.$rule),)*
                }
            }

            /// Adds a neighbor for the agents in `counts`. It is a flockmate of the agents in
            /// `are_mates`.
            #[inline(always)]
            pub fn add(
                &mut self,
                counts: Mask<S>,
                are_mates: Mask<S>,
                neighbor: &Neighbor<S, V>,
                rules: &FlockLanes<S>,
            ) {
                $(
                    let counts = if <$Sum<S, V>>::OF_FLOCKMATES { are_mates } else { counts };
                    let seen_by = rules.$rule.view.admits(&neighbor.bearings) & counts;
                    self.$rule.add(seen_by, neighbor);
                )*
            }

            /// The agents for which [`FlockingRule::add`] may have added meaningless values.
            #[inline(always)]
            pub fn is_degenerate(&self, agents: &Block<S, V>) -> Mask<S> {
                let is_degenerate = Mask::none(agents.simd);
                $(let is_degenerate = is_degenerate | self.$rule.is_degenerate(agents);)*
                is_degenerate
            }

            /// The weighted forces of all rules together; NaN where no rule has one.
            #[inline(always)]
            pub fn force(&self, agents: &Block<S, V>, rules: &FlockLanes<S>) -> V::Lanes<S> {
                // -0 changes no sum, not even a sum of -0.
                let sum = V::Lanes::splat(agents.simd, -V::ZERO);
                let any = Mask::none(agents.simd);
                $(
                    let (force, has_force) = self.$rule.force(agents, &rules.$rule);
                    let sum = sum + has_force.or_zero_vectors(force * rules.$rule.weight);
                    let any = any | has_force;
                )*
                any.select_vectors(sum, V::Lanes::splat(agents.simd, V::NAN))
            }
        }
    };
}

flocking_rules! {
    separation: Separation, SeparationSum;
    alignment: Alignment, AlignmentSum;
    cohesion: Cohesion, CohesionSum;
}
