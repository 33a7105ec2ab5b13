//! The main window: opening, activating and closing it.

use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, DragDropEvent, Manager, WebviewUrl, WebviewWindowBuilder, Window, WindowEvent, Wry};
use tauri_plugin_window_state::StateFlags;
use wenfang_studio::desk::{Desk, Drag, Event};

use crate::full_screen;

/// The name of the window, also used in the capability.
pub const MAIN: &str = "main";

/// A second close request closes the window if the page has not answered the first one for this long.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The saved attributes of the window.
pub const FLAGS: StateFlags = StateFlags::SIZE.union(StateFlags::POSITION).union(StateFlags::MAXIMIZED);

/// Minimum size of the window, in logical pixels.
pub const MIN_SIZE: (f64, f64) = (640.0, 420.0);

/// The plugin that saves the size, position and maximized state.
pub fn remembered() -> TauriPlugin<Wry> {
    tauri_plugin_window_state::Builder::default().with_state_flags(FLAGS).build()
}

/// Opens the window.
pub fn open(app: &AppHandle) -> tauri::Result<()> {
    let builder = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("文房 Wenfang")
        .inner_size(1280.0, 820.0)
        .min_inner_size(MIN_SIZE.0, MIN_SIZE.1)
        .on_navigation(|url| matches!(url.scheme(), "tauri" | "http" | "https") && is_own(url));
    // On Linux the handler takes files only. Elsewhere it would take every drag from the page, which moves parts in the
    // binder and passages in the text.
    #[cfg(not(target_os = "linux"))]
    let builder = builder.disable_drag_drop_handler();
    let window = builder.build()?;
    #[cfg(target_os = "linux")]
    crate::linux::prepare(&window)?;
    full_screen::fit_to_screen(&window)?;
    let _ = window.set_focus();
    Ok(())
}

/// Whether an address belongs to the program's own page; the window never goes anywhere else.
fn is_own(url: &tauri::Url) -> bool {
    url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost")
}

/// Brings the window to the front.
pub fn come_to_front(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
}

/// The time of the first close request.
static CLOSE_REQUESTED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// Passes dragged files to the page. Lets it save before the window closes; it then calls `window.close`.
pub fn on_event(window: &Window, event: &WindowEvent) {
    let api = match event {
        WindowEvent::DragDrop(event) => return drag(window, event),
        WindowEvent::CloseRequested { api, .. } => api,
        _ => return,
    };
    let desk = window.state::<Desk>();
    let requested_at = {
        let mut requested_at = CLOSE_REQUESTED_AT.lock();
        *requested_at.get_or_insert_with(Instant::now)
    };
    api.prevent_close();
    if desk.is_listened_to() && requested_at.elapsed() < CLOSE_TIMEOUT {
        #[cfg(target_os = "linux")]
        let last_key = crate::linux::send_last_key(window);
        #[cfg(not(target_os = "linux"))]
        let last_key = false;
        desk.tell(Event::Closing { last_key });
        return;
    }
    // The page does not answer; the typed text is already in the draft.
    let (desk, app) = (desk.inner().clone(), window.app_handle().clone());
    tauri::async_runtime::spawn(async move {
        let _ = desk.close().await;
        app.exit(0);
    });
}

fn drag(window: &Window, event: &DragDropEvent) {
    let drag = match event {
        DragDropEvent::Enter { paths, .. } => Drag::Over(paths.clone()),
        DragDropEvent::Drop { paths, .. } => Drag::Dropped(paths.clone()),
        DragDropEvent::Leave => Drag::Left,
        _ => return,
    };
    window.state::<Desk>().drag(drag);
}

/// Resets the close request: the page stays open, or asks the author something first.
pub fn cancel_close() {
    *CLOSE_REQUESTED_AT.lock() = None;
}
