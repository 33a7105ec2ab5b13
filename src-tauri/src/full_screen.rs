//! Full screen, and remembering the window state from before it, even if the window is closed in full screen.

use std::path::PathBuf;

use parking_lot::Mutex;
use tauri::{AppHandle, LogicalSize, Manager, PhysicalSize, WebviewWindow};
use tauri_plugin_window_state::AppHandleExt;

use crate::menus;
use crate::window::{FLAGS, MIN_SIZE};

/// The saved window state from before full screen, as stored on disk; `None` outside full screen.
static BEFORE: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Enters or leaves full screen. Full screen hides the menu bar, to show only the text.
pub fn set(window: &WebviewWindow, full_screen: bool) {
    let target = window.clone();
    // Must run on the main thread: the plugin queries the window size while holding a lock that its own events wait
    // for.
    let _ = window.run_on_main_thread(move || set_now(&target, full_screen));
}

fn set_now(window: &WebviewWindow, full_screen: bool) {
    let before = if full_screen { remember(window.app_handle()) } else { None };
    {
        let mut saved = BEFORE.lock();
        // Entering full screen twice keeps the state from before the first time.
        if !full_screen || saved.is_none() {
            *saved = before;
        }
    }
    let _ = window.set_fullscreen(full_screen);
    menus::set_hidden(window.app_handle(), full_screen);
}

/// Saves the current window state, and returns it.
fn remember(app: &AppHandle) -> Option<Vec<u8>> {
    app.save_window_state(FLAGS).ok()?;
    std::fs::read(file(app)?).ok()
}

fn file(app: &AppHandle) -> Option<PathBuf> {
    Some(app.path().app_config_dir().ok()?.join(app.filename()))
}

/// Restores the window state from before full screen, after the plugin has saved the current one at exit.
pub fn at_exit(app: &AppHandle) {
    let before = BEFORE.lock().take();
    if let (Some(before), Some(file)) = (before, file(app)) {
        // Not worth reporting an error.
        let _ = std::fs::write(file, before);
    }
}

/// The height of a title bar, in logical pixels; those of Windows, macOS and GNOME have at most this.
const TITLE_BAR: f64 = 40.0;

/// Shrinks a window that does not fit its screen, beside the panels of the desktop and below its own title bar.
pub fn fit_to_screen(window: &WebviewWindow) -> tauri::Result<()> {
    let Some(monitor) = window.current_monitor()?.or(window.primary_monitor()?) else { return Ok(()) };
    if window.is_maximized()? {
        return Ok(());
    }
    let min = LogicalSize::<f64>::from(MIN_SIZE).to_physical::<u32>(monitor.scale_factor());
    let area = monitor.work_area();
    let title_bar = LogicalSize::new(0.0, TITLE_BAR).to_physical::<u32>(monitor.scale_factor()).height;
    let free = PhysicalSize { height: area.size.height.saturating_sub(title_bar), ..area.size };
    if let Some(size) = fitting(window.inner_size()?, (free, min)) {
        window.set_size(size)?;
        window.set_position(area.position)?;
    }
    Ok(())
}

/// The size that fits the screen, but not below `min`; `None` if the window already fits.
fn fitting(
    size: PhysicalSize<u32>,
    (screen, min): (PhysicalSize<u32>, PhysicalSize<u32>),
) -> Option<PhysicalSize<u32>> {
    let width = size.width.min(screen.width.max(min.width));
    let height = size.height.min(screen.height.max(min.height));
    let fits = PhysicalSize { width, height };
    (fits != size).then_some(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_never_larger_than_its_screen() {
        let size = |width, height| PhysicalSize { width, height };
        let bounds = (size(1280, 800), size(640, 420));
        assert_eq!(fitting(size(1440, 900), bounds), Some(size(1280, 800)));
        assert_eq!(fitting(size(1000, 900), bounds), Some(size(1000, 800)));
        assert_eq!(fitting(size(1280, 800), bounds), None);
        assert_eq!(fitting(size(900, 500), (size(320, 200), size(640, 420))), Some(size(640, 420)));
    }
}
