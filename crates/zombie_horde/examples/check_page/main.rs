//! Opens the page of the demo in headless Chromium and compares it with the program:
//! `check_page PAGE_FOLDER PROGRAM PICTURE_FOLDER [SCENE...]`.
//!
//! Each named scene, or every scene without a name, runs 600 ticks in the browser. The console must
//! show no error, and the hash of the state must equal that of the program. A screenshot of each
//! scene goes into the picture folder. For a wrong address the page must name what is wrong. The
//! exit status is 1 if any check fails. `chromedriver` and Chromium must be installed.

mod browser;
mod files;

use browser::{Browser, Failure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::{Duration, Instant};
use zombie_horde::scene::SceneName;

/// Ticks of each scene.
const TICKS: u32 = 600;
/// A page that takes longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(300);
/// How long frames are counted.
const COUNTING: Duration = Duration::from_secs(20);
/// The agents of the scene whose frames are counted.
const COUNTED_AGENTS: u32 = 500;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let [Some(page), Some(program), Some(pictures)] = [(); 3].map(|()| arguments.next()) else {
        eprintln!("check_page PAGE_FOLDER PROGRAM PICTURE_FOLDER [SCENE...]");
        return ExitCode::from(2);
    };
    let mut scenes: Vec<String> = arguments.collect();
    if scenes.is_empty() {
        scenes = SceneName::ALL.map(|scene| scene.name().to_owned()).into();
    }
    match check(page.into(), &program, Path::new(&pictures), &scenes) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("{wrong} checks of the page failed");
            ExitCode::FAILURE
        }
        Err(failure) => {
            eprintln!("the page cannot be checked: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all checks. Returns the number of those that fail.
fn check(
    page: PathBuf,
    program: &str,
    pictures: &Path,
    scenes: &[String],
) -> Result<usize, Failure> {
    let address = files::serve(page)?;
    let mut browser = Browser::start()?;
    let mut wrong = 0;
    let mut judge = |what: &str, outcome: Result<String, Failure>| match outcome {
        Ok(good) => println!("{what}: {good}"),
        Err(failure) => {
            wrong += 1;
            eprintln!("{what}: WRONG: {failure}");
        }
    };
    for (query, part) in [
        ("?scene=cellar", "zombies, graveyard"),
        ("?scene=cellar", "`scene`"),
        ("?agents=0", "legal is 1 to"),
        ("?sene=wall", "parameter `sene`"),
    ] {
        let told = told_error(&mut browser, &format!("{address}{query}"), part);
        judge(query, told);
    }
    for scene in scenes {
        let query = format!("{address}?scene={scene}&ticks={TICKS}");
        let picture = pictures.join(format!("web-{scene}.png"));
        let same = native_hash(program, scene)
            .and_then(|native| compare(&mut browser, &query, &native, &picture));
        judge(scene, same);
    }
    let query = format!("{address}?scene=zombies&agents={COUNTED_AGENTS}");
    judge(&query, count_frames(&mut browser, &query));
    browser.quit()?;
    Ok(wrong)
}

/// The hash that the program prints.
fn native_hash(program: &str, scene: &str) -> Result<String, Failure> {
    let ticks = TICKS.to_string();
    let output = Command::new(program)
        .args(["--headless", "--json", "--scene", scene, "--ticks", &ticks])
        .output()?;
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let hash = report["state_hash"].as_str().ok_or("there is no hash")?;
    Ok(hash.to_owned())
}

/// Runs a scene in the browser, saves a screenshot, and compares the hash with the program's.
fn compare(
    browser: &mut Browser,
    address: &str,
    native: &str,
    picture: &Path,
) -> Result<String, Failure> {
    let started = Instant::now();
    browser.open(address)?;
    let hash = wait_for(browser, "stateHash")?;
    let seconds = started.elapsed().as_secs_f32();
    // Waits until the frame after the last tick is drawn.
    sleep(Duration::from_secs(1));
    std::fs::write(picture, browser.screenshot()?)?;
    reject_errors(browser)?;
    if hash == native {
        Ok(format!("{hash} as the program, after {seconds:.1} s"))
    } else {
        Err(format!("the hash is {hash}, and {native} of the program").into())
    }
}

/// Opens a wrong address. The page must name the error.
fn told_error(browser: &mut Browser, address: &str, part: &str) -> Result<String, Failure> {
    browser.open(address)?;
    let started = Instant::now();
    while attribute(browser, "state")? != "failed" {
        give_up_after(started, PATIENCE)?;
    }
    let text = browser.run("return document.getElementById('message').innerText")?;
    let text = text.as_str().unwrap_or_default();
    reject_errors(browser)?;
    if text.contains(part) {
        Ok(text.to_owned())
    } else {
        Err(format!("the page says \"{text}\", without \"{part}\"").into())
    }
}

fn count_frames(browser: &mut Browser, address: &str) -> Result<String, Failure> {
    browser.open(address)?;
    let started = Instant::now();
    while attribute(browser, "state")? != "running" {
        give_up_after(started, PATIENCE)?;
    }
    let frames = |browser: &mut Browser| -> Result<f32, Failure> {
        Ok(attribute(browser, "frames")?.parse()?)
    };
    let (before, from) = (frames(browser)?, Instant::now());
    sleep(COUNTING);
    let (after, seconds) = (frames(browser)?, from.elapsed().as_secs_f32());
    let renderer = browser.run(
        "const gl = document.createElement('canvas').getContext('webgl2');\
         const info = gl.getExtension('WEBGL_debug_renderer_info');\
         return gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)",
    )?;
    reject_errors(browser)?;
    let rate = (after - before) / seconds;
    let renderer = renderer.as_str().unwrap_or("an unknown renderer");
    if rate > 0.0 {
        Ok(format!("{rate:.1} frames per second with {renderer}"))
    } else {
        Err("no frame was drawn".into())
    }
}

/// The value of a data attribute of the root element, once it is there.
fn wait_for(browser: &mut Browser, name: &str) -> Result<String, Failure> {
    let started = Instant::now();
    loop {
        let value = attribute(browser, name)?;
        if !value.is_empty() {
            return Ok(value);
        }
        if attribute(browser, "state")? == "failed" {
            let text = browser.run("return document.getElementById('message').innerText")?;
            reject_errors(browser)?;
            return Err(format!("the page says {text}").into());
        }
        give_up_after(started, PATIENCE)?;
    }
}

fn attribute(browser: &mut Browser, name: &str) -> Result<String, Failure> {
    let script = format!("return document.documentElement.dataset.{name} || ''");
    let value = browser.run(&script)?;
    Ok(value.as_str().unwrap_or_default().to_owned())
}

fn give_up_after(started: Instant, patience: Duration) -> Result<(), Failure> {
    if started.elapsed() > patience {
        return Err(format!("nothing happens for {} s", patience.as_secs()).into());
    }
    sleep(Duration::from_millis(200));
    Ok(())
}

/// Fails with the errors in the console, if there are any.
fn reject_errors(browser: &mut Browser) -> Result<(), Failure> {
    let errors = browser.take_console_errors()?;
    if errors.is_empty() {
        Ok(())
    } else {
        Err(format!("the console has {}", errors.join("; ")).into())
    }
}
