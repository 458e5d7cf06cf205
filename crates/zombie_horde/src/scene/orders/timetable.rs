//! The orders that the scene gives by itself.

use super::STATIONS;
use super::send::Orders;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use bevy_horde::schedule::SteeringTick;

/// Seconds from order to order.
const PERIOD: f32 = 22.0;
/// Number of orders in a round.
const ROUND: u32 = 4;
/// The formations in which squads march.
static SHAPES: [FormationShape; 4] = [
    FormationShape::Box,
    FormationShape::Column { files: 2 },
    FormationShape::Circle,
    FormationShape::Column { files: 4 },
];

/// What gives the orders.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderControl {
    /// The scene, by its timetable, until the mouse gives an order.
    Timetable {
        /// The number of the next order.
        next: u32,
    },
    /// The mouse.
    Mouse,
}

impl Default for OrderControl {
    fn default() -> Self {
        Self::Timetable { next: 0 }
    }
}

/// A squad, which the timetable sends around its field.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub(in super::super) struct Squad {
    /// The middle of its field.
    pub(super) field: Vec2,
    /// Its number in the field.
    pub(super) number: usize,
}

impl Squad {
    /// The order with this number. Two marches in formation and one without lead to the next
    /// stations. Then all squads of a field gather in the middle.
    pub(super) fn order(self, number: u32) -> (Vec2, Option<Formation>) {
        let (round, of_round) = (number / ROUND, number % ROUND);
        if of_round + 1 == ROUND {
            return (self.field, None);
        }
        let marches = round * (ROUND - 1) + of_round + 1;
        let station = STATIONS[(self.number + marches as usize) % STATIONS.len()];
        let shape = &SHAPES[(self.number + number as usize) % SHAPES.len()];
        let is_formation = of_round + 2 < ROUND;
        // At their stations squads face the middle.
        let formation = || Formation::new(shape.clone()).with_facing(-station);
        (self.field + station, is_formation.then(formation))
    }
}

pub(in super::super) fn follow_timetable(
    time: Res<Time>,
    tick: Res<SteeringTick>,
    squads: Query<(Entity, &Squad)>,
    mut control: ResMut<OrderControl>,
    mut orders: Orders,
) {
    let number = (tick.0 as f32 * time.delta_secs() / PERIOD) as u32;
    match *control {
        OrderControl::Timetable { next } if number >= next && !squads.is_empty() => {}
        _ => return,
    }
    *control = OrderControl::Timetable { next: number + 1 };
    let members = orders.squads();
    for (entity, squad) in &squads {
        let members = members.get(&entity).map_or(&[][..], Vec::as_slice);
        let (place, formation) = squad.order(number);
        orders.send(members, place, formation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squads_go_round_the_field_and_meet_in_its_middle() {
        let field = Vec2::new(50.0, 60.0);
        let squad = Squad { field, number: 4 };
        let places: Vec<Vec2> = (0..6).map(|number| squad.order(number).0 - field).collect();
        let round = [5, 0, 1].map(|station| STATIONS[station]);
        assert_eq!(places[..3], round);
        let formation = squad.order(0).1.expect("it is a march in formation");
        assert_eq!(formation.facing, -round[0]);
        assert_eq!(places[3], Vec2::ZERO);
        assert_eq!(places[4..], [STATIONS[2], STATIONS[3]]);
        let marches: Vec<bool> = (0..5)
            .map(|number| squad.order(number).1.is_some())
            .collect();
        assert_eq!(marches, [true, true, false, false, true]);
    }

    #[test]
    fn no_two_squads_of_a_field_have_one_station() {
        for number in 0..40 {
            let places = (0..STATIONS.len()).map(|squad| {
                let squad = Squad {
                    field: Vec2::ZERO,
                    number: squad,
                };
                squad.order(number).0
            });
            let mut places: Vec<_> = places
                .map(|place| place.to_array().map(f32::to_bits))
                .collect();
            places.sort_unstable();
            places.dedup();
            let expected = if number % ROUND == ROUND - 1 { 1 } else { 6 };
            assert_eq!(places.len(), expected, "{number}");
        }
    }
}
