//! The obstacle index against a search of every edge, while obstacles appear, move, change and
//! disappear.

use crate::harness::*;
use crate::random_scenes::Dice;
use crate::slow_geometry::SlowShape;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_horde::obstacle::{ObstacleIndex, entity_of};
use bevy_horde::prelude::*;
use horde_kernel::obstacles::placed::NearestObstacle;
use std::collections::{HashMap, HashSet};

const SCENES: usize = 10_000;
/// The largest coordinate of obstacles and queries.
const REACH: f32 = 25.0;
/// The rounding error of a distance in single precision there.
const ROUNDING: f64 = 1e-3;

struct Known {
    shape: SlowShape,
    opaque: bool,
}

/// The obstacles of one app, and the slow shape of each.
struct Scenery {
    app: App,
    space: MovementSpace,
    known: HashMap<Entity, Known>,
    dice: Dice,
}

impl Scenery {
    fn new(space: MovementSpace, seed: u64) -> Self {
        Self {
            app: app_with(SteeringPlugin::default().in_space(space), 60.0),
            space,
            known: HashMap::new(),
            dice: Dice::new(seed),
        }
    }

    fn add(&mut self) {
        let (shape, placement) = (self.dice.shape(6.0), self.dice.placement(REACH));
        let opaque = !self.dice.one_in(3);
        let obstacle = Obstacle {
            opaque,
            ..Obstacle::new(shape.clone())
        };
        let transform = placement.transform(self.space);
        let entity = self.app.world_mut().spawn((obstacle, transform)).id();
        let shape = SlowShape::new(&shape, &placement);
        self.known.insert(entity, Known { shape, opaque });
    }

    fn any(&mut self) -> Option<Entity> {
        let mut entities: Vec<_> = self.known.keys().copied().collect();
        entities.sort();
        (!entities.is_empty()).then(|| entities[self.dice.whole(entities.len())])
    }

    /// Moves, rotates and scales an obstacle, and may change its shape.
    fn change(&mut self, entity: Entity) {
        let placement = self.dice.placement(REACH);
        let mut obstacle = self.app.world_mut().entity_mut(entity);
        *obstacle.get_mut::<Transform>().unwrap() = placement.transform(self.space);
        if self.dice.one_in(3) {
            obstacle.get_mut::<Obstacle>().unwrap().shape = self.dice.shape(6.0);
        }
        let shape = SlowShape::new(&obstacle.get::<Obstacle>().unwrap().shape, &placement);
        self.known.get_mut(&entity).unwrap().shape = shape;
    }

    fn remove(&mut self, entity: Entity) {
        self.known.remove(&entity);
        if self.dice.one_in(2) {
            self.app.world_mut().despawn(entity);
        } else {
            self.app.world_mut().entity_mut(entity).remove::<Obstacle>();
        }
    }

    /// Adds, changes and removes some obstacles. In every hundredth scene it first replaces all.
    fn next_scene(&mut self, number: usize) {
        let before: HashSet<Entity> = self.known.keys().copied().collect();
        let mut changed = HashSet::new();
        if number.is_multiple_of(100) {
            while let Some(entity) = self.any() {
                self.remove(entity);
            }
            for _ in 0..self.dice.whole(24) {
                self.add();
            }
        }
        for _ in 0..self.dice.whole(4) {
            if let Some(entity) = self.any() {
                self.change(entity);
                changed.insert(entity);
            }
        }
        for _ in 0..self.dice.whole(3) {
            if let Some(entity) = self.any() {
                self.remove(entity);
            }
        }
        for _ in 0..self.dice.whole(3) {
            if self.known.len() < 40 {
                self.add();
            }
        }
        let after: HashSet<Entity> = self.known.keys().copied().collect();
        changed.retain(|entity| before.contains(entity) && after.contains(entity));
        let came_or_went = before.symmetric_difference(&after).count();
        let expected = self.index().update_count() + (came_or_went + changed.len()) as u64;
        self.app.update();
        assert_eq!(self.index().update_count(), expected);
        assert_eq!(self.index().obstacles().len(), self.known.len());
    }

    fn index(&self) -> &ObstacleIndex {
        self.app.world().resource()
    }

    fn first_touch(&self, from: Vec2, to: Vec2, radius: f64, all: bool) -> Option<f64> {
        self.known
            .values()
            .filter(|known| all || known.opaque)
            .filter_map(|known| {
                let (from, to) = (from.as_dvec2(), to.as_dvec2());
                known.shape.first_touch(from, to, radius)
            })
            .min_by(f64::total_cmp)
    }

