//! The address of the page: the same options as on the command line.

use crate::command::arguments;
use crate::options::Options;
use crate::presets;
use std::ffi::OsString;

/// The parameters. Each is an option of the command line.
const PARAMETERS: [&str; 8] = [
    "scene", "agents", "seed", "hz", "by-field", "follow", "overlay", "ticks",
];

/// The largest number of agents on a page, where one thread steers all.
const MAX_AGENTS: u32 = 20_000;

/// Parses the part of an address from its question mark on, such as `?scene=maze&agents=800`.
///
/// # Errors
///
/// What is wrong, in one line.
pub fn parse(query: &str) -> Result<Options, String> {
    let query = query.strip_prefix('?').unwrap_or(query);
    let mut given = vec![OsString::from("zombie_horde")];
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, value) = match parameter.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (parameter, None),
        };
        if !PARAMETERS.contains(&name) {
            return Err(format!(
                "the address has a parameter `{name}`; there are {}",
                PARAMETERS.join(", ")
            ));
        }
        given.push(match value {
            Some(value) => format!("--{name}={value}").into(),
            None => format!("--{name}").into(),
        });
    }
    let options: Options = arguments::try_parse(given).map_err(|error| {
        let [program, page] = [presets::MAX_AGENTS, MAX_AGENTS].map(|most| format!("1 to {most}"));
        without_options(&error).replace(&program, &page)
    })?;
    if let Some(conflict) = options.find_scene_conflict() {
        return Err(without_options(&conflict));
    }
    match options.agents {
        Some(agents) if agents > MAX_AGENTS => Err(format!(
            "invalid value '{agents}' for `agents`: legal is 1 to {MAX_AGENTS}"
        )),
        _ => Ok(options),
    }
}

/// The error of the command line in the words of an address: `agents` instead of `'--agents <N>'`.
fn without_options(error: &str) -> String {
    PARAMETERS.iter().fold(error.to_owned(), |error, name| {
        let option = format!("--{name}");
        let Some(start) = error.find(&option) else {
            return error;
        };
        let (before, after) = (&error[..start], &error[start + option.len()..]);
        match (before.strip_suffix('\''), after.split_once('\'')) {
            (Some(before), Some((_, after))) => format!("{before}`{name}`{after}"),
            _ => format!("{before}`{name}`{after}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{SceneName, SceneSettings};

    #[test]
    fn parameters_are_those_of_the_command_line() {
        let options = parse("?scene=graveyard&agents=800&seed=7&hz=30&by-field&ticks=600");
        let options = options.expect("an address as the pages have it");
        let settings = SceneSettings {
            agents: 800,
            seed: 7,
            hz: 30,
            by_field: true,
            ..SceneSettings::new(SceneName::Graveyard)
        };
        assert_eq!(options.scene_settings(), settings);
        assert_eq!(options.ticks, Some(600));
        for plain in ["", "?"] {
            let options = parse(plain).expect("a plain address");
            assert_eq!(options.scene_settings(), SceneSettings::default());
        }
    }

    #[test]
    fn errors_name_the_parameter_and_what_is_legal() {
        let error = |query| parse(query).expect_err("a wrong address");
        let wrong = error("?scene=cellar");
        assert!(
            wrong.starts_with("invalid value 'cellar' for `scene`"),
            "{wrong}"
        );
        for scene in SceneName::ALL {
            assert!(wrong.contains(scene.name()), "{wrong}");
        }
        assert_eq!(
            error("?agents=0"),
            "invalid value '0' for `agents`: legal is 1 to 20000"
        );
        assert_eq!(
            error("?agents=20001"),
            "invalid value '20001' for `agents`: legal is 1 to 20000"
        );
        for (query, part) in [
            ("?seed=-1", "`seed`: legal is 0 to"),
            ("?seed=1&seed=2", "`seed`"),
            ("?seed", "`seed`"),
            ("?headless", "parameter `headless`; there are scene, agents"),
            (
                "?scene=wall&by-field",
                "`by-field` needs a scene with a bait",
            ),
            ("?overlay=none", "`overlay`"),
        ] {
            let error = error(query);
            assert!(error.contains(part) && !error.contains("--"), "{error}");
        }
    }
}
