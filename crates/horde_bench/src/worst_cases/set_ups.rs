//! The set-ups.

use super::SetUp;
use bevy::prelude::*;
use bevy_horde::prelude::*;
use core::f32::consts::TAU;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The bit of prey, and that of hunters.
const PREY: u32 = 2;
const HUNTERS: u32 = 1;

/// All set-ups.
pub(super) fn all() -> Vec<SetUp> {
    vec![
        SetUp::new(
            "walls: 100 in 2 rings of 33 corners",
            300,
            |world, is_dear| {
                rings(world, 2, 33, is_dear);
                seekers(world, 100, 12.0);
            },
        ),
        SetUp::new(
            "walls: 1 in 2 rings of 33 corners",
            300,
            |world, is_dear| {
                rings(world, 2, 33, is_dear);
                seekers(world, 1, 12.0);
            },
        ),
        SetUp::new(
            "walls: 100 in 8 rings of 9 corners",
            300,
            |world, is_dear| {
                rings(world, 8, 9, is_dear);
                seekers(world, 100, 12.0);
            },
        ),
        SetUp::new(
            "walls: 100 in a closed maze of 12 x 12 rooms",
            300,
            |world, is_dear| {
                maze(world, is_dear);
                seekers(world, 100, 16.0);
            },
        ),
        SetUp::new(
            "corners: 100 in a round polygon of 5 000",
            60,
            |world, is_dear| {
                polygon(world, 5_000, [10.0, 10.0], is_dear);
                bodies(world, 100, 7.0);
            },
        ),
        SetUp::new("corners: 1 000 in a star of 2 000", 60, |world, is_dear| {
            polygon(world, 2_000, [40.0, 20.0], is_dear);
            bodies(world, 1_000, 20.0);
        }),
        SetUp::new(
            "corners: 100 without a way out of jagged polygons",
            60,
            jagged_polygons,
        ),
        SetUp::new("corners: the same while a door moves", 60, jagged_polygons).acting(move_circle),
        SetUp::new(
            "corners: 100 that avoid, in a round polygon of 5 000",
            60,
            |world, is_dear| {
                polygon(world, 5_000, [10.0, 10.0], is_dear);
                seekers(world, 100, 7.0);
            },
        ),
        SetUp::new(
            "corners: 1 000 that avoid, in a star of 2 000",
            60,
            |world, is_dear| {
                polygon(world, 2_000, [40.0, 20.0], is_dear);
                seekers(world, 1_000, 20.0);
            },
        ),
        SetUp::new(
            "sight: 400 hunters, 400 prey hidden",
            60,
            |world, is_dear| {
                hunters(world, 400, is_dear);
            },
        ),
        SetUp::new(
            "sight: 1 600 hunters, 1 600 prey hidden",
            60,
            |world, is_dear| {
                hunters(world, 1_600, is_dear);
            },
        ),
        SetUp::new("pile: 8 000 boids on a point", 100, |world, is_dear| {
            pile(world, 8_000, is_dear);
        }),
        SetUp::new("pile: 10 000 boids on a point", 100, |world, is_dear| {
            pile(world, 10_000, is_dear);
        }),
        SetUp::new("formation: 2 000 form up and turn", 300, |world, _| {
            formation(world, 2_000);
        })
        .acting(|world, tick| {
            if tick == 150 {
                turn_back(world);
            }
        })
        .alone(),
        SetUp::new(
            "formation: of 2 000 one joins and one leaves",
            300,
            |world, _| {
                formation(world, 2_000);
            },
        )
        .acting(|world, _| exchange_member(world))
        .alone(),
        SetUp::new("field: a million cells, new", 200, |world, _| {
            field(world, 0)
        })
        .alone(),
        SetUp::new("field: 10 000 slow areas, new", 300, |world, _| {
            field(world, 10_000)
        })
        .alone(),
        SetUp::new("field: an edit of crowd_cost", 400, |world, _| {
            field(world, 0)
        })
        .acting(|world, tick| {
            if tick == 300 {
                let mut fields = world.query::<&mut FlowField>();
                fields
                    .iter_mut(world)
                    .for_each(|mut field| field.crowd_cost = 3.0);
            }
        })
        .alone(),
        SetUp::new(
            "path: 2 000 copies of 100 000 points",
            20,
            |world, is_dear| {
                paths(world, is_dear, true);
            },
        ),
        SetUp::new(
            "path: 2 000 on one path of 100 000 points",
            20,
            |world, is_dear| {
                paths(world, is_dear, false);
            },
        ),
        SetUp::new("hide: 100 with huge sight among 1 000 circles", 60, hiders),
    ]
}

