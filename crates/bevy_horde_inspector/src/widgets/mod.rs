//! One row per field: its name, its widget, its tooltip.

mod choice;
mod length;
mod mask;
mod number;
mod target;
mod tooltip;

use crate::editing::{Edit, Field, FieldKind, Summary};
use bevy_egui::egui;

pub(crate) use target::TargetNames;

/// Indentation per nesting level.
const INDENT: f32 = 10.0;

/// A change by the user.
pub(crate) enum Change {
    Edit(Edit),
    /// Resets the field.
    Reset,
}

/// The data of a widget.
pub(crate) struct FieldView<'a> {
    pub(crate) field: &'a Field,
    pub(crate) summary: &'a Summary,
    pub(crate) default: Option<&'a Summary>,
    /// The variants of a choice that can be selected.
    pub(crate) variants: &'a [&'static str],
    pub(crate) names: &'a TargetNames,
}

/// Shows a field as a row of a grid with two columns. Returns what the user has changed.
pub(crate) fn field_row(ui: &mut egui::Ui, view: &FieldView<'_>) -> Option<Change> {
    let reset = name(ui, view);
    let edit = ui
        .push_id(&view.field.path, |ui| {
            ui.horizontal(|ui| widget(ui, view)).inner
        })
        .inner;
    ui.end_row();
    reset.or(edit.map(Change::Edit))
}

fn name(ui: &mut egui::Ui, view: &FieldView<'_>) -> Option<Change> {
    let field = view.field;
    let is_section = field.kind == FieldKind::Section;
    let is_default = view
        .default
        .is_none_or(|default| view.summary.agrees_with(default));
    let text = egui::RichText::new(&field.name);
    let text = if is_section || !is_default {
        text.strong()
    } else {
        text
    };
    let response = ui
        .horizontal(|ui| {
            ui.add_space(field.depth as f32 * INDENT);
            ui.add(egui::Label::new(text).sense(egui::Sense::click()))
        })
        .inner
        .on_hover_ui(|ui| tooltip::show(ui, view));
    if is_section {
        return None;
    }
    let mut change = None;
    response.context_menu(|ui| {
        if ui.button("Reset to default").clicked() {
            change = Some(Change::Reset);
            ui.close();
        }
    });
    change
}

fn widget(ui: &mut egui::Ui, view: &FieldView<'_>) -> Option<Edit> {
    let field = view.field;
    match view.summary {
        Summary::Unknown => {
            ui.weak("differs");
            None
        }
        Summary::Section => {
            ui.label("");
            None
        }
        Summary::Number(numbers) => number::number_ui(ui, view, numbers),
        Summary::Groups { all, any } => mask::mask_ui(ui, *all, *any),
        Summary::Flag { on, off } => flag_ui(ui, *on, *off),
        Summary::Length { radii, world } => length::length_ui(ui, view, radii, world),
        Summary::Target { first, mixed } => target::target_ui(ui, *first, *mixed, view.names),
        Summary::Choice { first, mixed } => {
            choice::choice_ui(ui, &field.path, first, *mixed, view.variants)
        }
        Summary::Other { first, mixed } => {
            ui.weak(if *mixed { "differs" } else { first });
            None
        }
    }
}

fn flag_ui(ui: &mut egui::Ui, on: usize, off: usize) -> Option<Edit> {
    let mixed = on > 0 && off > 0;
    let mut checked = on > 0 && !mixed;
    let label = if mixed {
        format!("{on} of {}", on + off)
    } else {
        String::new()
    };
    ui.add(egui::Checkbox::new(&mut checked, label).indeterminate(mixed))
        .changed()
        .then_some(Edit::Switch(checked))
}
