//! Flow fields.

use super::core::schedule;
use super::missing::added_parts;
use super::order::BehaviorSystems;
use crate::behaviors::{FollowField, follow_field};
use crate::flow_field::{
    DiscardedCosts, FieldGoal, FlowField, FlowFieldState, SlowArea, compute_flow_fields,
    forget_discarded_costs, restore_costs,
};
use crate::obstacle::index_obstacles;
use crate::perception::is_loaded;
use crate::schedule::{SteeringSystems, advance_tick};
use bevy::prelude::*;

/// The part of the plugin for flow fields: [`FlowField`], and [`FollowField`] on agents.
pub struct SteeringFieldsPlugin;

impl Plugin for SteeringFieldsPlugin {
    fn build(&self, app: &mut App) {
        let schedule = schedule(app);
        added_parts(app).fields = true;
        app.init_resource::<DiscardedCosts>()
            .register_type::<(FlowField, FieldGoal, SlowArea, FlowFieldState, FollowField)>()
            .add_systems(
                schedule,
                (
                    (
                        restore_costs.run_if(is_loaded).before(advance_tick),
                        compute_flow_fields
                            .run_if(any_with_component::<FlowField>)
                            .after(index_obstacles),
                        forget_discarded_costs
                            .run_if(DiscardedCosts::any)
                            .after(compute_flow_fields),
                    )
                        .in_set(SteeringSystems::Perceive),
                    follow_field::follow_field
                        .run_if(any_with_component::<FollowField>)
                        .in_set(BehaviorSystems::Fields),
                ),
            );
    }
}
