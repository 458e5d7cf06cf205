//! Lists with one entry for each behavior, sorted by behavior.

/// An entry of such a list.
pub(crate) trait OfBehavior {
    /// The type path of the behavior's component.
    fn behavior(&self) -> &str;
}

/// The entry of a behavior, given by its type path; `None` if the list has no such entry.
pub(crate) fn entry_of<'a, T: OfBehavior>(entries: &'a [T], behavior: &str) -> Option<&'a T> {
    position_of(entries, behavior)
        .ok()
        .map(|index| &entries[index])
}

/// Sets the entry of a behavior, or removes it.
pub(crate) fn set_entry<T: OfBehavior>(entries: &mut Vec<T>, behavior: &str, entry: Option<T>) {
    match (position_of(entries, behavior), entry) {
        (Ok(index), Some(entry)) => entries[index] = entry,
        (Ok(index), None) => {
            entries.remove(index);
        }
        (Err(index), Some(entry)) => entries.insert(index, entry),
        (Err(_), None) => {}
    }
}

fn position_of<T: OfBehavior>(entries: &[T], behavior: &str) -> Result<usize, usize> {
    entries.binary_search_by(|entry| entry.behavior().cmp(behavior))
}