fn dice() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(3)
}

/// The place of a number in a disc, evenly spread.
fn spread(number: usize, count: usize, radius: f32) -> Vec2 {
    let part = (number as f32 + 0.5) / count as f32;
    Vec2::from_angle(number as f32 * 2.4) * radius * part.sqrt()
}

fn body() -> SteeringAgent {
    SteeringAgent::new(0.3, 4.0)
}

/// Agents without a goal.
fn bodies(world: &mut World, count: usize, radius: f32) {
    for number in 0..count {
        let place = spread(number, count, radius).extend(0.0);
        world.spawn((Transform::from_translation(place), body()));
    }
}

fn seekers(world: &mut World, count: usize, radius: f32) {
    for number in 0..count {
        world.spawn((
            Transform::from_translation(spread(number, count, radius).extend(0.0)),
            body(),
            Seek::new(vec2(90.0, 5.0)),
            AvoidObstacles::default(),
        ));
    }
}

fn rings(world: &mut World, count: usize, corners: usize, is_there: bool) {
    for ring in (0..count).filter(|_| is_there) {
        let radius = 15.0 + 5.0 * ring as f32;
        let open = 3.0 / radius;
        let corner = |number: usize| {
            let part = number as f32 / (corners - 1) as f32;
            let turn = 2.0 * ring as f32 + 2.0;
            Vec2::from_angle(turn + 0.5 * open + part * (TAU - open)) * radius
        };
        let wall = Obstacle::polyline((0..corners).map(corner));
        world.spawn((Transform::default(), wall));
    }
}

/// Rooms of 3 x 3 units; a third of the inner walls are doors, and the outer walls are closed.
fn maze(world: &mut World, is_there: bool) {
    const ROOMS: usize = 12;
    let mut dice = dice();
    let corner = |column: usize, row: usize| vec2(column as f32, row as f32) * 3.0 - 18.0;
    for (column, row) in (0..=ROOMS).flat_map(|column| (0..=ROOMS).map(move |row| (column, row))) {
        let is_outer = |number: usize| number == 0 || number == ROOMS;
        let start = corner(column, row);
        let walls = [
            (column < ROOMS, is_outer(row), start + vec2(3.0, 0.0)),
            (row < ROOMS, is_outer(column), start + vec2(0.0, 3.0)),
        ];
        for (is_wall, is_outer, end) in walls {
            let is_closed = is_outer || dice.random_range(0.0..1.0) > 0.33;
            if is_there && is_wall && is_closed {
                world.spawn((Transform::default(), Obstacle::segment(start, end)));
            }
        }
    }
}

fn polygon(world: &mut World, corners: usize, radii: [f32; 2], is_there: bool) {
    if is_there {
        let corner = |number: usize| {
            Vec2::from_angle(number as f32 * TAU / corners as f32) * radii[number % 2]
        };
        let shape = Obstacle::polygon((0..corners).map(corner));
        world.spawn((Transform::default(), shape));
    }
}

/// Bodies, each in the pocket of a polygon that crosses itself, too narrow for the body; and a
/// circle far away.
fn jagged_polygons(world: &mut World, is_there: bool) {
    let corners = [
        vec2(0.599, 0.476),
        vec2(0.879, 0.178),
        vec2(0.1, 0.138),
        vec2(-0.453, 0.168),
        vec2(-0.406, -0.512),
        vec2(0.912, 0.24),
        vec2(-0.19, -0.143),
        vec2(0.523, 0.91),
    ];
    for number in 0..100 {
        let middle = spread(number, 100, 60.0);
        let place = |offset: Vec2| Transform::from_translation((middle + offset).extend(0.0));
        if is_there {
            world.spawn((place(Vec2::ZERO), Obstacle::polygon(corners)));
        }
        world.spawn((place(vec2(-0.096, -0.24)), body()));
    }
    world.spawn((Transform::from_xyz(900.0, 0.0, 0.0), Obstacle::circle(1.0)));
}

fn move_circle(world: &mut World, _: usize) {
    let mut obstacles = world.query::<(&Obstacle, &mut Transform)>();
    for (obstacle, mut place) in obstacles.iter_mut(world) {
        if *obstacle == Obstacle::circle(1.0) {
            place.translation.x += 0.1;
        }
    }
}

