//! The output folder with the page and its plots.

use crate::command::{console, output};
use crate::report::{BEGIN, END, Picture, replaced};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The page, in the output folder.
const PAGE: &str = "performance.md";

/// A writable output folder and its page.
pub(super) struct Folder {
    path: PathBuf,
    page: String,
}

impl Folder {
    /// The folder of the plots, in the output folder.
    pub const PICTURES: &str = "performance";

    /// Opens a folder, creates it if needed, and reads its page.
    ///
    /// # Errors
    ///
    /// One line, if it cannot be written or the page has no marks. This is checked before the run.
    pub fn open(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let unwritable =
            |error| format!("--output {shown} cannot be written to: {error}; legal is a folder");
        fs::create_dir_all(path.join(Self::PICTURES)).map_err(unwritable)?;
        let file = path.join(PAGE);
        output::try_to_write(&file).map_err(unwritable)?;
        let page = match fs::read_to_string(&file) {
            Ok(page) => page,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                format!("# What a tick costs\n\n{BEGIN}\n{END}\n")
            }
            Err(error) => return Err(format!("cannot read {}: {error}", file.display())),
        };
        replaced(&page, "").map_err(|error| {
            format!(
                "{} has no marks for the measured part: {error}",
                file.display()
            )
        })?;
        let path = path.to_owned();
        Ok(Self { path, page })
    }

    /// Writes the plots and replaces the measured part of the page.
    ///
    /// # Errors
    ///
    /// One line that names the file.
    pub fn write(&self, part: &str, pictures: &[Picture]) -> Result<(), String> {
        for picture in pictures {
            let file = self.path.join(Self::PICTURES).join(picture.name());
            write(&file, &picture.svg)?;
        }
        let file = self.path.join(PAGE);
        write(&file, &replaced(&self.page, part)?)?;
        let (page, plots) = (file.display(), pictures.len());
        console::print_to_stderr(format_args!("wrote {page} and {plots} plots"));
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    output::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, Folder, PAGE};
    use crate::command::test_support;
    use std::fs;

    #[test]
    fn handwritten_text_stays() {
        let folder_on_disk = test_support::Folder::new("bench-page");
        let page = folder_on_disk.file(PAGE);
        fs::write(&page, format!("By hand.\n\n{BEGIN}\n{END}\n\nTried.\n")).expect("written");
        let folder = Folder::open(&folder_on_disk.0).expect("it can be written to");
        folder.write("measured", &[]).expect("written");
        let text = fs::read_to_string(&page).expect("it is there");
        assert!(text.starts_with("By hand.\n") && text.ends_with("Tried.\n"));
        assert!(text.contains("\nmeasured\n"));
    }

    #[test]
    fn a_page_without_marks_is_left_alone() {
        let folder_on_disk = test_support::Folder::new("bench-unmarked");
        fs::write(folder_on_disk.file(PAGE), "By hand.\n").expect("written");
        let error = Folder::open(&folder_on_disk.0)
            .err()
            .expect("it has no marks");
        assert!(error.contains(BEGIN), "{error}");
        let text = fs::read_to_string(folder_on_disk.file(PAGE)).expect("it is there");
        assert_eq!(text, "By hand.\n");
    }

    #[test]
    fn a_new_page_gets_a_title() {
        let folder_on_disk = test_support::Folder::new("bench-new");
        let folder = Folder::open(&folder_on_disk.0).expect("it can be written to");
        assert!(!folder_on_disk.file(PAGE).exists());
        folder.write("measured", &[]).expect("written");
        let text = fs::read_to_string(folder_on_disk.file(PAGE)).expect("it is there");
        assert!(text.starts_with("# What a tick costs\n"), "{text}");
    }
}
