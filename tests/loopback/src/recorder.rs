//! The host: dialogs are answered from a file; everything else is recorded for tests to read.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::Notify;
use wenfang_studio::desk::{Area, Choose, EditAct, Host, Menu, WindowLook, scripted_answer};

/// The requests of the desk to its host.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Noted {
    menus: Vec<Menu>,
    title: String,
    look: Option<WindowLook>,
    full_screen: bool,
    closed: bool,
    /// How often closing was cancelled and the window stayed open.
    kept_open: usize,
    /// How often the print dialog was opened.
    printed: usize,
    /// The clipboard acts, in order.
    edits: Vec<EditAct>,
    /// The files shown in the file manager, in order.
    revealed: Vec<PathBuf>,
}

/// A host without a window.
#[derive(Clone, Default)]
pub struct Recorder {
    noted: Arc<Mutex<Noted>>,
    closing: Arc<Notify>,
}

impl Recorder {
    fn note(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The requests so far.
    pub fn noted(&self) -> Noted {
        self.note().clone()
    }

    /// Completes when the window is closed.
    pub async fn closed(&self) {
        self.closing.notified().await;
    }
}

impl Host for Recorder {
    fn choose(&self, _: Choose) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send + '_>> {
        Box::pin(async { scripted_answer().flatten() })
    }

    fn set_menus(&self, menus: Vec<Menu>) {
        self.note().menus = menus;
    }

    fn set_title(&self, title: String) {
        self.note().title = title;
    }

    fn set_look(&self, look: WindowLook) {
        self.note().look = Some(look);
    }

    fn set_full_screen(&self, full_screen: bool) {
        self.note().full_screen = full_screen;
    }

    fn edit(&self, act: EditAct) {
        self.note().edits.push(act);
    }

    fn set_composed_area(&self, _: Area) {
        // A browser places the candidate window itself.
    }

    fn print(&self) {
        self.note().printed += 1;
    }

    fn keep_open(&self) {
        self.note().kept_open += 1;
    }

    fn close_window(&self) {
        self.note().closed = true;
        self.closing.notify_one();
    }

    fn reveal(&self, path: PathBuf) {
        self.note().revealed.push(path);
    }
}