/// Hunters and prey on two sides of a wall. In the open, hunters do not look.
fn hunters(world: &mut World, count: usize, is_dear: bool) {
    let wall = Obstacle::rectangle(1.0, 1_000.0);
    world.spawn((Transform::default(), wall));
    for number in 0..count {
        let place = spread(number, count, 40.0);
        let at = |x: f32| Transform::from_xyz(place.x + x, place.y, 0.0);
        let group = |memberships| Perception {
            memberships,
            ..default()
        };
        world.spawn((at(60.0), body(), group(PREY)));
        let pursue = Pursue::new(Target::NearestOf(PREY));
        let mut hunter = world.spawn((at(-60.0), body(), group(HUNTERS), pursue));
        if is_dear {
            hunter.insert(LineOfSight::default());
        }
    }
}

/// Boids without bodies, on one point or spread out.
fn pile(world: &mut World, count: usize, is_dear: bool) {
    for number in 0..count {
        let place = spread(number, count, (count as f32).sqrt());
        let place = if is_dear { Vec2::ZERO } else { place };
        world.spawn((
            Transform::from_translation(place.extend(0.0)),
            body().non_solid(),
            Flock::default(),
        ));
    }
}

/// The leader of the formation.
#[derive(Component)]
struct Leader;

fn formation(world: &mut World, count: usize) {
    let arrive = Arrive::new(vec2(200.0, 0.0));
    let leader = (
        Leader,
        Transform::default(),
        body(),
        Formation::default(),
        arrive,
    );
    let leader = world.spawn(leader).id();
    for number in 0..count {
        let place = spread(number, count, 0.8 * (count as f32).sqrt()).extend(0.0);
        let at = Transform::from_translation(place);
        world.spawn((at, body(), InFormation(leader)));
    }
}

fn turn_back(world: &mut World) {
    let mut leaders = world.query_filtered::<&mut Arrive, With<Leader>>();
    for mut arrive in leaders.iter_mut(world) {
        *arrive = Arrive::new(vec2(-200.0, 0.0));
    }
}

fn exchange_member(world: &mut World) {
    let mut members = world.query::<(Entity, &InFormation)>();
    let first = members
        .iter(world)
        .next()
        .map(|(entity, member)| (entity, *member));
    if let Some((entity, member)) = first {
        world.despawn(entity);
        world.spawn((Transform::from_xyz(30.0, 30.0, 0.0), body(), member));
    }
}

/// A field of a million cells, with slow areas, and one agent that follows it.
fn field(world: &mut World, slow_areas: usize) {
    let mut dice = dice();
    let area = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(500.0));
    let mut field = FlowField::new(area).to(Target::PlanePoint(vec2(400.0, 0.0)));
    field.slow_areas = (0..slow_areas)
        .map(|_| {
            let mut number = || dice.random_range(-490.0..490.0);
            let center = vec2(number(), number());
            SlowArea {
                area: Rect::from_center_size(center, Vec2::splat(20.0)),
                cost: 2.0,
            }
        })
        .collect();
    let field = world.spawn(field).id();
    world.spawn((Transform::default(), body(), FollowField::new(field)));
}

/// Agents on a winding path of 100 000 points; in the open, of ten points.
fn paths(world: &mut World, is_dear: bool, is_copied: bool) {
    let points = if is_dear { 100_000 } else { 10 };
    let length = 10_000.0;
    let point = |number: usize| {
        let part = number as f32 / (points - 1) as f32;
        vec2(part * length, 20.0 * (40.0 * part).sin())
    };
    let path = Path::new((0..points).map(point));
    let along = world.spawn(path.clone()).id();
    for number in 0..2_000 {
        let place = point(number * points / 2_000) + spread(number, 2_000, 5.0);
        let at = Transform::from_translation(place.extend(0.0));
        if is_copied {
            world.spawn((at, body(), path.clone(), FollowPath::default()));
        } else {
            world.spawn((at, body(), FollowPath::along(along)));
        }
    }
}

/// Agents that hide from one threat among circles; in the open there are ten circles.
fn hiders(world: &mut World, is_dear: bool) {
    let circles = if is_dear { 1_000 } else { 10 };
    for number in 0..circles {
        let at = Transform::from_translation(spread(number, 1_000, 150.0).extend(0.0));
        world.spawn((at, Obstacle::circle(1.0)));
    }
    for number in 0..100 {
        let at = Transform::from_translation((spread(number, 100, 100.0) + 1.3).extend(0.0));
        let mut hide = Hide::new(Target::PlanePoint(vec2(3.0, 3.0)));
        hide.sight = Length::World(1e6);
        world.spawn((at, body(), hide));
    }
}
