//! Every example runs without a window and shows what it promises.

mod catalog;
mod games;
mod harness;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_horde::prelude::*;
use core::time::Duration;
use harness::{Measures, number_after, readout, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_catalog_lists_every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("there is a manifest");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    let files: BTreeSet<String> = sources
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let listed = catalog::EXAMPLES.iter().map(|(name, _)| (*name).to_owned());
    assert_eq!(files, listed.collect());
    for name in &files {
        let entry = format!("[[example]]\nname = \"{name}\"\npath = \"{name}.rs\"\n");
        assert!(manifest.contains(&entry), "{name}: no entry in Cargo.toml");
    }
}

#[test]
fn every_example_runs_without_a_window() {
    for (name, _) in catalog::EXAMPLES {
        let measures = Measures::of(&mut run(name, 120));
        assert!(measures.agents > 0, "{name}: {measures:?}");
        assert!(measures.all_finite, "{name}: {measures:?}");
        assert!(measures.in_obstacles < 0.01, "{name}: {measures:?}");
        // Bodies that the game moves may overlap.
        let may_overlap = *name == "own_movement";
        assert!(
            may_overlap || measures.overlap < 0.05,
            "{name}: {measures:?}"
        );
    }
}

#[test]
fn arrive_comes_to_rest() {
    assert_eq!(Measures::of(&mut run("arrive", 400)).standing, 4);
}

#[test]
fn a_restored_game_continues_bit_for_bit() {
    assert_eq!(
        readout(&run("save_restore", 250)),
        "the same bits: 41 of 41"
    );
}

#[test]
fn alignment_falls_into_step() {
    let app = run("alignment", 900);
    assert!(number_after(&app, "at best") > 0.9, "{}", readout(&app));
}

#[test]
fn pursuit_catches_what_seeking_does_not() {
    let app = run("pursue", 800);
    let [pursue, seek] = ["reach: pursue", ", seek"].map(|words| number_after(&app, words));
    assert!(pursue > 0.0 && seek < 0.5 * pursue, "{}", readout(&app));
}

#[test]
fn evading_agents_leave_the_lane_and_fleeing_ones_do_not() {
    let app = run("evade", 600);
    let [flee, evade] = ["over: flee", ", evade"].map(|words| number_after(&app, words));
    assert!(flee >= 5.0 && evade < 0.3 * flee, "{}", readout(&app));
}

#[test]
fn avoid_obstacles_prevents_nearly_all_contacts() {
    let app = run("avoid_obstacles", 900);
    // 14 agents for 900 ticks.
    assert!(
        number_after(&app, "boulder:") < 0.01 * 14.0 * 900.0,
        "{}",
        readout(&app)
    );
}

#[test]
fn travelers_arrive_past_every_shape() {
    let app = run("obstacles", 1_800);
    // Some 5 s from one end to the other.
    assert!(
        number_after(&app, "fewest arrivals:") >= 2.0,
        "{}",
        readout(&app)
    );
    // 20 travelers for 1 800 ticks: some push each other, and some meet at a corner.
    assert!(
        number_after(&app, "obstacle:") < 0.01 * 20.0 * 1_800.0,
        "{}",
        readout(&app)
    );
}

#[test]
fn whiskers_lead_around_colliders_of_a_physics_engine() {
    let mut app = run("whiskers_avian", 1_200);
    // All ten walkers have crossed.
    assert_eq!(Measures::of(&mut app).standing, 10, "{}", readout(&app));
    assert_eq!(number_after(&app, "stone:"), 0.0, "{}", readout(&app));
}

#[test]
fn a_character_controller_takes_all_across_and_pushes_barrels_aside() {
    let mut app = run("character_avian", 1_500);
    let [across, pushes] = ["settled:", "pushed:"].map(|words| number_after(&app, words));
    assert!(across >= 14.0 && pushes > 0.0, "{}", readout(&app));
    assert!(Measures::of(&mut app).in_obstacles < 0.001);
}

#[test]
fn avoid_agents_prevents_a_jam() {
    let app = run("avoid_agents", 500);
    let [without, with] = ["touch: without", ", with"].map(|words| number_after(&app, words));
    assert!(with < 0.1 * without, "{}", readout(&app));
}

#[test]
fn followers_keep_their_offsets_round_what_is_in_the_way() {
    let app = run("own_goal", 900);
    assert!(number_after(&app, "places by") < 40.0, "{}", readout(&app));
}

#[test]
fn birds_flock_with_their_color() {
    let color = |ticks| number_after(&run("own_rule", ticks), "same color:");
    let [first, later] = [1, 1_500].map(color);
    assert!(first < 45.0 && later > 70.0, "{first}% to {later}%");
}

#[test]
fn pedestrians_wait_at_a_red_light_and_cross_at_a_green_one() {
    // The light is red for 5 seconds, green for 5, and the road takes 3.
    let [red, green] = [307, 576].map(|ticks| {
        let app = run("own_refiner", ticks);
        number_after(&app, "on the road:")
    });
    assert!(
        red == 0.0 && green >= 10.0,
        "{red} at red, {green} at green"
    );
}

#[test]
fn a_crowd_settles_at_the_end_of_its_road() {
    let app = run("follow_path", 1_500);
    assert!(number_after(&app, "path,") >= 12.0, "{}", readout(&app));
}

#[test]
fn a_horde_goes_through_a_maze_by_a_flow_field() {
    let app = run("flow_field", 3_000);
    assert!(number_after(&app, "settled:") >= 60.0, "{}", readout(&app));
}

#[test]
fn groups_walk_the_ways_of_a_navmesh() {
    let app = run("navmesh_vleue", 27 * 64);
    let [settled, built] = ["settled:", "built"].map(|words| number_after(&app, words));
    // The gate has opened and closed.
    assert!(settled >= 50.0 && built >= 3.0, "{}", readout(&app));
}

