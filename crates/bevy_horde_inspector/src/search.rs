//! Finds settings by their names.

use crate::catalog::{Catalog, Entry};
use crate::editing::{Field, fields_of};
use bevy::prelude::*;
use bevy_egui::egui;

/// The text in the panel's search box. While it is not empty, the panel shows only settings whose
/// names contain it.
///
/// Capitals, spaces and underscores do not count.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct PanelSearch(pub String);

/// A search text, prepared for comparing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Search(String);

impl Search {
    pub(crate) fn of(world: &World) -> Self {
        let text = world.get_resource::<PanelSearch>();
        Self(text.map_or_else(String::new, |text| plain(&text.0)))
    }

    /// Whether the search text is empty, so that all settings are shown.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the name of the component or of a field has the text.
    pub(crate) fn finds(&self, catalog: &Catalog, entry: &Entry) -> bool {
        if self.is_in(entry.name) {
            return true;
        }
        let default = entry.default.default();
        let fields = fields_of(default.as_partial_reflect(), &catalog.documentation);
        fields.iter().any(|field| self.is_in(&field.path))
    }

    /// Whether a field is shown: it has the text, is in a section or a component with the text, or
    /// is a section around a field with the text.
    pub(crate) fn shows(&self, entry: &Entry, field: &Field, all: &[Field]) -> bool {
        let is_around = |inner: &&Field| {
            let rest = inner.path.strip_prefix(&field.path);
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        self.is_in(entry.name)
            || self.is_in(&field.path)
            || all.iter().filter(is_around).any(|it| self.is_in(&it.path))
    }

    fn is_in(&self, name: &str) -> bool {
        plain(name).contains(&self.0)
    }
}

fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| !matches!(letter, ' ' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

/// The search box.
pub(crate) fn search_ui(ui: &mut egui::Ui, world: &mut World) {
    let mut search = world.get_resource_or_init::<PanelSearch>();
    let mut text = search.0.clone();
    let edit = egui::TextEdit::singleline(&mut text)
        .hint_text("search settings")
        .desired_width(140.0);
    ui.add(edit);
    if !text.is_empty() && ui.small_button("clear").clicked() {
        text.clear();
    }
    search.set_if_neq(PanelSearch(text));
}
