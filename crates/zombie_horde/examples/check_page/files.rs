//! A server for the files of one folder, as a static host is.

use crate::browser::Failure;
use std::fs::File;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::thread;
use tiny_http::{Header, Request, Response, Server};

/// Serves a folder until the program ends. Returns its address.
pub fn serve(folder: PathBuf) -> Result<String, Failure> {
    let server = Server::http((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    let address = format!("http://{}/", server.server_addr());
    thread::spawn(move || {
        for request in server.incoming_requests() {
            answer(&folder, request);
        }
    });
    Ok(address)
}

fn answer(folder: &Path, request: Request) {
    let path = request.url().split('?').next().unwrap_or_default();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let kind = match Path::new(name).extension().and_then(|kind| kind.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let is_plain = !name.contains(['/', '\\']);
    let file = is_plain.then(|| File::open(folder.join(name)).ok());
    let header = Header::from_bytes("Content-Type", kind);
    // A browser that hangs up is no failure.
    let _ = match (file.flatten(), header) {
        (Some(file), Ok(header)) => request.respond(Response::from_file(file).with_header(header)),
        _ => request.respond(Response::empty(404)),
    };
}
