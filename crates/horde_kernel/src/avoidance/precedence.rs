//! The rank of an agent: which others leave the way to it.

/// The right of way of an agent among agents of the same priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precedence {
    /// No right of way.
    None,
    /// Others have held the agent up on an open way. Only agents that stand at their goals make
    /// room.
    OnOpenWay,
    /// Others have blocked the agent for long beside an obstacle. Agents without precedence make
    /// room.
    BesideObstacle,
}

/// The priority of an agent and its precedence, in one number. An agent leaves the way to another
/// whose rank is higher by 2 or more. Priorities beyond 2^28 count as that.
pub(super) fn rank_of(priority: i32, precedence: Precedence, is_at_goal: bool) -> u32 {
    const MOST: i32 = (1 << 28) - 2;
    let priority = (priority.clamp(-MOST, MOST) + MOST).cast_unsigned();
    let rank = match (precedence, is_at_goal) {
        (Precedence::BesideObstacle, _) => 3,
        (Precedence::OnOpenWay, _) => 2,
        (Precedence::None, false) => 1,
        (Precedence::None, true) => 0,
    };
    5 * priority + rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_the_order_of_priorities_and_two_apart() {
        let ranks = |priority: i32| {
            let kinds = [
                (Precedence::None, true),
                (Precedence::None, false),
                (Precedence::OnOpenWay, false),
                (Precedence::BesideObstacle, false),
            ];
            kinds.map(|(precedence, is_at_goal)| rank_of(priority, precedence, is_at_goal))
        };
        for priority in [i32::MIN, -1, 0, 7, i32::MAX - 1] {
            let [at_goal, usual, held_up, blocked] = ranks(priority);
            assert_eq!(
                [usual, held_up, blocked].map(|rank| rank - at_goal),
                [1, 2, 3]
            );
        }
        for [lower, higher] in [[i32::MIN, -1], [-1, 0], [0, 1], [7, i32::MAX]] {
            assert!(ranks(higher)[0] - ranks(lower)[3] >= 2);
        }
        assert!(ranks(i32::MAX)[3] < u32::MAX);
    }
}
