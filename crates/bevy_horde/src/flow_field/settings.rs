//! Checks the settings of a field.

use super::component::FlowField;
use super::costs::Costs;
use super::source::FieldShape;
use crate::validation::FieldCheck;
use bevy::prelude::*;

/// The most body sizes of a field.
const MOST_LAYERS: usize = 8;
/// The greatest legal cost of a crowd. At this cost ways may be 20 000 cells long.
const MOST_CROWD_COST: f32 = 100.0;

/// The usable settings, without goals; `None` if the field leads nowhere.
pub(super) fn checked(wanted: &FlowField, check: FieldCheck<'_>) -> Option<FlowField> {
    let usual = FlowField::default();
    let mut settings = FlowField {
        goals: Vec::new(),
        cells_per_tick: wanted.cells_per_tick.max(1),
        crowd_cost: check.at_least_zero("crowd_cost", wanted.crowd_cost, usual.crowd_cost),
        ..wanted.clone()
    };
    if wanted.cells_per_tick == 0 {
        check.unusable("cells_per_tick", "is 0; 1 is used");
    }
    if settings.crowd_cost > MOST_CROWD_COST {
        check.unusable("crowd_cost", "is above 100; 100 is used");
        settings.crowd_cost = MOST_CROWD_COST;
    }
    if !(wanted.cell_size > 0.0 && wanted.cell_size.is_finite()) {
        check.unusable(
            "cell_size",
            "is not finite and above 0; the field leads nowhere",
        );
        return None;
    }
    if Costs::grid(&FieldShape::of(&settings)).is_none() {
        check.unusable(
            "area",
            "and `cell_size` make no grid of 1 to 4 096 finite cells along each side",
        );
        return None;
    }
    settings.slow_areas.retain(|slow| {
        let is_usable = !(slow.area.min.is_nan() || slow.area.max.is_nan() || slow.cost.is_nan());
        if !is_usable {
            check.unusable("slow_areas", "are not all numbers; one is left out");
        }
        is_usable
    });
    let radii = &mut settings.body_radii;
    let count = radii.len();
    radii.retain(|radius| *radius > 0.0 && radius.is_finite());
    let are_usable = radii.len() == count;
    radii.sort_by(f32::total_cmp);
    radii.dedup();
    if radii.is_empty() {
        check.unusable("body_radii", "are none above 0; the field leads nowhere");
    } else if !are_usable {
        check.unusable(
            "body_radii",
            "are not all above 0; only those that are count",
        );
    }
    if radii.len() > MOST_LAYERS {
        check.unusable("body_radii", "are more than 8; the greatest are left out");
        radii.truncate(MOST_LAYERS);
    }
    (!radii.is_empty()).then_some(settings)
}
