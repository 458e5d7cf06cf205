//! Squads that march and gather as they are ordered, and the parade.

use super::super::*;
use super::scene;
use bevy::ecs::system::RunSystemOnce;
use bevy_horde::behaviors::{FormationMembers, FormationState, Settled};

fn run(app: &mut App, seconds: u32) {
    for _ in 0..60 * seconds {
        app.update();
    }
}

/// The soldiers, ordered by id.
fn soldiers(app: &mut App) -> Vec<Entity> {
    let world = app.world_mut();
    let mut soldiers = world.query_filtered::<(&AgentId, Entity), With<Soldier>>();
    let mut soldiers: Vec<_> = soldiers.iter(world).collect();
    soldiers.sort_unstable();
    soldiers.into_iter().map(|(_, entity)| entity).collect()
}

/// The distances of soldiers to the places to which they were sent, the shortest first.
fn ways(app: &mut App) -> Vec<f32> {
    let world = app.world_mut();
    let mut soldiers = world.query::<(&Soldier, &Transform)>();
    let ways = soldiers
        .iter(world)
        .map(|(soldier, transform)| transform.translation.truncate().distance(soldier.place));
    let mut ways: Vec<f32> = ways.collect();
    ways.sort_unstable_by(f32::total_cmp);
    ways
}

fn mean(ways: &[f32]) -> f32 {
    ways.iter().sum::<f32>() / ways.len() as f32
}

fn leaders(app: &mut App) -> Vec<Entity> {
    let world = app.world_mut();
    let mut leaders = world.query_filtered::<Entity, With<Formation>>();
    leaders.iter(world).collect()
}

fn send(app: &mut App, soldiers: &[Entity], place: Vec2, shape: Option<FormationShape>) {
    let soldiers = soldiers.to_vec();
    let order =
        move |mut orders: Orders| orders.send(&soldiers, place, shape.clone().map(Formation::new));
    app.world_mut().run_system_once(order).expect("it runs");
    app.update();
}

#[test]
fn squads_march_to_their_stations_in_formation_and_gather_in_the_middle() {
    let mut app = scene(SceneSettings::new(SceneName::Orders));
    for _ in 0..2 {
        run(&mut app, 22);
        assert_eq!(leaders(&mut app).len(), 6);
        let ways = ways(&mut app);
        let most = ways.last().expect("there are soldiers");
        assert!(mean(&ways) < 170.0 && *most < 420.0, "{ways:?}");
    }
    run(&mut app, 44);
    assert_eq!(leaders(&mut app).len(), 0);
    let ways = ways(&mut app);
    // The radius of a disc of 144 bodies at a packing of 0.6; the mean distance in it is 2/3 of
    // that. The last two soldiers may still be on their way.
    let disc = 12.0 * (144.0_f32 / 0.6).sqrt();
    assert!(
        ways[141] < 1.5 * disc && mean(&ways) < 1.2 * 2.0 / 3.0 * disc,
        "{ways:?}"
    );
    let mut settled = app.world_mut().query::<&Settled>();
    let settled = settled
        .iter(app.world())
        .filter(|settled| settled.is_settled);
    assert!(settled.count() > 130);
}

#[test]
fn the_mouse_ends_the_timetable_until_the_scene_is_rebuilt() {
    let mut app = scene(SceneSettings::new(SceneName::Orders));
    app.insert_resource(OrderControl::Mouse);
    run(&mut app, 1);
    assert_eq!(leaders(&mut app), []);
    app.world_mut()
        .resource_mut::<SceneSettings>()
        .set_changed();
    app.update();
    app.update();
    assert_eq!(leaders(&mut app).len(), 6);
}

#[test]
fn a_whole_formation_keeps_its_marching_point_and_a_part_gets_another() {
    let mut app = scene(SceneSettings {
        agents: 24,
        ..SceneSettings::new(SceneName::Orders)
    });
    app.insert_resource(OrderControl::Mouse);
    let all = soldiers(&mut app);
    send(&mut app, &all, Vec2::Y, Some(FormationShape::Box));
    let first = leaders(&mut app);
    assert_eq!(first.len(), 1);
    send(&mut app, &all, Vec2::X, Some(FormationShape::Circle));
    assert_eq!(leaders(&mut app), first);
    let leader = app.world().entity(first[0]);
    let orders = leader.components::<(&Formation, &Arrive)>();
    assert_eq!(orders.0.shape, FormationShape::Circle);
    assert_eq!(orders.1.target, Vec2::X.into());

    send(&mut app, &all[..10], Vec2::Y, Some(FormationShape::Wedge));
    let both = leaders(&mut app);
    let counts = both.iter().map(|leader| {
        let members = app.world().get::<FormationMembers>(*leader);
        members.map_or(0, |members| members.iter().count())
    });
    let mut counts: Vec<usize> = counts.collect();
    counts.sort_unstable();
    assert_eq!(counts, [10, 14]);

    send(&mut app, &all, Vec2::Y, None);
    app.update();
    assert_eq!(leaders(&mut app), []);
    for soldier in all {
        let soldier = app.world().entity(soldier);
        assert_eq!(
            soldier.get::<Gather>().map(|it| it.target),
            Some(Vec2::Y.into())
        );
        assert!(!soldier.contains::<InFormation>());
        assert_eq!(soldier.get::<Soldier>().map(|it| it.place), Some(Vec2::Y));
    }
}

#[test]
fn formations_of_a_parade_narrow_in_gates_and_form_up_behind_them() {
    let mut app = scene(SceneSettings::new(SceneName::Parade));
    let leaders = leaders(&mut app);
    assert_eq!(leaders.len(), 6);
    let mut was_narrow = [false; 6];
    let mut gates = [0; 6];
    for _ in 0..60 * 90 {
        app.update();
        for (number, leader) in leaders.iter().enumerate() {
            let state = app.world().get::<FormationState>(*leader);
            let is_narrow = state.is_some_and(FormationState::is_column);
            gates[number] += usize::from(was_narrow[number] && !is_narrow);
            was_narrow[number] = is_narrow;
        }
    }
    // The formation that is a column passes gates without a change.
    assert_eq!(gates[1], 0, "{gates:?}");
    gates[1] = 3;
    assert!(gates.iter().all(|count| *count >= 3), "{gates:?}");
}
