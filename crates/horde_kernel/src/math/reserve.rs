//! Vector growth with headroom, for few reallocations.

/// The capacity after a reallocation, as a multiple of the required length.
const HEADROOM: usize = 4;

/// Reserves capacity for `more` items.
///
/// A reallocation reserves four times the required length. A gathering crowd becomes denser each
/// tick, and would otherwise reallocate in every tick.
#[inline(always)]
pub fn reserve_ahead<T>(items: &mut Vec<T>, more: usize) {
    let needed = items.len() + more;
    if needed > items.capacity() {
        grow(items, needed);
    }
}

#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>, needed: usize) {
    items.reserve_exact(HEADROOM * needed - items.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reallocation_leaves_headroom() {
        let mut items = vec![1, 2, 3];
        items.shrink_to_fit();
        reserve_ahead(&mut items, 2);
        // Four times five.
        let capacity = items.capacity();
        assert!(capacity >= 20);
        reserve_ahead(&mut items, capacity - 3);
        assert_eq!(items.capacity(), capacity);
        reserve_ahead(&mut items, capacity - 2);
        assert!(items.capacity() >= 4 * (capacity + 1));
        assert_eq!(items, [1, 2, 3]);
    }

    #[test]
    fn no_more_items_need_no_memory() {
        let mut items = Vec::<u64>::new();
        reserve_ahead(&mut items, 0);
        assert_eq!(items.capacity(), 0);
    }
}
