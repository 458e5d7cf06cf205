//! Headless Chromium, driven by `chromedriver` in the WebDriver protocol.

use serde_json::{Value, json};
use std::env;
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Anything that goes wrong.
pub type Failure = Box<dyn Error>;

/// How long the driver may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// How Bevy's log marks an error. The browser takes it for plain text.
const BEVY_ERROR: &str = "%cERROR%c";

/// A browser with one page.
pub struct Browser {
    driver: Child,
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
        let session = browser.request("POST", "/session", Some(&wanted))?;
        let session = session["sessionId"].as_str().ok_or("there is no session")?;
        browser.session = session.to_owned();
        Ok(browser)
    }

    /// Opens a page.
    pub fn open(&mut self, address: &str) -> Result<(), Failure> {
        // What the page before has left is its own.
        self.take_console_errors()?;
        self.command("url", Some(&json!({"url": address})))
            .map(drop)
    }

    /// Runs a function body on the page, and returns its value.
    pub fn run(&mut self, script: &str) -> Result<Value, Failure> {
        let script = json!({"script": script, "args": []});
        self.command("execute/sync", Some(&script))
    }

    /// The page as a PNG file.
    pub fn screenshot(&mut self) -> Result<Vec<u8>, Failure> {
        let picture = self.command("screenshot", None)?;
        let picture = picture.as_str().ok_or("there is no screenshot")?;
        decode_base64(picture).ok_or_else(|| "the screenshot is garbled".into())
    }

    /// The errors in the console since the last call.
    pub fn take_console_errors(&mut self) -> Result<Vec<String>, Failure> {
        let entries = self.command("se/log", Some(&json!({"type": "browser"})))?;
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
        self.request("DELETE", &session, None).map(drop)
    }

    fn command(&mut self, name: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let path = format!("/session/{}/{name}", self.session);
        self.request(if body.is_some() { "POST" } else { "GET" }, &path, body)
    }

    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        // The driver keeps the connection open.
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 || line == "\r\n" {
                break;
            }
            let header = line.split_once(':');
            let header = header.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            if let Some((_, value)) = header {
                length = value.trim().parse()?;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        let answer: Value = serde_json::from_slice(&answer)?;
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
        // It may have ended already.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = LETTERS.iter().position(|known| *known == letter)?;
        bits = (bits << 6) | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}
