//! The settings of all flocking rules, from the components to the lanes.

use super::rule::FlockRuleSettings;
use crate::tables::{ColumnRef, Versioned, Versions};
use crate::validation::FieldCheck;
use bevy::ecs::change_detection::ContiguousRef;
use bevy::prelude::*;
use core::ops::Range;
use horde_kernel::flocking::rule::FlockRule;
use horde_kernel::flocking::rules::FlockRules;

/// Generates the code that has a part for each rule. A rule is a module, a field of [`Flock`], a
/// component with [`FlockRuleSettings`]. Its sum is in the kernel.
macro_rules! flocking_rules {
    ($($rule:ident: $Component:ident;)*) => {
        /// The components of the rules.
        pub mod components {
            pub use crate::flocking::flock::Flock;
            $(pub use crate::flocking::$rule::$Component;)*
        }
        use components::*;

        /// Matches entities that got a component of a rule since the system last ran.
        pub(crate) type NewFlockingRule = Or<(Added<Flock>, $(Added<$Component>,)*)>;

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
    };
}

flocking_rules! {
    separation: Separation;
    alignment: Alignment;
    cohesion: Cohesion;
}
