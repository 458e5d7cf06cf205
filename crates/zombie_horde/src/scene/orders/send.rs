//! Orders: soldiers gather at a place, or march there in formation.

use super::super::SceneEntity;
use super::super::zombies::{BODY_RADIUS, SIGHT};
use crate::scene::angle::{angle_of, turned_by};
use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_horde::behaviors::FormationMembers;
use bevy_horde::prelude::*;

/// Largest speed of a marching point, world units per second: so slow that members can catch up.
const MARCH: f32 = 60.0;
/// Distance of neighbors in formation.
const SPACING: Length = Length::Radii(2.6);

/// An agent that obeys orders.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Soldier {
    /// Its squad.
    pub squad: Entity,
    /// Where it was sent.
    pub place: Vec2,
}

#[derive(QueryData)]
#[query_data(mutable)]
struct SoldierData {
    entity: Entity,
    id: &'static AgentId,
    soldier: &'static mut Soldier,
    transform: &'static Transform,
    formation: Option<&'static InFormation>,
}

/// Sends soldiers to places.
#[derive(SystemParam)]
pub struct Orders<'w, 's> {
    commands: Commands<'w, 's>,
    soldiers: Query<'w, 's, SoldierData>,
    formations: Query<'w, 's, &'static FormationMembers>,
}

impl Orders<'_, '_> {
    /// Sends soldiers to a place. Without a `formation` they gather there. Else they march in it,
    /// at the spacing of the scene.
    ///
    /// If the soldiers are exactly the members of one formation, they keep its marching point.
    /// Otherwise they get a new marching point at the soldier that is nearest to the place.
    pub fn send(&mut self, soldiers: &[Entity], place: Vec2, formation: Option<Formation>) {
        let mut own = Vec::new();
        let mut starts = Vec::new();
        for entity in soldiers {
            if let Ok(mut data) = self.soldiers.get_mut(*entity) {
                data.soldier.place = place;
                own.push(*entity);
                starts.push(data.transform.translation.truncate());
            }
        }
        let way = |start: &Vec2| start.distance_squared(place);
        let foremost = starts
            .into_iter()
            .min_by(|one, other| way(one).total_cmp(&way(other)));
        let Some(start) = foremost else {
            return;
        };
        let Some(formation) = formation else {
            for soldier in own {
                let mut soldier = self.commands.entity(soldier);
                soldier.remove::<InFormation>().insert(Gather::new(place));
            }
            return;
        };
        let leader = match self.leader_of_all(&own) {
            Some(leader) => leader,
            None => self.spawn_leader(start, place - start),
        };
        let march = (formation.with_spacing(SPACING), Arrive::new(place));
        self.commands.entity(leader).insert(march);
        for soldier in own {
            let mut soldier = self.commands.entity(soldier);
            soldier.remove::<Gather>().insert(InFormation(leader));
        }
    }

    /// The members of each squad, ordered by id.
    pub(super) fn squads(&self) -> EntityHashMap<Vec<Entity>> {
        let mut soldiers: Vec<_> = self.soldiers.iter().collect();
        soldiers.sort_unstable_by_key(|data| *data.id);
        let mut squads: EntityHashMap<Vec<Entity>> = EntityHashMap::default();
        for data in soldiers {
            squads
                .entry(data.soldier.squad)
                .or_default()
                .push(data.entity);
        }
        squads
    }

    /// The marching point that leads exactly these soldiers.
    fn leader_of_all(&self, soldiers: &[Entity]) -> Option<Entity> {
        let leader_of = |soldier: &Entity| Some(self.soldiers.get(*soldier).ok()?.formation?.0);
        let leader = leader_of(soldiers.first()?)?;
        let is_common = soldiers.iter().all(|own| leader_of(own) == Some(leader));
        let members = self.formations.get(leader).ok()?.iter().count();
        (is_common && members == soldiers.len()).then_some(leader)
    }

    fn spawn_leader(&mut self, start: Vec2, facing: Vec2) -> Entity {
        let point = Formation::default().on_marching_point(BODY_RADIUS, MARCH);
        let avoid_obstacles = AvoidObstacles {
            sight: Length::Radii(SIGHT),
            ..default()
        };
        let transform = Transform::from_translation(start.extend(1.0))
            .with_rotation(turned_by(angle_of(facing)));
        let leader = (SceneEntity, point, avoid_obstacles, transform);
        self.commands.spawn(leader).id()
    }
}

/// Removes marching points without members.
pub(in super::super) fn dismiss_leaders(
    mut commands: Commands,
    leaders: Query<
        Entity,
        (
            With<Formation>,
            With<SceneEntity>,
            Without<FormationMembers>,
        ),
    >,
) {
    for leader in &leaders {
        commands.entity(leader).despawn();
    }
}
