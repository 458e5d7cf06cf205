//! The widget of an enum.

use crate::editing::Edit;
use bevy_egui::egui;

pub(super) fn choice_ui(
    ui: &mut egui::Ui,
    salt: &str,
    first: &str,
    mixed: bool,
    variants: &[&str],
) -> Option<Edit> {
    let mut edit = None;
    egui::ComboBox::from_id_salt(salt)
        .selected_text(if mixed { "mixed" } else { first })
        .show_ui(ui, |ui| {
            for variant in variants {
                let chosen = !mixed && *variant == first;
                if ui.selectable_label(chosen, *variant).clicked() && !chosen {
                    edit = Some(Edit::Choose((*variant).to_owned()));
                }
            }
        });
    edit
}
