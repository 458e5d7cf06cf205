//! The widget of a length: body radii or world units.

use super::FieldView;
use super::number::drag;
use crate::editing::{Edit, NumberSummary};
use bevy_egui::egui;

pub(super) fn length_ui(
    ui: &mut egui::Ui,
    view: &FieldView<'_>,
    radii: &NumberSummary,
    world: &NumberSummary,
) -> Option<Edit> {
    let (in_radii, in_world) = (radii.count() > 0, world.count() > 0);
    let mut edit = None;
    match (in_radii, in_world) {
        (true, true) => {
            ui.weak("mixed units");
        }
        (true, false) => edit = finite(ui, view, radii),
        (false, _) => edit = finite(ui, view, world),
    }
    let units = [
        (
            true,
            in_radii,
            "radii",
            "multiples of the agent's own body radius",
        ),
        (false, in_world, "units", "world units"),
    ];
    for (to_radii, used, name, meaning) in units {
        let chosen = used && in_radii != in_world;
        let text = egui::RichText::new(name).small();
        let response = ui
            .selectable_label(chosen, text)
            .on_hover_text(format!("{meaning}; converts"));
        if response.clicked() && !chosen {
            edit = Some(Edit::InRadii(to_radii));
        }
    }
    edit
}

fn finite(ui: &mut egui::Ui, view: &FieldView<'_>, numbers: &NumberSummary) -> Option<Edit> {
    if numbers.finite == numbers.count() {
        return drag(ui, view, numbers, "");
    }
    let invalid = numbers.count() - numbers.finite;
    let text = format!("{invalid} not finite");
    ui.colored_label(ui.visuals().error_fg_color, text);
    ui.small_button("reset invalid")
        .on_hover_text("0 for these agents")
        .clicked()
        .then_some(Edit::ResetInvalid(0.0))
}
