//! What the layout engine may read: our layout, the job, and fonts. There is no file system and no network.

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_kit::fonts::FontStore;

use crate::error::Error;

/// The layout of a book. It reads the job as data; no text of an author is ever parsed as code.
const LAYOUT: &str = include_str!("book.typ");

/// The layout, a job and fonts.
pub struct Desk {
    library: LazyHash<Library>,
    fonts: FontStore,
    layout: Source,
    job: (FileId, Bytes),
}

impl Desk {
    /// Sets the desk for one job, in JSON.
    ///
    /// # Errors
    /// Never for the two names here.
    pub fn new(fonts: FontStore, job: Vec<u8>) -> Result<Self, Error> {
        let layout = Source::new(file("/book.typ")?, LAYOUT.to_owned());
        let job = (file("/job.json")?, Bytes::new(job));
        Ok(Self { library: LazyHash::new(Library::default()), fonts, layout, job })
    }
}

fn file(path: &str) -> Result<FileId, Error> {
    let path = VirtualPath::new(path).map_err(|error| Error::Layout(error.to_string()))?;
    Ok(RootedPath::new(VirtualRoot::Project, path).intern())
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.fonts.book()
    }

    fn main(&self) -> FileId {
        self.layout.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.layout.id() { Ok(self.layout.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.job.0 { Ok(self.job.1.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.font(index)
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
