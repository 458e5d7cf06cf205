//! Summaries of large groups, updated a few agents per frame.

use super::fields::{Field, fields_of};
use super::summary::{Summary, summarize_value};
use crate::catalog::{Catalog, Entry};
use crate::groups::AgentGroup;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use core::any::TypeId;

/// Agents read per frame and open component; a hundred thousand agents take a second.
pub(crate) const AGENTS_PER_FRAME: usize = 2048;

/// The summaries of one component in one group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scan {
    pub(crate) fields: Vec<Field>,
    pub(crate) summaries: Vec<Summary>,
    next: Vec<Summary>,
    cursor: usize,
    members: usize,
}

/// The summaries of all components that are open in the panel.
#[derive(Resource, Debug, Default)]
pub(crate) struct ScanCache(HashMap<(u64, TypeId), Scan>);

impl ScanCache {
    /// Discards the summaries of a component after an edit.
    pub(crate) fn forget(&mut self, component: TypeId) {
        self.0.retain(|(_, type_id), _| *type_id != component);
    }

    /// The summaries of one component in one group. They are exact after an edit or a change of the
    /// group's size, and otherwise at most two passes over the group old.
    pub(crate) fn scan(
        &mut self,
        world: &World,
        catalog: &Catalog,
        entry: &Entry,
        group: &AgentGroup,
    ) -> &Scan {
        let scan = self.0.entry((group.key, entry.type_id)).or_default();
        let is_new = scan.summaries.is_empty() || scan.members != group.members.len();
        if is_new {
            *scan = Scan {
                members: group.members.len(),
                ..default()
            };
        }
        let budget = if is_new {
            group.members.len()
        } else {
            AGENTS_PER_FRAME
        };
        let end = (scan.cursor + budget).min(group.members.len());
        for &member in &group.members[scan.cursor..end] {
            let Some(component) = entry.read(world, member) else {
                continue;
            };
            let component = component.as_partial_reflect();
            if scan.next.is_empty() {
                scan.fields = fields_of(component, &catalog.documentation);
                // The published summaries belong to the published fields.
                if scan.summaries.len() != scan.fields.len() {
                    scan.summaries.clear();
                }
            }
            summarize_value(component, &scan.fields, &mut scan.next);
        }
        scan.cursor = end;
        if end == group.members.len() {
            scan.summaries = core::mem::take(&mut scan.next);
            scan.cursor = 0;
        } else if scan.summaries.is_empty() {
            scan.summaries.clone_from(&scan.next);
        }
        scan
    }
}
