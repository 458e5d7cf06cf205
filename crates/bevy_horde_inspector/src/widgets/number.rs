//! The widget of a number, uniform or mixed.

use super::FieldView;
use crate::documentation::Unit;
use crate::editing::{Edit, FieldKind, NumberSummary, Summary};
use bevy_egui::egui;
use bevy_horde::length::Length;
use bevy_horde::perception::View;

/// Relative change of a number per point of dragging.
const DRAG_PART: f64 = 0.01;
/// Smallest change per point of dragging.
const MIN_DRAG: f64 = 0.005;
/// Change of an integer per point of dragging.
const WHOLE_DRAG: f64 = 0.05;
/// Angles nearer than this are the same named view.
const SAME_ANGLE: f64 = 1e-4;

pub(super) fn number_ui(
    ui: &mut egui::Ui,
    view: &FieldView<'_>,
    numbers: &NumberSummary,
) -> Option<Edit> {
    let documentation = view.field.documentation;
    let when_finite = documentation.and_then(|text| text.finite);
    let mut edit = None;
    if numbers.finite > 0 {
        edit = drag(ui, view, numbers, view.field.unit().suffix());
    }
    let infinite = match when_finite {
        Some(_) => 0,
        None => numbers.infinite,
    };
    for (count, what) in [(numbers.not_a_number, "not a number"), (infinite, "∞")] {
        if count > 0 {
            ui.colored_label(ui.visuals().error_fg_color, format!("{count} {what}"));
        }
    }
    if numbers.not_a_number + infinite > 0
        && let Some(Summary::Number(default)) = view.default
        && ui.small_button("reset invalid").clicked()
    {
        edit = Some(Edit::ResetInvalid(default.mean()));
    }
    if let Some(finite) = when_finite {
        edit = infinity(ui, numbers, finite).or(edit);
    }
    if view.field.unit() == Unit::ViewAngle {
        edit = named_views(ui, numbers).or(edit);
    }
    edit
}

/// A drag value of the common number or of the mean. Mixed numbers keep their ratios; whole
/// numbers, and numbers with the mean 0, keep their differences.
pub(super) fn drag(
    ui: &mut egui::Ui,
    view: &FieldView<'_>,
    numbers: &NumberSummary,
    suffix: &str,
) -> Option<Edit> {
    let field = view.field;
    let whole = field.kind == FieldKind::Number { whole: true };
    let factor = field.unit().shown_per_stored();
    let (min, max) = field
        .documentation
        .map_or((f64::NEG_INFINITY, f64::INFINITY), |text| {
            (text.min, text.max)
        });
    let mean = numbers.mean();
    let before = if whole { mean.round() } else { mean };
    let mut shown = before * factor;
    let speed = if whole {
        WHOLE_DRAG
    } else {
        (shown.abs() * DRAG_PART).max(MIN_DRAG)
    };
    let mixed = numbers.common().is_none();
    let mut widget = egui::DragValue::new(&mut shown)
        .speed(speed)
        .range(min * factor..=max * factor)
        .clamp_existing_to_range(false)
        .max_decimals(if whole { 0 } else { 4 });
    if mixed {
        widget = widget.prefix("mean ");
    }
    if !suffix.is_empty() {
        widget = widget.suffix(suffix);
    }
    let response = ui
        .add(widget)
        .on_hover_ui(|ui| super::tooltip::show(ui, view));
    let mut edit = None;
    if response.changed() {
        let new = shown / factor;
        edit = Some(if !mixed {
            Edit::Set(new)
        } else if whole || before == 0.0 {
            Edit::Shift(new - before)
        } else {
            Edit::Scale(new / before)
        });
    }
    if mixed {
        let digits = if whole { 0 } else { 2 };
        ui.weak(format!(
            "{:.digits$} to {:.digits$}",
            numbers.min * factor,
            numbers.max * factor
        ));
        let equal = ui.small_button("=").on_hover_text(
            "The agents differ, and dragging keeps the differences. This sets all to the mean.",
        );
        if equal.clicked() {
            edit = Some(Edit::Set(before));
        }
    }
    edit
}

fn infinity(ui: &mut egui::Ui, numbers: &NumberSummary, finite: f64) -> Option<Edit> {
    let all = numbers.all_infinite();
    let text = if numbers.infinite > 0 && !all {
        format!("∞ for {}", numbers.infinite)
    } else {
        "∞".into()
    };
    let new = if all { finite } else { f64::INFINITY };
    ui.selectable_label(all, text)
        .on_hover_text("no limit")
        .clicked()
        .then_some(Edit::Set(new))
}

fn named_views(ui: &mut egui::Ui, numbers: &NumberSummary) -> Option<Edit> {
    let named = [
        ("narrow", View::narrow(Length::ZERO)),
        ("limited", View::limited(Length::ZERO)),
        ("wide", View::wide(Length::ZERO)),
        ("all", View::all(Length::ZERO)),
    ];
    let mut edit = None;
    for (name, view) in named {
        let half_angle = f64::from(view.half_angle);
        let is_this = numbers
            .common()
            .is_some_and(|angle| (angle - half_angle).abs() < SAME_ANGLE);
        let text = egui::RichText::new(name).small();
        if ui.selectable_label(is_this, text).clicked() {
            edit = Some(Edit::Set(half_angle));
        }
    }
    edit
}
