//! What the demo tells its page: attributes of the root element, which the page's style and scripts
//! read, and which `web/README.md` lists.

use crate::scene::SceneSettings;
use crate::state_hash::hash_text;
use crate::window::run_to::RunTo;
use bevy::diagnostic::FrameCount;
use bevy::prelude::*;
use web_sys::{Element, console, window};

/// Frames until pictures and pipelines are loaded.
const WARM_UP_FRAMES: u32 = 3;

/// The part of the address from its question mark on.
pub(super) fn query() -> String {
    window()
        .and_then(|window| window.location().search().ok())
        .unwrap_or_default()
}

/// Shows an error instead of the demo.
pub(super) fn fail(error: &str) {
    let document = window().and_then(|window| window.document());
    if let Some(message) = document.and_then(|document| document.get_element_by_id("message")) {
        message.set_text_content(Some(error));
    }
    set_attribute("data-state", "failed");
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Last,
        (
            report_frame,
            report_end.run_if(resource_exists_and_changed::<RunTo>),
        ),
    );
}

fn report_frame(frames: Res<FrameCount>) {
    set_attribute("data-frames", &frames.0.to_string());
    if frames.0 == WARM_UP_FRAMES {
        set_attribute("data-state", "running");
    }
}

fn report_end(run: Res<RunTo>, settings: Res<SceneSettings>) {
    let Some(hash) = run.state_hash.map(hash_text) else {
        return;
    };
    let SceneSettings {
        scene,
        agents,
        seed,
        ..
    } = *settings;
    let (scene, ticks) = (scene.name(), run.tick);
    let report = format!(
        "{{\"scene\":\"{scene}\",\"agents\":{agents},\"seed\":{seed},\"ticks\":{ticks},\
         \"state_hash\":\"{hash}\"}}"
    );
    console::log_1(&report.into());
    set_attribute("data-state-hash", &hash);
}

fn set_attribute(name: &str, value: &str) {
    let root: Option<Element> = window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let Some(root) = root {
        // The names are legal, so this cannot fail.
        let _ = root.set_attribute(name, value);
    }
}
