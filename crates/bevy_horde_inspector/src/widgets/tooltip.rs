//! The tooltip of a field.

use super::FieldView;
use crate::documentation::Unit;
use crate::editing::{NumberSummary, Summary};
use bevy_egui::egui;

pub(super) fn show(ui: &mut egui::Ui, view: &FieldView<'_>) {
    for line in lines(view) {
        ui.label(line);
    }
}

pub(super) fn lines(view: &FieldView<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let unit = view.field.unit();
    if let Some(text) = view.field.documentation {
        lines.push(format!("{}{}", text.meaning, unit_name(unit)));
        let shown = |number: f64| format!("{:.4}", number * unit.shown_per_stored());
        match (text.min.is_finite(), text.max.is_finite()) {
            (true, true) => lines.push(format!(
                "legal: {} to {}",
                short(&shown(text.min)),
                short(&shown(text.max))
            )),
            (true, false) => lines.push(format!("legal: {} and up", short(&shown(text.min)))),
            _ => {}
        }
        if !text.raising.is_empty() {
            lines.push(format!("raising it: {}", text.raising));
        }
        if !text.disable.is_empty() {
            lines.push(format!("disable: {}", text.disable));
        }
    }
    if let Some(default) = view.default.and_then(|default| default_text(default, unit)) {
        lines.push(format!("default: {default}"));
    }
    if view.summary.is_mixed() {
        lines.push("The agents differ.".into());
    }
    lines
}

fn unit_name(unit: Unit) -> &'static str {
    match unit {
        Unit::Plain | Unit::Count | Unit::Length | Unit::Groups => "",
        Unit::WorldUnits => ", world units",
        Unit::Speed => ", world units per second",
        Unit::Force => ", mass times world units per second squared",
        Unit::Seconds => ", seconds",
        Unit::Angle | Unit::ViewAngle => ", degrees (radians in code)",
        Unit::AngularSpeed => ", degrees per second (radians in code)",
    }
}

fn default_text(default: &Summary, unit: Unit) -> Option<String> {
    let number = |numbers: &NumberSummary, suffix: &str| {
        if numbers.all_infinite() {
            "∞".to_owned()
        } else {
            let shown = format!("{:.4}", numbers.mean() * unit.shown_per_stored());
            format!("{}{suffix}", short(&shown))
        }
    };
    match default {
        Summary::Unknown | Summary::Section => None,
        Summary::Number(numbers) => Some(number(numbers, unit.suffix())),
        Summary::Groups { all: u32::MAX, .. } => Some("all".into()),
        Summary::Groups { all, .. } => Some(format!("{all:#b}")),
        Summary::Flag { on, .. } => Some(if *on > 0 { "on" } else { "off" }.into()),
        Summary::Length { radii, .. } if radii.count() > 0 => Some(number(radii, " radii")),
        Summary::Length { world, .. } => Some(number(world, " world units")),
        Summary::Target { .. } => Some("the origin".into()),
        Summary::Choice { first, .. } | Summary::Other { first, .. } => Some(first.clone()),
    }
}

/// The number without trailing zeros.
fn short(number: &str) -> &str {
    number.trim_end_matches('0').trim_end_matches('.')
}
