//! Files that commands write atomically: a file is complete, or it does not appear.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file that gets its name when it is complete. Until then an old file of that name stays.
///
/// It is a temporary file in the same folder, deleted if it is dropped unfinished. A device or a
/// pipe is written directly.
#[derive(Debug)]
pub struct NewFile(Destination);

#[derive(Debug)]
enum Destination {
    Beside { file: NamedTempFile, path: PathBuf },
    InPlace(File),
}

impl NewFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    ///
    /// If the file or its folder is not writable.
    pub fn create(path: &Path) -> io::Result<Self> {
        let old = match fs::metadata(path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let Some(old) = old else {
            let file = create_beside(path)?;
            let path = path.to_owned();
            return Ok(Self(Destination::Beside { file, path }));
        };
        // Fails here for a folder or a read-only file.
        let in_place = OpenOptions::new().append(true).open(path)?;
        if !old.is_file() {
            return Ok(Self(Destination::InPlace(in_place)));
        }
        // Writes the target of a link, so that the link stays.
        let path = fs::canonicalize(path)?;
        let file = create_beside(&path)?;
        file.as_file().set_permissions(old.permissions())?;
        Ok(Self(Destination::Beside { file, path }))
    }

    /// Renames the file to its final name.
    ///
    /// # Errors
    ///
    /// If the file cannot be flushed to disk or renamed. An old file then stays unchanged.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Destination::Beside { file, path } => {
                file.as_file().sync_all()?;
                file.persist(path).map(drop).map_err(|error| error.error)
            }
            Destination::InPlace(mut file) => file.flush(),
        }
    }

    fn file(&mut self) -> &mut File {
        match &mut self.0 {
            Destination::Beside { file, .. } => file.as_file_mut(),
            Destination::InPlace(file) => file,
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Creates an empty file in the folder of `path`, with default permissions.
fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    if path.file_name().is_none() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Builder::new()
        .prefix("horde-")
        .suffix(".unfinished")
        .make_in(folder, |path| {
            OpenOptions::new().write(true).create_new(true).open(path)
        })
}

/// Writes a whole file.
///
/// # Errors
///
/// If the file cannot be written. An old file then stays unchanged.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(contents.as_ref())?;
    file.finish()
}

/// Checks that a file can be written, without changing it.
///
/// # Errors
///
/// If it cannot be written.
pub fn try_to_write(path: &Path) -> io::Result<()> {
    NewFile::create(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::Folder;
    use super::*;

    #[test]
    fn a_file_that_can_be_written_is_left_as_it_was() {
        let folder = Folder::new("try-to-write");
        let (old, new) = (folder.file("old"), folder.file("new"));
        fs::write(&old, "precious").expect("written");
        assert!(try_to_write(&old).is_ok() && try_to_write(&new).is_ok());
        assert_eq!(fs::read_to_string(&old).expect("it is there"), "precious");
        assert_eq!(folder.names(), ["old"]);
    }

    #[test]
    fn an_unwritable_file_is_an_error_and_stays() {
        let folder = Folder::new("unwritable-output");
        fs::write(folder.file("a-file"), "precious").expect("written");
        // Permissions do not stop root; these paths do.
        for path in ["none/new", "a-file/new", ".", "a-file/.."] {
            assert!(try_to_write(&folder.file(path)).is_err(), "{path}");
            assert!(write(&folder.file(path), "new").is_err(), "{path}");
        }
        assert_eq!(folder.names(), ["a-file"]);
        let error = write(&folder.file("none/new"), "new").expect_err("no such folder");
        assert!(!error.to_string().contains("unfinished"), "{error}");
    }

    #[test]
    fn an_unfinished_file_is_never_visible() {
        let folder = Folder::new("unfinished");
        let path = folder.file("old");
        fs::write(&path, "precious").expect("written");
        let mut file = NewFile::create(&path).expect("it can be written");
        file.write_all(b"new").expect("there is room");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "precious");
        drop(file);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "precious");
        assert_eq!(folder.names(), ["old"]);
        write(&path, "new").expect("there is room");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
        assert_eq!(folder.names(), ["old"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_modes_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let (path, link) = (folder.file("file"), folder.file("link"));
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        fs::write(&path, "old").expect("written");
        write(&folder.file("new"), "new").expect("written");
        assert_eq!(mode(&path), mode(&folder.file("new")));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("its owner may");
        symlink("file", &link).expect("a link");
        write(&link, "new").expect("written");
        assert!(
            fs::symlink_metadata(&link)
                .expect("it is there")
                .is_symlink()
        );
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
        assert_eq!(mode(&path), 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_an_error_and_stays_a_device() {
        use std::os::unix::fs::FileTypeExt;
        let full = Path::new("/dev/full");
        assert!(try_to_write(full).is_ok());
        let error = write(full, "new").expect_err("it is full");
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        let kind = fs::metadata(full).expect("Linux has it").file_type();
        assert!(kind.is_char_device());
    }
}
