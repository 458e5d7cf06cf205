//! The command line.

use crate::command::arguments::{self, whole};
use crate::command::{console, output};
use crate::presets::{self, MAX_AGENTS, Preset};
use crate::scene::{SceneName, SceneSettings};
use crate::window::overlay_names;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Parser, ValueEnum};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Simulated seconds of a headless run by default.
const DEFAULT_SECONDS: u64 = 60;
/// Simulated seconds before the screenshot by default.
const DEFAULT_SCREENSHOT_SECONDS: u64 = 10;
/// Simulated seconds of a film by default.
const DEFAULT_FILM_SECONDS: u16 = 5;

const EXAMPLES: &str = "\
Examples:
  zombie_horde                                          the horde that chases your mouse
  zombie_horde --scene flock-wide --agents 300          another scene, with more agents
  zombie_horde --headless                               no window: run and print a report
  zombie_horde --headless --picture horde.png           the same, and draw the end of the run
  zombie_horde --headless --json --agents 10000         the report as JSON
  zombie_horde --screenshot horde.png --at 600          draw tick 600 off-screen
  zombie_horde --film horde.gif --at 600 --seconds 4    draw four seconds as a moving picture
  zombie_horde --follow                                 near by, round the bait
  zombie_horde --scene maze --overlay fields            the ways of the horde through a maze
  zombie_horde --scene parade --overlay formations      formations, their slots and gates
  zombie_horde --overlay feelers --overlay bearing      the whiskers, and the chosen way round

Without a display or a graphics driver it says so and runs as with
--headless --picture zombie_horde.png.
Exit status: 0 for success, 1 for a failure, 2 for a wrong argument.";

/// A zombie horde that chases the mouse.
///
/// Opens a window with the scene and a panel that edits every setting. With --headless it runs the
/// scene as fast as possible, and reports the steering time and how the agents fared.
#[derive(Parser, Clone, PartialEq, Debug)]
#[command(name = "zombie_horde", version, after_help = EXAMPLES, max_term_width = 110)]
pub struct Options {
    /// The scene to show; --list-scenes prints the names [default: zombies]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true)]
    pub scene: Option<SceneName>,

    /// Print the names of the scenes, one per line, and stop
    #[arg(long)]
    pub list_scenes: bool,

    /// With --list-scenes, name those, too, that only test one behavior
    #[arg(long, requires = "list_scenes")]
    pub all: bool,

    /// Number of agents, 1 to 2000000; the arena grows with it, so that the density stays the same
    /// [default: the scene's own]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = whole::<u32, 1, { MAX_AGENTS as u64 }>)]
    pub agents: Option<u32>,

    /// Seed of all random numbers; the same seed gives the same run [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = whole::<u64, 0, { u64::MAX }>)]
    pub seed: Option<u64>,

