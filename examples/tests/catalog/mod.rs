//! Every example as a plugin, with its name.

use bevy::prelude::*;

macro_rules! catalog {
    ($($name:ident),* $(,)?) => {
        #[path = "../.."]
        #[expect(dead_code, reason = "a test does not call `main`, which opens a window")]
        mod sources {
            $(pub mod $name;)*
        }

        /// The name and the plugin of each file in `examples/`.
        pub const EXAMPLES: &[(&str, fn(&mut App))] = &[
            $((stringify!($name), sources::$name::example)),*
        ];
    };
}

catalog!(
    alignment,
    arrive,
    avoid_agents,
    avoid_obstacles,
    character_avian,
    character_rapier,
    click_to_move,
    cohesion,
    combine,
    contain,
    debug_drawing,
    disable,
    evade,
    flee,
    flock,
    flow_field,
    follow_leader,
    follow_path,
    follow_wall,
    formation,
    ground_3d,
    headless_server,
    hide,
    infection,
    inspector,
    interpolation,
    interpose,
    keyboard,
    line_of_sight,
    minimal,
    navmesh_vleue,
    obstacles,
    orders,
    own_behavior,
    own_goal,
    own_movement,
    own_refiner,
    own_rule,
    patrol,
    pursue,
    queue,
    save_restore,
    seek,
    separation,
    spawn_despawn,
    state_machine,
    steering_query,
    stress_test,
    survivors,
    tower_defense,
    update_interval,
    wander,
    whiskers,
    whiskers_avian,
);

/// The plugin of an example.
pub fn example(name: &str) -> fn(&mut App) {
    let found = EXAMPLES.iter().find(|(other, _)| *other == name);
    found.unwrap_or_else(|| panic!("no example {name}")).1
}
