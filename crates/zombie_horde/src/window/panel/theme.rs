//! Colors of the panel.

use bevy_egui::egui::{
    self, Color32, Context, CornerRadius, FontFamily, FontId, Frame, Margin, RichText, Stroke,
    TextStyle, Visuals,
};

/// Color of the background: night.
const BACKGROUND: Color32 = Color32::from_rgb(13, 19, 24);
/// Color of widgets.
const RAISED: Color32 = Color32::from_rgb(27, 38, 45);
/// Color of widgets under the mouse.
const HOVERED: Color32 = Color32::from_rgb(40, 56, 64);
/// Color of text: moonlight.
const TEXT: Color32 = Color32::from_rgb(204, 218, 214);
/// Color of highlights.
const ACCENT: Color32 = Color32::from_rgb(255, 106, 176);
/// Color of selected widgets.
const DARK_ACCENT: Color32 = Color32::from_rgb(110, 42, 78);
/// Color of error messages.
const ERROR: Color32 = Color32::from_rgb(255, 128, 96);

/// Applies the colors to egui.
pub(super) fn apply(context: &Context) {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = BACKGROUND;
    visuals.window_fill = BACKGROUND;
    visuals.extreme_bg_color = Color32::from_rgb(8, 12, 16);
    visuals.faint_bg_color = RAISED;
    visuals.selection.bg_fill = DARK_ACCENT;
    visuals.selection.stroke = Stroke::new(1.0, ACCENT);
    visuals.hyperlink_color = ACCENT;
    visuals.error_fg_color = ERROR;
    visuals.slider_trailing_fill = true;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke.color = TEXT;
    widgets.noninteractive.bg_stroke.color = Color32::from_rgb(38, 52, 60);
    for (widget, fill) in [
        (&mut widgets.inactive, RAISED),
        (&mut widgets.hovered, HOVERED),
        (&mut widgets.active, DARK_ACCENT),
        (&mut widgets.open, HOVERED),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.fg_stroke.color = TEXT;
        widget.corner_radius = CornerRadius::same(4);
    }
    context.set_visuals(visuals);
    context.all_styles_mut(|style| {
        style.spacing.slider_width = 130.0;
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.text_styles.insert(
            TextStyle::Heading,
            FontId::new(19.0, FontFamily::Proportional),
        );
    });
}

/// The frame of the panel.
pub(super) fn frame() -> Frame {
    Frame::new()
        .fill(BACKGROUND)
        .inner_margin(Margin::symmetric(10, 8))
}

/// The title of the panel. Returns whether the button that hides it was clicked.
pub(super) fn title(ui: &mut egui::Ui) -> bool {
    ui.horizontal(|ui| {
        ui.heading(RichText::new("Zombie horde").color(ACCENT).strong());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.button("hide").on_hover_text("F1").clicked()
        })
        .inner
    })
    .inner
}