    /// Ticks per simulated second, 1 to 1000 [default: 60]
    #[arg(long, value_name = "N", default_value_t = 60, hide_default_value = true,
        allow_negative_numbers = true,
        value_parser = whole::<u32, 1, 1000>)]
    pub hz: u32,

    /// Let the zombies find the bait by a flow field, round every wall; those of the maze always do
    #[arg(long)]
    pub by_field: bool,

    /// Show the bait near by, with the horde round it, and follow it; in the window key C does that
    #[arg(long)]
    pub follow: bool,

    /// Scene and settings to start with: a file saved from the panel. --scene, --agents and --seed
    /// override it
    #[arg(long, value_name = "FILE")]
    pub preset: Option<PathBuf>,

    /// The contents of the file that `--preset` names.
    #[arg(skip)]
    pub loaded_preset: Option<Preset>,

    /// Draw this over the agents; may be given more than once. The panel can switch it, too
    #[arg(
        long = "overlay", value_name = "NAME",
        value_parser = PossibleValuesParser::new(overlay_names())
    )]
    pub overlays: Vec<String>,

    /// Run without a window or a graphics driver, and print a report
    #[arg(long, help_heading = "Without a window")]
    pub headless: bool,

    /// Ticks to run [default: 60 simulated seconds]
    #[arg(long, value_name = "N", help_heading = "Without a window", allow_negative_numbers = true,
        value_parser = whole::<u64, 1, 1_000_000>)]
    pub ticks: Option<u64>,

    /// Threads that run the steering [default: one per core]
    #[arg(long, value_name = "N", help_heading = "Without a window", allow_negative_numbers = true,
        value_parser = whole::<u16, 1, 1024>)]
    pub threads: Option<u16>,

    /// Print the report as one JSON object
    #[arg(long, help_heading = "Without a window")]
    pub json: bool,

    /// Draw the end of the run, with the trails of the agents, into a PNG file
    #[arg(long, value_name = "FILE", help_heading = "Without a window")]
    pub picture: Option<PathBuf>,

    /// Draw the windowed demo off-screen into a PNG file, and stop
    #[arg(long, value_name = "FILE", help_heading = "Screenshot")]
    pub screenshot: Option<PathBuf>,

    /// The same as a moving picture, a GIF file of 20 frames a second
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Screenshot",
        conflicts_with = "screenshot"
    )]
    pub film: Option<PathBuf>,

    /// The tick of the screenshot, or the first of the film [default: 10 simulated seconds]
    #[arg(long, value_name = "TICK", help_heading = "Screenshot", allow_negative_numbers = true,
        value_parser = whole::<u64, 1, 1_000_000>)]
    pub at: Option<u64>,

    /// Simulated seconds of the film, 1 to 60 [default: 5]
    #[arg(long, value_name = "N", help_heading = "Screenshot", allow_negative_numbers = true,
        value_parser = whole::<u16, 1, 60>)]
    pub seconds: Option<u16>,
}

impl Options {
    /// Reads the command line and the preset that it names. If there is nothing to run, as after an
    /// error, returns the exit status.
    pub fn from_command_line() -> Result<Self, ExitCode> {
        let mut options = arguments::parse::<Self>(std::env::args_os())?;
        if let Some(conflict) = options.find_conflict() {
            return Err(console::usage_error(conflict));
        }
        let preset = options.preset.as_deref().map(presets::load).transpose();
        options.loaded_preset =
            preset.map_err(|error| console::usage_error(format_args!("--preset: {error}")))?;
        Ok(options)
    }

    /// Describes the first conflict between arguments, or the first picture file that has a wrong
    /// extension or cannot be written.
    fn find_conflict(&self) -> Option<String> {
        let needs = |given: bool, argument: &str, other: &str| {
            given.then(|| format!("{argument} needs {other}"))
        };
        if !self.headless {
            let missing = needs(self.ticks.is_some(), "--ticks", "--headless")
                .or_else(|| needs(self.threads.is_some(), "--threads", "--headless"))
                .or_else(|| needs(self.json, "--json", "--headless"))
                .or_else(|| needs(self.picture.is_some(), "--picture", "--headless"));
            if missing.is_some() {
                return missing;
            }
        }
        if self.by_field && self.preset.is_some() {
            return Some(
                "--by-field cannot be used with --preset: the preset's own field by_field decides"
                    .into(),
            );
        }
        if let Some(conflict) = self.find_scene_conflict() {
            return Some(conflict);
        }
        if self.headless && self.screenshot.is_some() {
            return Some(
                "--screenshot draws with the graphics driver and cannot be used with \
                 --headless; use --picture"
                    .into(),
            );
        }
        if self.headless && !self.overlays.is_empty() {
            return Some(
                "--overlay draws with the graphics driver and cannot be used with --headless"
                    .into(),
            );
        }
        if self.headless && self.film.is_some() {
            return Some(
                "--film draws with the graphics driver and cannot be used with --headless".into(),
            );
        }
        if self.screenshot.is_none() && self.film.is_none() && self.at.is_some() {
            return Some("--at needs --screenshot or --film".into());
        }
        if self.film.is_none() && self.seconds.is_some() {
            return Some("--seconds needs --film".into());
        }
        let pictures = [
            ("--picture", "png", self.picture.as_deref()),
            ("--screenshot", "png", self.screenshot.as_deref()),
            ("--film", "gif", self.film.as_deref()),
        ];
        let mut errors = pictures.into_iter().map(|(argument, kind, file)| {
            check_extension(argument, kind, file).or_else(|| check_writable(argument, file))
        });
        errors.find_map(|error| error)
    }