#[test]
fn a_character_controller_of_rapier_pushes_crates() {
    let mut app = run("character_rapier", 900);
    assert!(number_after(&app, "pushed:") > 0.0, "{}", readout(&app));
    assert!(Measures::of(&mut app).in_obstacles < 0.001);
}

#[test]
fn thieves_are_out_of_sight() {
    let app = run("hide", 900);
    assert!(number_after(&app, "seen:") <= 3.0, "{}", readout(&app));
}

#[test]
fn bodyguards_keep_fans_off() {
    let app = run("interpose", 900);
    assert!(number_after(&app, "fan:") > 30.0, "{}", readout(&app));
}

#[test]
fn a_queue_keeps_the_order() {
    let app = run("queue", 2_400);
    let [without, with] =
        ["earlier ones: without", ", with"].map(|words| number_after(&app, words));
    assert!(without > 5.0 && with < 0.5 * without, "{}", readout(&app));
}

#[test]
fn followers_stay_with_their_leaders() {
    let app = run("follow_leader", 900);
    let numbers = ["last of", "ducklings is", "one of", "wingmen"];
    let [ducklings, behind, wingmen, off] = numbers.map(|words| number_after(&app, words));
    assert_eq!((ducklings, wingmen), (10.0, 6.0));
    assert!(behind < 200.0 && off < 10.0, "{}", readout(&app));
}

#[test]
fn distant_agents_decide_less_often() {
    let app = run("update_interval", 300);
    let deciding = number_after(&app, "deciding:");
    assert!((60.0..360.0).contains(&deciding), "{}", readout(&app));
}

#[test]
fn priorities_keep_a_crowd_off_the_boulders() {
    let app = run("combine", 900);
    let [sum, tiers] = ["weighted sum", "prioritized"].map(|words| number_after(&app, words));
    assert!(sum > 1.0 && tiers < 0.5 * sum, "{}", readout(&app));
}

#[test]
fn disabled_agents_stand() {
    assert!(Measures::of(&mut run("disable", 120)).standing >= 20);
}

#[test]
fn a_group_that_is_sent_settles_and_says_so() {
    // The group is sent to the next place after 30 s, which are 1 920 ticks.
    let app = run("click_to_move", 1_780);
    // Some of the 60 close up again where room is nearer to the middle.
    assert!(number_after(&app, "settled:") >= 55.0, "{}", readout(&app));
}

#[test]
fn ants_carry_crumbs_away_and_despawn() {
    let app = run("spawn_despawn", 1_800);
    assert!(number_after(&app, "away:") >= 60.0, "{}", readout(&app));
}

#[test]
fn guards_on_patrol_chase_search_and_go_back() {
    let mut app = run("patrol", 1);
    let mut count = |words| {
        app.update();
        number_after(&app, words)
    };
    for words in ["chasing:", "searching:"] {
        let found = (0..1_800).any(|_| count(words) >= 1.0);
        assert!(found, "no guard is {words}");
    }
    // At least one guard has the thief in sight at nearly all times.
    assert!(count("on patrol:") <= 2.0);
    let back = (0..1_800).any(|_| count("on patrol:") >= 3.0);
    assert!(back, "the guards do not go back");
}

#[test]
fn guards_chase_and_flee() {
    let mut app = run("state_machine", 7 * 60);
    assert!(number_after(&app, "chase:") >= 2.0, "{}", readout(&app));
    // The lantern burns from 8 s to 12 s.
    let flees = (7 * 60..12 * 60).any(|_| {
        app.update();
        number_after(&app, "flee:") >= 1.0
    });
    assert!(flees, "{}", readout(&app));
}

#[test]
fn zombies_infect_humans() {
    let mut app = run("infection", 600);
    let infects = (0..3_000).any(|_| {
        app.update();
        number_after(&app, "left:") < 40.0
    });
    assert!(infects, "{}", readout(&app));
}

#[test]
fn interpolation_draws_shorter_steps() {
    let mut app = run("interpolation", 20);
    let frame = Duration::from_secs_f32(1.0 / 60.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    for _ in 0..240 {
        app.update();
    }
    let [without, with] = [": without", ", with"].map(|words| number_after(&app, words));
    // Six frames to a tick.
    assert!(without > 15.0 && with < 0.25 * without, "{}", readout(&app));
}

#[test]
fn a_server_gives_the_same_result_twice() {
    let end = || {
        let mut app = run("headless_server", 120);
        let mut agents = app.world_mut().query::<(&AgentId, &Transform)>();
        let agents = agents.iter(app.world());
        let mut places: Vec<_> = agents
            .map(|(id, at)| (*id, at.translation.to_array()))
            .collect();
        places.sort_unstable_by_key(|(id, _)| *id);
        places
    };
    assert_eq!(end(), end());
}

#[test]
fn every_example_is_short_and_is_on_the_index_page_with_a_picture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(folder.join("README.md")).expect("there is a page");
    for (name, _) in catalog::EXAMPLES {
        let source = fs::read_to_string(folder.join(format!("{name}.rs"))).expect("a source");
        assert!(source.contains("--example "), "{name}: no command");
        assert!(source.contains("//! Watch: "), "{name}: what to watch?");
        assert!(source.lines().count() <= 170, "{name} is long");
        assert!(
            page.contains(&format!("[{name}]({name}.rs)")),
            "{name} is not on the page"
        );
        let has_picture = page.contains(&format!("(pictures/{name}.png)"));
        // A server draws nothing.
        assert!(
            has_picture || *name == "headless_server",
            "{name} has no picture"
        );
    }
}
