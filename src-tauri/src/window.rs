//! The one window: how it opens, comes to the front and closes.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindowBuilder, Window, WindowEvent, Wry};
use tauri_plugin_window_state::StateFlags;
use wenfang_studio::desk::{Desk, Event};

use crate::full_screen;

/// Name of the window, in the capability too.
pub const MAIN: &str = "main";

/// A page that has not answered for so long does not hold up a second wish to close.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is remembered of the window.
pub const FLAGS: StateFlags = StateFlags::SIZE.union(StateFlags::POSITION).union(StateFlags::MAXIMIZED);

/// The least size of the window, in logical pixels.
pub const MIN: (f64, f64) = (640.0, 420.0);

/// Remembers size, place and whether the window was maximised.
pub fn remembered() -> TauriPlugin<Wry> {
    tauri_plugin_window_state::Builder::default().with_state_flags(FLAGS).build()
}

/// Opens the window.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("文房 Wenfang")
        .inner_size(1280.0, 820.0)
        .min_inner_size(MIN.0, MIN.1)
        // Drops are the page's: the binder moves parts by them.
        .disable_drag_drop_handler()
        .on_navigation(|url| matches!(url.scheme(), "tauri" | "http" | "https") && is_own(url))
        .build()?;
    #[cfg(target_os = "linux")]
    crate::linux::prepare(&window)?;
    full_screen::fit_to_screen(&window)?;
    let _ = window.set_focus();
    Ok(())
}

/// Whether an address is the program's own page: it never goes anywhere else.
fn is_own(url: &tauri::Url) -> bool {
    url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost")
}

/// Shows the window in front of others.
pub fn come_to_front(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}

/// When the author first wished to close the window.
static WISHED: Mutex<Option<Instant>> = Mutex::new(None);

/// The page keeps what is not kept before the window closes; it says `window.close` then.
pub fn on_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else { return };
    let desk = window.state::<Desk>();
    let wished = {
        let mut wished = WISHED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *wished.get_or_insert_with(Instant::now)
    };
    api.prevent_close();
    if desk.is_listened_to() && wished.elapsed() < PATIENCE {
        #[cfg(target_os = "linux")]
        let last_key = crate::linux::send_last_key(window);
        #[cfg(not(target_os = "linux"))]
        let last_key = false;
        desk.tell(Event::Closing { last_key });
        return;
    }
    // Nobody answers: what was typed is in the draft already.
    let (desk, app) = (desk.inner().clone(), window.app_handle().clone());
    tauri::async_runtime::spawn(async move {
        let _ = desk.close().await;
        app.exit(0);
    });
}

/// The page wishes to stay open after all, or has to ask something first.
pub fn stays_open() {
    *WISHED.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
}
