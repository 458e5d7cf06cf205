//! The search box.

use super::app;
use super::screen::Screen;
use crate::{InspectorGroup, PanelSearch, agent_groups_ui};
use bevy::prelude::*;
use bevy_horde::prelude::*;

#[test]
fn a_search_shows_what_has_the_text_and_leaves_the_rest_as_it_was() {
    let mut app = app();
    let world = app.world_mut();
    for name in ["cats", "dogs"] {
        let group = InspectorGroup(name.into());
        world.spawn((SteeringAgent::default(), Flock::default(), group));
    }
    let shown = |world: &mut World, text: &str, names: &[&str]| {
        world.insert_resource(PanelSearch(text.into()));
        let screen = Screen::new(world, agent_groups_ui);
        let count = |name: &&str| screen.texts.iter().filter(|it| it.0 == **name).count();
        names.iter().map(count).collect::<Vec<_>>()
    };
    let names = ["SteeringAgent", "Flock", "cohesion", "weight", "max speed"];
    // Both groups are closed.
    assert_eq!(shown(world, "", &names), [0, 0, 0, 0, 0]);
    assert_eq!(shown(world, "Max_Sp", &names), [2, 0, 0, 0, 2]);
    assert_eq!(shown(world, "cohesion.weight", &names), [0, 2, 2, 2, 0]);
    assert_eq!(shown(world, "cohesio", &names), [0, 2, 2, 2, 0]);
    assert_eq!(shown(world, "flock", &names), [0, 2, 2, 6, 0]);
    assert_eq!(shown(world, "nothing", &names), [0, 0, 0, 0, 0]);
    assert_eq!(shown(world, "", &names), [0, 0, 0, 0, 0]);
}
