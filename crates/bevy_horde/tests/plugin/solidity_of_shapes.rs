//! Bodies never end a tick inside a shape of any kind or on the other side of a wall.

use crate::harness::*;
use crate::random_scenes::Dice;
use crate::slow_geometry::{Placement, SlowShape};
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;
use core::time::Duration;

const SCENES: usize = 10_000;
const TICKS: usize = 4;
/// The largest coordinate of the centers of obstacles.
const REACH: f32 = 12.0;

/// One app that runs all scenes.
struct Stage {
    app: App,
    dice: Dice,
    shapes: Vec<SlowShape>,
    spawned: Vec<Entity>,
}

/// A body that moves up to 100 of its own radii per tick.
struct Runner {
    entity: Entity,
    radius: f32,
    speed: f32,
}

impl Stage {
    fn new(seed: u64) -> Self {
        Self {
            app: app_in(Update, 1.0 / 60.0),
            dice: Dice::new(seed),
            shapes: Vec::new(),
            spawned: Vec::new(),
        }
    }

    /// Removes all entities. Sets and returns a new tick length, seconds.
    fn clear(&mut self) -> f32 {
        for entity in self.spawned.drain(..) {
            self.app.world_mut().despawn(entity);
        }
        self.shapes.clear();
        let tick = self.dice.number(1.0 / 60.0, 0.5);
        let tick = Duration::from_secs_f32(tick);
        self.app
            .insert_resource(TimeUpdateStrategy::ManualDuration(tick));
        tick.as_secs_f32()
    }

    fn add_obstacle(&mut self, shape: ObstacleShape, placement: Placement) {
        self.shapes.push(SlowShape::new(&shape, &placement));
        let transform = placement.transform(MovementSpace::Xy);
        let obstacle = self
            .app
            .world_mut()
            .spawn((transform, Obstacle::new(shape)));
        self.spawned.push(obstacle.id());
    }

    fn add_runner(&mut self, start: Vec2, radius: f32, tick: f32) -> Runner {
        let speed = self.dice.number(0.01, 100.0) * radius / tick;
        let force = speed / tick * self.dice.number(0.1, 10.0);
        let agent = SteeringAgent::new(radius, speed).with_max_force(force);
        let goal = Seek::new(self.dice.point(2.0 * REACH));
        let entity = self
            .app
            .world_mut()
            .spawn((at(start.x, start.y), agent, goal))
            .id();
        self.spawned.push(entity);
        Runner {
            entity,
            radius,
            speed,
        }
    }

    /// Sets a random velocity at full speed.
    fn kick(&mut self, runner: &Runner) {
        let velocity = self.dice.direction() * runner.speed;
        *self
            .app
            .world_mut()
            .get_mut::<Velocity>(runner.entity)
            .unwrap() = moving(velocity.x, velocity.y);
    }

    fn place(&self, runner: &Runner) -> DVec2 {
        place(&self.app, runner.entity).as_dvec2()
    }

    /// The depth of a runner in any shape, less the rounding of the positions; negative outside.
    fn depth(&self, runner: &Runner) -> f64 {
        let place = self.place(runner);
        let coordinate = place.abs().max_element().max(2.0 * f64::from(REACH));
        let rounding =
            1e-3 * f64::from(runner.radius) + 16.0 * f64::from(f32::EPSILON) * coordinate;
        let distances = self.shapes.iter().map(|shape| shape.distance(place));
        f64::from(runner.radius) - distances.fold(f64::INFINITY, f64::min) - rounding
    }

    #[track_caller]
    fn assert_outside(&self, runner: &Runner, scene: usize) {
        let (place, depth) = (self.place(runner), self.depth(runner));
        assert!(
            place.is_finite() && depth <= 0.0,
            "scene {scene}: {depth} deep at {place}"
        );
    }

    /// A position where a body of `radius` fits, inside `ring` if given.
    fn free_position(&mut self, radius: f32, ring: Option<&SlowShape>) -> Option<Vec2> {
        (0..200)
            .map(|_| self.dice.point(1.5 * REACH))
            .find(|place| {
                let place = place.as_dvec2();
                let room = f64::from(radius) * 1.01 + 1e-4;
                let is_free = |shape: &SlowShape| shape.distance(place) > room;
                ring.is_none_or(|ring| ring.encloses(place)) && self.shapes.iter().all(is_free)
            })
    }
}

#[test]
fn no_solid_agent_ends_a_tick_inside_a_solid_shape() {
    let mut stage = Stage::new(3);
    for scene in 0..SCENES {
        let tick = stage.clear();
        // Some scenes have a few large obstacles, some many that overlap.
        let (count, size) = if stage.dice.one_in(2) {
            (1 + stage.dice.whole(5), 12.0)
        } else {
            (4 + stage.dice.whole(16), 4.0)
        };
        for _ in 0..count {
            let (shape, placement) = (stage.dice.shape(size), stage.dice.placement(REACH));
            stage.add_obstacle(shape, placement);
        }
        let runners: Vec<Runner> = (0..3)
            .filter_map(|_| {
                let radius = stage.dice.number(0.05, 1.5);
                let start = stage.free_position(radius, None)?;
                Some(stage.add_runner(start, radius, tick))
            })
            .collect();
        for _ in 0..TICKS {
            for runner in &runners {
                stage.kick(runner);
            }
            stage.app.update();
            for runner in &runners {
                stage.assert_outside(runner, scene);
            }
        }
    }
}