    /// Describes a conflict between the scene and its settings.
    pub fn find_scene_conflict(&self) -> Option<String> {
        let scene = self.scene.unwrap_or_default();
        let given = [("--by-field", self.by_field), ("--follow", self.follow)];
        let (argument, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
        (!scene.has_bait()).then(|| {
            format!(
                "{argument} needs a scene with a bait, and {} has none",
                scene.name()
            )
        })
    }

    /// The settings of the scene. The command line overrides the preset, and the preset overrides
    /// the scene's defaults. The preset's number of agents counts only in the preset's scene.
    pub fn scene_settings(&self) -> SceneSettings {
        let preset = self.loaded_preset.as_ref();
        let named = self.scene.or(preset.map(|preset| preset.scene));
        let scene = named.unwrap_or_default();
        let same_scene = preset.filter(|preset| preset.scene == scene);
        let agents = self.agents.or(same_scene.map(|preset| preset.agents));
        let seed = self.seed.or(preset.map(|preset| preset.seed));
        SceneSettings {
            agents: agents.unwrap_or(scene.default_agents()),
            seed: seed.unwrap_or_default(),
            hz: self.hz,
            by_field: self.by_field || preset.is_some_and(|preset| preset.by_field),
            ..SceneSettings::new(scene)
        }
    }

    /// Number of ticks of a headless run.
    pub fn headless_ticks(&self) -> u64 {
        self.ticks.unwrap_or(DEFAULT_SECONDS * u64::from(self.hz))
    }

    /// The file of the screenshot and its tick.
    pub fn screenshot(&self) -> Option<(&Path, u64)> {
        self.screenshot
            .as_deref()
            .map(|file| (file, self.first_drawn_tick()))
    }

    /// The file of the film, its first tick, and its length in simulated seconds.
    pub fn film(&self) -> Option<(&Path, u64, u16)> {
        let seconds = self.seconds.unwrap_or(DEFAULT_FILM_SECONDS);
        let file = self.film.as_deref();
        file.map(|file| (file, self.first_drawn_tick(), seconds))
    }

    fn first_drawn_tick(&self) -> u64 {
        let usual = DEFAULT_SCREENSHOT_SECONDS * u64::from(self.hz);
        self.at.unwrap_or(usual)
    }
}

/// The names of the scenes, one per line; of all, or of those that are worth a look.
pub fn list_of_scenes(all: bool) -> String {
    SceneName::ALL
        .iter()
        .filter(|scene| all || !scene.is_test())
        .fold(String::new(), |mut list, scene| {
            let _ = writeln!(list, "{}", scene.name());
            list
        })
}

impl ValueEnum for SceneName {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.description()))
    }
}

/// Describes what is wrong if a picture's file name has another extension than `kind`, which would
/// promise another format.
fn check_extension(argument: &str, kind: &str, file: Option<&Path>) -> Option<String> {
    let file = file?;
    let extension = file.extension()?;
    let error = || {
        let kinds = kind.to_uppercase();
        format!(
            "{argument} {}: it is written as a {kinds} file; legal is a name that ends in .{kind}",
            file.display()
        )
    };
    (!extension.eq_ignore_ascii_case(kind)).then(error)
}

/// Says why the file that `argument` names cannot be written. This is checked before the run.
fn check_writable(argument: &str, path: Option<&Path>) -> Option<String> {
    let path = path?;
    let error = output::try_to_write(path).err()?;
    Some(format!(
        "{argument} cannot write {}: {error}",
        path.display()
    ))
}
