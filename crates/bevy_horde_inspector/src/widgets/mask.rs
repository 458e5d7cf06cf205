//! The widget of a mask of groups: one toggle per bit.

use crate::editing::Edit;
use bevy_egui::egui;

/// Number of bits that are always shown; a menu has all bits.
const SHOWN: u32 = 8;
const PER_ROW: u32 = 8;

pub(super) fn mask_ui(ui: &mut egui::Ui, all: u32, any: u32) -> Option<Edit> {
    let mut edit = None;
    ui.spacing_mut().item_spacing.x = 2.0;
    for bit in 0..SHOWN {
        edit = bit_ui(ui, bit, all, any).or(edit);
    }
    let beyond = any & !((1 << SHOWN) - 1);
    let title = if beyond == 0 { "…" } else { "… +" };
    ui.menu_button(title, |ui| {
        if ui.button("all").clicked() {
            edit = Some(Edit::AllBits(true));
        }
        if ui.button("none").clicked() {
            edit = Some(Edit::AllBits(false));
        }
        egui::Grid::new("bits").show(ui, |ui| {
            for bit in 0..u32::BITS {
                edit = bit_ui(ui, bit, all, any).or(edit.take());
                if bit % PER_ROW == PER_ROW - 1 {
                    ui.end_row();
                }
            }
        });
    })
    .response
    .on_hover_text("all 32 groups");
    edit
}

fn bit_ui(ui: &mut egui::Ui, bit: u32, all: u32, any: u32) -> Option<Edit> {
    let on_all = all >> bit & 1 == 1;
    let mixed = !on_all && any >> bit & 1 == 1;
    let text = egui::RichText::new(bit.to_string()).small();
    let (text, hint) = if mixed {
        (text.italics().underline(), "set for some")
    } else if on_all {
        (text, "set")
    } else {
        (text, "not set")
    };
    ui.selectable_label(on_all, text)
        .on_hover_text(format!("group {bit}: {hint}"))
        .clicked()
        .then_some(Edit::Bit { bit, on: !on_all })
}
