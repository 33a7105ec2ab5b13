//! Files dragged from other programs over the window and dropped on it.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::recent::file_name;
use super::{Desk, Event};

/// What happens to files that another program drags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drag {
    /// They came over the window.
    Over(Vec<PathBuf>),
    /// They left it again.
    Left,
    /// They were dropped on it.
    Dropped(Vec<PathBuf>),
}

/// The files over the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct DraggedFiles {
    /// The name of the first one.
    pub name: String,
    /// Their number.
    pub count: usize,
    /// Whether it is one novel, which is opened and not imported.
    pub is_novel: bool,
}

impl Desk {
    /// Tells the window about dragged files. A dropped novel is opened; the window decides about everything else.
    pub fn drag(&self, drag: Drag) {
        match drag {
            Drag::Over(paths) => {
                let files = files(paths);
                if let Some(first) = files.first() {
                    let is_novel = files.len() == 1 && is_novel(first);
                    let dragged = DraggedFiles { name: file_name(first), count: files.len(), is_novel };
                    self.tell(Event::DraggedOver { dragged });
                }
            }
            Drag::Left => self.tell(Event::DragLeft),
            Drag::Dropped(paths) => self.dropped(&files(paths)),
        }
    }

    fn dropped(&self, files: &[PathBuf]) {
        match files {
            [] => self.tell(Event::DragLeft),
            [novel] if is_novel(novel) => {
                self.tell(Event::DragLeft);
                self.request_open(novel);
            }
            [one] => self.tell(Event::Dropped { source: Some(self.chosen(one)), is_folder: one.is_dir() }),
            _ => self.tell(Event::Dropped { source: None, is_folder: false }),
        }
    }
}

/// The files among what is dragged: a link of a web page is none.
fn files(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.into_iter().filter(|path| path.is_absolute()).collect()
}

fn is_novel(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wenfang")) && !path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_no_files_and_folders_no_novels() {
        let paths = ["https://example.org/a.docx", "/books/a.docx"].map(PathBuf::from).to_vec();
        assert_eq!(files(paths), [PathBuf::from("/books/a.docx")]);
        assert!(is_novel(Path::new("/books/夜渡.Wenfang")));
        assert!(!is_novel(Path::new("/books/夜渡.docx")));
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a.wenfang");
        std::fs::create_dir(&inside).unwrap();
        assert!(!is_novel(&inside));
    }
}