#[test]
fn no_solid_agent_leaves_a_closed_wall() {
    let mut stage = Stage::new(4);
    let mut enclosed = 0;
    for scene in 0..SCENES / 4 {
        let tick = stage.clear();
        let corners = 3 + stage.dice.whole(20);
        let fence = ObstacleShape::Polyline {
            points: stage.dice.star(corners, 0.4 * REACH, REACH),
            closed: true,
        };
        let placement = stage.dice.placement(0.1 * REACH);
        let ring = SlowShape::new(&fence, &placement);
        stage.add_obstacle(fence, placement);
        for _ in 0..stage.dice.whole(6) {
            let (shape, placement) = (stage.dice.shape(3.0), stage.dice.placement(REACH));
            stage.add_obstacle(shape, placement);
        }
        let radius = stage.dice.number(0.05, 1.0);
        let Some(start) = stage.free_position(radius, Some(&ring)) else {
            continue;
        };
        enclosed += 1;
        let runner = stage.add_runner(start, radius, tick);
        for _ in 0..2 * TICKS {
            stage.kick(&runner);
            stage.app.update();
            stage.assert_outside(&runner, scene);
            let place = stage.place(&runner);
            assert!(
                ring.encloses(place),
                "scene {scene}: {start} got to {place}"
            );
        }
    }
    assert!(enclosed > SCENES / 8, "{enclosed}");
}

#[test]
fn bodies_that_start_inside_shapes_come_out_in_one_tick() {
    let mut stage = Stage::new(5);
    for scene in 0..SCENES / 5 {
        let tick = stage.clear();
        for _ in 0..=stage.dice.whole(4) {
            let (mut shape, placement) = (stage.dice.shape(10.0), stage.dice.placement(1.0));
            // No walls: they may enclose the body, which crosses none.
            while let ObstacleShape::Segment { .. } | ObstacleShape::Polyline { .. } = shape {
                shape = stage.dice.shape(10.0);
            }
            stage.add_obstacle(shape, placement);
        }
        let start = stage.dice.point(2.0);
        let radius = stage.dice.number(0.05, 1.5);
        let runner = stage.add_runner(start, radius, tick);
        stage.app.update();
        stage.assert_outside(&runner, scene);
    }
}

#[test]
fn a_body_inside_comes_out_the_shortest_way() {
    // The body of radius 0.5 is 0.9 below the upper side of a box 4 high. The other sides are
    // farther.
    let mut app = app();
    app.world_mut().spawn(Obstacle::rectangle(20.0, 4.0));
    let agent = SteeringAgent::new(0.5, 5.0);
    let agent = app.world_mut().spawn((at(0.3, 1.1), agent)).id();
    app.update();
    assert_close(place(&app, agent), Vec2::new(0.3, 2.5), 2e-3);
}

#[test]
fn without_a_free_position_a_body_stays_in_place() {
    let large_bodies: [Obstacle; 3] = [
        Obstacle::circle(1e12),
        Obstacle::rectangle(1e12, 1e12),
        Obstacle::capsule(Vec2::ZERO, Vec2::new(1e12, 0.0), 1e12),
    ];
    for giant in large_bodies {
        let what = format!("{giant:?}");
        let mut app = app();
        app.world_mut().spawn(giant);
        let agent = SteeringAgent::new(0.5, 5.0);
        let agent = app.world_mut().spawn((at(3.0, 4.0), agent)).id();
        run(&mut app, 3);
        assert_eq!(place(&app, agent), Vec2::new(3.0, 4.0), "{what}");
        assert_eq!(velocity(&app, agent), Vec2::ZERO, "{what}");
    }
}

#[test]
fn a_body_in_a_wall_comes_out_on_its_own_side() {
    let mut app = app();
    app.world_mut()
        .spawn(Obstacle::segment(vec2(-50.0, 0.0), vec2(50.0, 0.0)));
    let agent = SteeringAgent::new(0.5, 5.0);
    let sides: Vec<_> = [0.1, -0.1]
        .into_iter()
        .enumerate()
        .map(|(number, y)| {
            let start = at(10.0 * number as f32, y);
            app.world_mut().spawn((start, agent)).id()
        })
        .collect();
    app.update();
    assert_close(place(&app, sides[0]), Vec2::new(0.0, 0.5), 2e-3);
    assert_close(place(&app, sides[1]), Vec2::new(10.0, -0.5), 2e-3);
}
