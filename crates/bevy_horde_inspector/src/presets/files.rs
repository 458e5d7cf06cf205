//! Reads and writes preset files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest file that is read, bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The text of a file.
///
/// # Errors
///
/// One sentence that names the file.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let failed = |error: io::Error| format!("cannot read {}: {error}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        let error = format!("it is longer than {MAX_BYTES} bytes");
        return Err(failed(io::Error::new(ErrorKind::FileTooLarge, error)));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        failed(io::Error::new(
            ErrorKind::InvalidData,
            "it is not UTF-8 text",
        ))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// Writes a file and its folder. On failure an existing file stays as it is.
///
/// # Errors
///
/// One sentence that names the file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot write {}: {error}", path.display());
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let written = fs::write(&name, text).and_then(|()| fs::rename(&name, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&name);
        failed(error)
    })
}
