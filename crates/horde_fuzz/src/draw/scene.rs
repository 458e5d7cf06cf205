//! A script under construction.

use super::Dice;
use super::agents::Others;
use crate::act::{Act, Clock, Part, Place, Script, Stage};
use bevy::prelude::*;
use bevy_horde::prelude::*;

/// A script under construction, with its position, its scale and its number of things.
pub struct Scene {
    /// The random number generator.
    pub dice: Dice,
    /// The script so far.
    pub script: Script,
    /// The center of the scene.
    pub center: Vec2,
    /// The length unit of the scene, world units.
    pub unit: f32,
    /// The length of a tick, seconds.
    pub tick: f32,
    next: u32,
    guides: Others,
}

impl Scene {
    /// A scene at any position, at any scale.
    pub fn new(mut dice: Dice) -> Self {
        let unit = match dice.whole(4) {
            0 | 1 => 1.0,
            2 => dice.magnitude(1e-2, 1e2),
            _ => dice.magnitude(1e-4, 1e4),
        };
        let far = match dice.whole(7) {
            0..3 => 0.0,
            3 => 100.0 * unit,
            4 => dice.magnitude(1.0, 1e4),
            5 => dice.magnitude(2e4, 3e5),
            _ => dice.magnitude(1.0, 1e6),
        };
        let center = dice.direction() * far;
        Self::at(dice, center, unit)
    }

    /// A scene at the origin with unit 1; in a quarter of the draws at any position and scale.
    pub fn usual(mut dice: Dice) -> Self {
        if dice.one_in(4) {
            return Self::new(dice);
        }
        Self::at(dice, Vec2::ZERO, 1.0)
    }

    fn at(mut dice: Dice, center: Vec2, unit: f32) -> Self {
        let stage = Stage {
            space: dice.pick(&[MovementSpace::Xy, MovementSpace::Xz]),
            clock: dice.pick(&[Clock::Fixed, Clock::Fixed, Clock::Frames]),
            seed: dice.whole(100) as u64,
            asks: false,
        };
        let acts = Vec::new();
        let script = Script { stage, acts };
        let mut scene = Self {
            dice,
            script,
            center,
            unit,
            tick: crate::game::USUAL_TICK,
            next: 0,
            guides: Others::default(),
        };
        if scene.dice.one_in(3) {
            scene.change_tick();
        }
        scene
    }

    /// Draws a new length of ticks; a length of 0 lasts only two ticks.
    pub fn change_tick(&mut self) {
        self.tick = match self.dice.whole(10) {
            0 => 0.0,
            1 => self.dice.magnitude(1e-4, 10.0),
            2 => self.dice.pick(&[1.0, 10.0]),
            _ => self
                .dice
                .pick(&[1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0, 0.1, 0.05]),
        };
        self.act(Act::TickLength(self.tick));
        if self.tick == 0.0 {
            self.ticks(2);
            self.tick = 1.0 / 60.0;
            self.act(Act::TickLength(self.tick));
        }
    }

    /// Adds an act.
    pub fn act(&mut self, act: Act) {
        self.script.acts.push(act);
    }

    /// Adds ticks.
    pub fn ticks(&mut self, count: usize) {
        self.act(Act::Tick(count as u32));
    }

    /// The things so far, to which components may refer.
    pub fn others(&self) -> Others {
        Others {
            count: self.next,
            ..self.guides
        }
    }

    /// Adds a flow field, a path, or the leader of a formation.
    pub fn guide(&mut self, unit: f32, reach: f32) {
        let (center, others) = (self.center, self.next);
        let at = center + self.dice.in_disc(reach);
        let place = Place::at(at.x, at.y);
        match self.dice.whole(3) {
            0 => {
                let field = self.dice.flow_field(unit, center, reach, others);
                let field = self.spawn(place, vec![Part::FlowField(field)]);
                self.guides.field = Some(field);
            }
            1 => {
                let path = self.dice.path(unit, center, reach);
                let path = self.spawn(place, vec![Part::Path(path)]);
                self.guides.path = Some(path);
            }
            _ => {
                let body = self.dice.body(unit, 10.0 * unit);
                let formation = Part::Formation(self.dice.formation(unit));
                let mut parts = vec![formation];
                for _ in 0..self.dice.few(1, 3) {
                    let others = self.others();
                    parts.push(self.dice.part(unit, center, reach, others));
                }
                let leader = self.agent(at, body, Vec2::ZERO, parts);
                self.guides.leader = Some(leader);
            }
        }
    }

    /// The number of a random thing.
    pub fn any_thing(&mut self) -> u32 {
        self.dice.whole(self.next as usize) as u32
    }

    /// Adds a thing; returns its number.
    pub fn spawn(&mut self, place: Place, parts: Vec<Part>) -> u32 {
        let thing = self.next;
        self.next += 1;
        self.act(Act::Spawn {
            thing,
            place,
            parts,
        });
        thing
    }

    /// A number for a thing that `spawn` does not add.
    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Adds an obstacle.
    pub fn obstacle(&mut self, place: Place, obstacle: Obstacle) -> u32 {
        self.spawn(place, vec![Part::Obstacle(obstacle)])
    }

    /// Adds a random obstacle.
    pub fn any_obstacle(&mut self, at: Vec2, size: f32) -> u32 {
        let mut obstacle = Obstacle::new(self.dice.shape(size));
        if self.dice.one_in(8) {
            obstacle = obstacle.passable();
        }
        if self.dice.one_in(6) {
            obstacle = obstacle.transparent();
        }
        let place = self.dice.placement(at);
        self.obstacle(place, obstacle)
    }

    /// Adds an agent.
    pub fn agent(
        &mut self,
        at: Vec2,
        body: SteeringAgent,
        velocity: Vec2,
        mut parts: Vec<Part>,
    ) -> u32 {
        let velocity = self.script.stage.space.to_world(velocity);
        let mut all = vec![
            Part::SteeringAgent(body),
            Part::Velocity(Velocity(velocity)),
        ];
        all.append(&mut parts);
        self.spawn(Place::at(at.x, at.y), all)
    }

    /// A radius: usual, small, tiny or 0.
    pub fn radius(&mut self) -> f32 {
        let usual = self.dice.number(0.1, 0.6) * self.unit;
        match self.dice.whole(8) {
            0 => 0.0,
            1 => 1e-4 * self.unit,
            2 => 5e-3 * self.unit,
            3 => self.dice.magnitude(1e-5, 1.0) * self.unit,
            _ => usual,
        }
    }

    /// A speed: from very slow to thousands of units per tick.
    pub fn speed(&mut self) -> f32 {
        let tick = self.tick.max(1e-4);
        match self.dice.whole(5) {
            0 | 1 => self.dice.number(1.0, 10.0) * self.unit,
            2 => self.dice.magnitude(1e-3, 1.0) * self.unit / tick,
            3 => self.dice.magnitude(1.0, 1e2) * self.unit / tick,
            _ => self.dice.magnitude(1.0, 1e4) * self.unit / tick,
        }
    }
}
