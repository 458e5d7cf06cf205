//! Memory that seldom has to grow.

/// How many times as much as is needed there is room for, once there was too little.
const HEADROOM: usize = 4;

/// Makes room for `more` items. Where that takes new memory, it makes room for several times as
/// many: a crowd that gathers becomes denser tick by tick, and would need a little more in each.
#[inline(always)]
pub(crate) fn make_room<T>(items: &mut Vec<T>, more: usize) {
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
    fn where_memory_is_asked_for_there_is_some_to_spare() {
        let mut items = vec![1, 2, 3];
        items.shrink_to_fit();
        make_room(&mut items, 2);
        // Four times five.
        let room = items.capacity();
        assert!(room >= 20);
        make_room(&mut items, room - 3);
        assert_eq!(items.capacity(), room);
        make_room(&mut items, room - 2);
        assert!(items.capacity() >= 4 * (room + 1));
        assert_eq!(items, [1, 2, 3]);
    }

    #[test]
    fn nothing_more_needs_no_memory() {
        let mut items = Vec::<u64>::new();
        make_room(&mut items, 0);
        assert_eq!(items.capacity(), 0);
    }
}
