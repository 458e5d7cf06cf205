//! The folder of the page and its plots.

use crate::report::{BEGIN, END, Picture, replaced};
use horde_command::{console, output};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The page, in the folder.
const PAGE: &str = "performance.md";

/// A folder that can be written to, and its page.
pub(super) struct Folder {
    path: PathBuf,
    page: String,
}

impl Folder {
    /// The folder of the plots, in the folder of the page.
    pub const PICTURES: &str = "performance";

    /// Opens a folder, which is made if it is not there, and reads its page.
    ///
    /// # Errors
    ///
    /// One line, when it cannot be written to or the page has no place for what is measured: better now than after the run.
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
        replaced(&page, "").map_err(|fault| {
            format!(
                "{} has no place for what is measured: {fault}",
                file.display()
            )
        })?;
        let path = path.to_owned();
        Ok(Self { path, page })
    }

    /// Writes the plots, and the page with its measured part replaced.
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
        console::tell(format_args!("wrote {page} and {plots} plots"));
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    output::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, Folder, PAGE};
    use horde_command::trial;
    use std::fs;

    #[test]
    fn what_is_written_by_hand_stays() {
        let trial = trial::Folder::new("bench-page");
        let page = trial.file(PAGE);
        fs::write(&page, format!("By hand.\n\n{BEGIN}\n{END}\n\nTried.\n")).expect("written");
        let folder = Folder::open(&trial.0).expect("it can be written to");
        folder.write("measured", &[]).expect("written");
        let text = fs::read_to_string(&page).expect("it is there");
        assert!(text.starts_with("By hand.\n") && text.ends_with("Tried.\n"));
        assert!(text.contains("\nmeasured\n"));
    }

    #[test]
    fn a_page_without_marks_is_left_alone() {
        let trial = trial::Folder::new("bench-unmarked");
        fs::write(trial.file(PAGE), "By hand.\n").expect("written");
        let fault = Folder::open(&trial.0).err().expect("it has no marks");
        assert!(fault.contains(BEGIN), "{fault}");
        let text = fs::read_to_string(trial.file(PAGE)).expect("it is there");
        assert_eq!(text, "By hand.\n");
    }

    #[test]
    fn a_new_page_gets_a_title() {
        let trial = trial::Folder::new("bench-new");
        let folder = Folder::open(&trial.0).expect("it can be written to");
        assert!(!trial.file(PAGE).exists());
        folder.write("measured", &[]).expect("written");
        let text = fs::read_to_string(trial.file(PAGE)).expect("it is there");
        assert!(text.starts_with("# What a tick costs\n"), "{text}");
    }
}
