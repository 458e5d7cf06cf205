//! Help for keys and buttons.

use bevy_egui::egui;

const HELP: &[(&str, &str)] = &[
    (
        "mouse",
        "leads the bait; at rest for 12 s, the bait goes its own way",
    ),
    ("click", "picks an agent; Esc clears the pick"),
    ("drag (orders)", "selects soldiers; Shift adds"),
    ("right click (orders)", "sends them"),
    ("right drag", "moves the view; WASD and arrows too"),
    ("wheel", "zooms at the mouse"),
    ("two fingers", "move and zoom the view"),
    ("long press", "is the right button"),
    ("F, Home", "shows the whole arena"),
    ("C", "follows the bait near by, or stops that"),
    ("Space", "pauses and resumes"),
    (".", "runs one tick"),
    ("Ctrl Z", "undoes an edit; with Shift, redoes it"),
    ("R", "restarts the scene"),
    ("1, 2", "tool: bait or orders, obstacles"),
    ("click (2)", "places or picks an obstacle"),
    ("drag (2)", "moves it"),
    ("Shift wheel (2)", "resizes it"),
    ("right click (2)", "removes it; Delete too"),
    ("F1", "shows and hides the panel"),
    #[cfg(not(target_arch = "wasm32"))]
    ("F12", "saves a picture"),
];

pub(super) fn show(ui: &mut egui::Ui) {
    egui::Grid::new("keys").num_columns(2).show(ui, |ui| {
        for &(key, action) in HELP {
            ui.strong(key);
            ui.label(action);
            ui.end_row();
        }
    });
}
