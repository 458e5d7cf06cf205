//! The settings of all flocking rules, from the components to the lanes.

use super::rule::{FlockRule, FlockRuleSettings, FlockingRule, Neighbor};
use crate::arbitration::NO_FORCE;
use crate::tables::{ColumnRef, Versioned, Versions};
use crate::validation::FieldCheck;
use bevy::ecs::change_detection::ContiguousRef;
use bevy::prelude::*;
use core::ops::Range;
use horde_kernel::crowd::columns::in_lanes;
use horde_kernel::math::lanes::{Mask, Vec2Lanes};
use horde_kernel::neighbors::block::Block;
use horde_kernel::search::view::Bearings;
use pulp::{Scalar, Simd};

/// Generates the code that has a part for each rule. A rule is a module, a field of [`Flock`], a
/// component with [`FlockRuleSettings`] and a [`FlockingRule`]. Forces are added in the order of
/// the rules.
macro_rules! flocking_rules {
    ($($rule:ident: $Component:ident, $Sum:ident;)*) => {
        $(use super::$rule::$Sum;)*

        /// The components of the rules.
        pub mod components {
            pub use crate::flocking::flock::Flock;
            $(pub use crate::flocking::$rule::$Component;)*
        }
        use components::*;

        /// Matches entities that got a component of a rule since the system last ran.
        pub(crate) type NewFlockingRule = Or<(Added<Flock>, $(Added<$Component>,)*)>;

        in_lanes! {
            /// An agent's flocking rules, checked and in world units. Written when their components
            /// change.
            #[derive(Component, PartialEq, Default)]
            pub(crate) struct FlockRules / FlockColumns / FlockLanes {
                $($rule: FlockRule,)*
                /// The groups that count as flockmates, one bit each.
                flockmates: u32,
            }
        }

        impl FlockRules {
            /// The largest range of any rule, world units; 0 without a rule.
            #[inline(always)]
            pub(crate) fn range(&self) -> f32 {
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

        /// The components of the rules, as a query reads them.
        pub(crate) type FlockQuery = (
            Option<Ref<'static, Flock>>,
            $(Option<Ref<'static, $Component>>,)*
        );

        /// The components of the rules of a table.
        pub(crate) type FlockQueryItem<'a> = (
            Option<ContiguousRef<'a, Flock>>,
            $(Option<ContiguousRef<'a, $Component>>,)*
        );

        /// The columns of the rules' components in a table, with their versions.
        pub(crate) struct FlockComponents<'a> {
            flock: Option<ColumnRef<'a, Flock>>,
            $($rule: Option<ColumnRef<'a, $Component>>,)*
        }

        impl<'a> FlockComponents<'a> {
            pub(crate) fn new((flock, $($rule,)*): FlockQueryItem<'a>) -> Self {
                Self {
                    flock: flock.map(ColumnRef::new),
                    $($rule: $rule.map(ColumnRef::new),)*
                }
            }

            /// The components that are present, one bit each.
            pub(crate) fn present(&self) -> u8 {
                let present = u8::from(self.flock.is_some());
                $(let present = present << 1 | u8::from(self.$rule.is_some());)*
                present
            }

            /// The rules of the agent in `row`. A component such as `Separation` counts instead of
            /// its field in `Flock`.
            pub(crate) fn resolve<'w>(
                &self,
                row: usize,
                body_radius: f32,
                check: impl Fn(&'static str) -> FieldCheck<'w>,
            ) -> FlockRules {
                let flock = self.flock.as_ref().map(|flock| flock.get(row));
                // A warning names the component that holds the number.
                $(
                    let own = self.$rule.as_ref().map(|own| (own.get(row), stringify!($Component)));
                    let of_flock = flock.map(|flock| {
                        (&flock.$rule, concat!("Flock.", stringify!($rule)))
                    });
                    let $rule = own.or(of_flock).map_or_else(FlockRule::default, |(rule, name)| {
                        rule.resolve(body_radius, check(name))
                    });
                )*
                FlockRules {
                    $($rule,)*
                    flockmates: flock.map_or(u32::MAX, |flock| flock.flockmates),
                }
            }
        }

        impl Versioned for FlockComponents<'_> {
            fn add_versions(&self, rows: Range<usize>, versions: &mut Versions) {
                self.flock.add_versions(rows.clone(), versions);
                $(self.$rule.add_versions(rows.clone(), versions);)*
            }
        }

        impl<S: Simd> FlockLanes<S> {
            /// The agents with at least one active rule.
            #[inline(always)]
            pub(super) fn any(&self, agents: &Block<S>) -> Mask<S> {
                let zero = agents.range_squared.splat_like(0.0);
                let any = Mask::none(agents.simd);
                $(let any = any | self.$rule.view.range.is_above(zero);)*
                any
            }

            /// The agents with a rule that counts the neighbor. The neighbor has to be in view and,
            /// for some rules, a flockmate.
            #[inline(always)]
            pub(crate) fn admits(&self, bearings: &Bearings<S>, are_mates: Mask<S>) -> Mask<S> {
                let admits = Mask::none(bearings.distance.simd());
                $(
                    let seen_by = self.$rule.view.admits(bearings);
                    let admits = admits | if <$Sum<S>>::OF_FLOCKMATES {
                        seen_by & are_mates
                    } else {
                        seen_by
                    };
                )*
                admits
            }
        }

        /// The sums of all rules.
        pub(super) struct RuleSums<S: Simd> {
            $($rule: $Sum<S>,)*
        }

        impl RuleSums<Scalar> {
            /// Calls `record` with the name and the weighted force of each rule that has a force on
            /// the only agent.
            pub(super) fn each_force(
                &self,
                agents: &Block<Scalar>,
                rules: &FlockLanes<Scalar>,
                mut record: impl FnMut(&'static str, Vec2),
            ) {
                $(
                    let (force, has_force) = self.$rule.force(agents, &rules.$rule);
                    if has_force.any() {
                        let force = force * rules.$rule.weight;
                        record(stringify!($Component), force.to_scalar());
                    }
                )*
            }
        }

        impl<S: Simd> RuleSums<S> {
            #[inline(always)]
            pub(super) fn new(simd: S, rules: &FlockLanes<S>) -> Self {
                Self {
                    $($rule: $Sum::new(simd, &rules.$rule),)*
                }
            }

            /// Adds a neighbor for the agents in `counts`. It is a flockmate of the agents in
            /// `are_mates`.
            #[inline(always)]
            pub(super) fn add(
                &mut self,
                counts: Mask<S>,
                are_mates: Mask<S>,
                neighbor: &Neighbor<S>,
                rules: &FlockLanes<S>,
            ) {
                $(
                    let counts = if <$Sum<S>>::OF_FLOCKMATES { are_mates } else { counts };
                    let seen_by = rules.$rule.view.admits(&neighbor.bearings) & counts;
                    self.$rule.add(seen_by, neighbor);
                )*
            }

            /// The agents for which [`FlockingRule::add`] may have added meaningless values.
            #[inline(always)]
            pub(super) fn is_degenerate(&self, agents: &Block<S>) -> Mask<S> {
                let is_degenerate = Mask::none(agents.simd);
                $(let is_degenerate = is_degenerate | self.$rule.is_degenerate(agents);)*
                is_degenerate
            }

            /// The weighted forces of all rules together; [`NO_FORCE`] where no rule has one.
            #[inline(always)]
            pub(super) fn force(&self, agents: &Block<S>, rules: &FlockLanes<S>) -> Vec2Lanes<S> {
                // -0 changes no sum, not even a sum of -0.
                let sum = Vec2Lanes::splat(agents.simd, Vec2::splat(-0.0));
                let any = Mask::none(agents.simd);
                $(
                    let (force, has_force) = self.$rule.force(agents, &rules.$rule);
                    let sum = sum + has_force.or_zero_vectors(force * rules.$rule.weight);
                    let any = any | has_force;
                )*
                any.select_vectors(sum, Vec2Lanes::splat(agents.simd, NO_FORCE))
            }
        }
    };
}

flocking_rules! {
    separation: Separation, SeparationSum;
    alignment: Alignment, AlignmentSum;
    cohesion: Cohesion, CohesionSum;
}