    /// Compares the first hit of a moving circle; false when rounding decides it.
    fn agrees_on_the_first_hit(&self, from: Vec2, to: Vec2, radius: f32) -> bool {
        let exact = f64::from(radius);
        let expected = self.first_touch(from, to, exact, true);
        let wide = self.first_touch(from, to, exact + ROUNDING, true);
        let narrow = self.first_touch(from, to, exact - ROUNDING, true);
        // For a grazing contact, a small rounding error changes the distance a lot.
        let is_sure = match (narrow, wide) {
            (Some(narrow), Some(wide)) => narrow - wide < 0.1,
            (None, None) => true,
            _ => false,
        };
        if radius > 0.0 && !is_sure {
            return false;
        }
        let hit = self.index().first_hit(from, to, radius, |_| true);
        let what = format!("from {from} to {to} with {radius}: {hit:?}, not {expected:?}");
        assert_eq!(hit.is_some(), expected.is_some(), "{what}");
        let (Some(hit), Some(expected)) = (hit, expected) else {
            return true;
        };
        assert!((f64::from(hit.distance) - expected).abs() < 0.11, "{what}");
        let known = &self.known[&entity_of(hit.id)].shape;
        let center = hit.position.as_dvec2();
        assert!((hit.normal.length() - 1.0).abs() < 1e-4, "{what}");
        let way = (to - from).normalize();
        assert!(
            hit.position.distance(from + way * hit.distance) < 1e-3,
            "{what}"
        );
        if hit.distance > 0.0 {
            let touched = center - hit.normal.as_dvec2() * exact;
            assert!(known.distance_to_surface(touched) < 5e-3, "{what}");
            assert!((known.distance(center) - exact).abs() < 5e-3, "{what}");
            assert!(hit.normal.dot(way) < 1e-2, "{what}");
        } else {
            assert!(known.distance(center) <= exact + ROUNDING, "{what}");
        }
        true
    }

    /// Compares the line of sight between two positions; false when rounding decides it.
    fn agrees_on_sight(&self, from: Vec2, to: Vec2) -> bool {
        let expected = self.first_touch(from, to, 0.0, false).is_none();
        let is_far = |radius| self.first_touch(from, to, radius, false).is_none();
        // Rounding decides only near the end of a wall or the edge of a round shape.
        let is_sure = expected == is_far(ROUNDING) && (expected || !self.grazes(from, to));
        if is_sure {
            assert_eq!(
                self.index().line_of_sight_past(from, to, |_| false),
                expected,
                "{from} {to}"
            );
            assert_eq!(
                self.index().line_of_sight_past(to, from, |_| false),
                expected
            );
        }
        is_sure
    }

    /// Whether the line is clear when it is moved slightly to one side or to the other.
    fn grazes(&self, from: Vec2, to: Vec2) -> bool {
        let aside = (to - from).normalize().perp() * ROUNDING as f32;
        let sees = |by: Vec2| self.first_touch(from + by, to + by, 0.0, false).is_none();
        sees(aside) || sees(-aside)
    }

    fn agrees_on_the_nearest(&self, place: Vec2, range: f32) {
        let distances = self
            .known
            .values()
            .map(|known| known.shape.distance(place.as_dvec2()));
        let expected = distances.min_by(f64::total_cmp);
        let nearest = self.index().nearest(place, range, |_| true);
        let what = format!("at {place} within {range}: {nearest:?}, not {expected:?}");
        let Some(NearestObstacle {
            id,
            distance,
            point,
            normal,
        }) = nearest
        else {
            assert!(
                expected.is_none_or(|expected| expected > f64::from(range) - ROUNDING),
                "{what}"
            );
            return;
        };
        let distance = f64::from(distance);
        assert!((distance - expected.unwrap()).abs() < ROUNDING, "{what}");
        let shape = &self.known[&entity_of(id)].shape;
        let (point, normal, place) = (point.as_dvec2(), normal.as_dvec2(), place.as_dvec2());
        assert!(
            (shape.distance(place) - distance).abs() < ROUNDING,
            "{what}"
        );
        assert!(shape.distance_to_surface(point) < ROUNDING, "{what}");
        assert!((normal.length() - 1.0).abs() < 1e-4, "{what}");
        let back: DVec2 = point + normal * distance;
        assert!(back.distance(place) < ROUNDING, "{what}");
    }
}

fn compare_scenes(space: MovementSpace, seed: u64, scenes: usize) {
    let mut scenery = Scenery::new(space, seed);
    let (mut asked, mut compared) = (0, 0);
    for number in 0..scenes {
        scenery.next_scene(number);
        let radius = scenery.dice.number(0.05, 3.0);
        let [from, to, place] = core::array::from_fn(|_| scenery.dice.point(REACH));
        asked += 3;
        compared += usize::from(scenery.agrees_on_the_first_hit(from, to, radius));
        compared += usize::from(scenery.agrees_on_sight(from, to));
        compared +=
            usize::from(scenery.grazes(from, to) || scenery.agrees_on_the_first_hit(from, to, 0.0));
        scenery.agrees_on_the_nearest(place, f32::INFINITY);
        scenery.agrees_on_the_nearest(from, radius);
    }
    assert!(asked - compared < asked / 20, "{compared} of {asked}");
}

#[test]
fn answers_equal_those_of_a_full_search() {
    compare_scenes(MovementSpace::Xy, 1, SCENES / 2);
}

#[test]
fn answers_in_the_ground_plane_equal_those_of_a_full_search() {
    compare_scenes(MovementSpace::Xz, 2, SCENES / 2);
}
