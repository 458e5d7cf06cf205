//! Headless Chromium, driven by `chromedriver` in the WebDriver protocol.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::env;
use std::error::Error;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use ureq::Agent;

/// Any error.
pub type Failure = Box<dyn Error>;

/// How long the driver may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a screenshot is tried again.
const SCREENSHOT_RETRIES: usize = 5;

/// The mark of errors in Bevy's log; the browser does not give them the level of errors.
const BEVY_ERROR: &str = "%cERROR%c";

/// A method of HTTP, with the body of the request.
enum Method<'a> {
    Get,
    Post(&'a Value),
    Delete,
}

/// A browser with one page.
pub struct Browser {
    driver: Child,
    client: Agent,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser that draws on the processor.
    pub fn start() -> Result<Self, Failure> {
        // The port is free again once the listener is dropped.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
            .local_addr()?
            .port();
        let driver = env::var("CHROMEDRIVER").unwrap_or("chromedriver".into());
        let driver = Command::new(&driver)
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("{driver} does not start: {error}"))?;
        let mut browser = Self {
            driver,
            // An error response has a body, which says more than its status.
            client: Agent::config_builder()
                .http_status_as_error(false)
                .build()
                .into(),
            port,
            session: String::new(),
        };
        let started = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if started.elapsed() > PATIENCE {
                return Err("chromedriver does not answer".into());
            }
            sleep(Duration::from_millis(100));
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": [
                "--headless=new", "--no-sandbox", "--window-size=1280,860",
                "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                "--ignore-gpu-blocklist", "--no-first-run", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
            ]},
        }}});
        let session = browser.request(Method::Post(&wanted), "/session")?;
        let session = session["sessionId"].as_str().ok_or("there is no session")?;
        browser.session = session.to_owned();
        Ok(browser)
    }

    /// Opens a page.
    pub fn open(&mut self, address: &str) -> Result<(), Failure> {
        // Discards the errors of the page before.
        self.take_console_errors()?;
        self.command("url", &json!({"url": address})).map(drop)
    }

    /// Runs a function body on the page, and returns its value.
    pub fn run(&mut self, script: &str) -> Result<Value, Failure> {
        let script = json!({"script": script, "args": []});
        self.command("execute/sync", &script)
    }

    /// The page as a PNG file.
    pub fn screenshot(&mut self) -> Result<Vec<u8>, Failure> {
        let path = format!("/session/{}/screenshot", self.session);
        // A page that draws on a busy processor may not answer in the driver's time.
        let mut picture = self.request(Method::Get, &path);
        for _ in 0..SCREENSHOT_RETRIES {
            if picture.is_ok() {
                break;
            }
            picture = self.request(Method::Get, &path);
        }
        let picture = picture?;
        let picture = picture.as_str().ok_or("there is no screenshot")?;
        Ok(BASE64_STANDARD.decode(picture)?)
    }

    /// The errors in the console since the last call.
    pub fn take_console_errors(&mut self) -> Result<Vec<String>, Failure> {
        let entries = self.command("se/log", &json!({"type": "browser"}))?;
        let entries = entries.as_array().ok_or("there is no log")?;
        let errors = entries.iter().filter_map(|entry| {
            let message = entry["message"].as_str().unwrap_or_default();
            let is_error = entry["level"] == "SEVERE" || message.contains(BEVY_ERROR);
            is_error.then(|| message.to_owned())
        });
        Ok(errors.collect())
    }

    /// Ends the browser.
    pub fn quit(&mut self) -> Result<(), Failure> {
        let session = format!("/session/{}", self.session);
        self.request(Method::Delete, &session).map(drop)
    }

    fn command(&mut self, name: &str, body: &Value) -> Result<Value, Failure> {
        let path = format!("/session/{}/{name}", self.session);
        self.request(Method::Post(body), &path)
    }

    fn request(&self, method: Method, path: &str) -> Result<Value, Failure> {
        let address = format!("http://localhost:{}{path}", self.port);
        let mut answer = match method {
            Method::Get => self.client.get(&address).call(),
            Method::Post(body) => self.client.post(&address).send_json(body),
            Method::Delete => self.client.delete(&address).call(),
        }?;
        let answer: Value = answer.body_mut().read_json()?;
        match &answer["value"] {
            Value::Object(error) if error.contains_key("error") => {
                Err(format!("{}: {}", error["error"], error["message"]).into())
            }
            value => Ok(value.clone()),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver may have ended already.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
