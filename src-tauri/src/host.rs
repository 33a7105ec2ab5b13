//! The services of the shell for the desk.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use tauri::{AppHandle, Manager};
use wenfang_studio::desk::{Area, Choose, EditAct, Host, Menu, WindowLook};

use crate::window::MAIN;
use crate::{dialogs, full_screen, menus};

/// The host of the desk.
pub struct Shell {
    app: AppHandle,
}

impl Shell {
    /// Creates the host for `app`.
    pub fn new(app: AppHandle) -> Self {
        Self { app }
    }

    fn window(&self) -> Option<tauri::WebviewWindow> {
        self.app.get_webview_window(MAIN)
    }
}

impl Host for Shell {
    fn choose(&self, choose: Choose) -> Pin<Box<dyn Future<Output = Option<PathBuf>> + Send + '_>> {
        Box::pin(dialogs::choose(&self.app, choose))
    }

    fn set_menus(&self, menus: Vec<Menu>) {
        menus::show(&self.app, menus);
    }

    fn set_title(&self, title: String) {
        if let Some(window) = self.window() {
            let _ = window.set_title(&title);
        }
    }

    fn set_look(&self, look: WindowLook) {
        let theme = match look {
            WindowLook::System => None,
            WindowLook::Light => Some(tauri::Theme::Light),
            WindowLook::Dark => Some(tauri::Theme::Dark),
        };
        if let Some(window) = self.window() {
            let _ = window.set_theme(theme);
        }
    }

    fn set_full_screen(&self, full_screen: bool) {
        if let Some(window) = self.window() {
            full_screen::set(&window, full_screen);
        }
    }

    fn edit(&self, act: EditAct) {
        let Some(window) = self.window() else { return };
        #[cfg(target_os = "linux")]
        crate::linux::edit(&window, act);
        #[cfg(not(target_os = "linux"))]
        {
            // On other systems, the native menu items do this.
            let _ = (window, act);
        }
    }

    fn set_composed_area(&self, area: Area) {
        let Some(window) = self.window() else { return };
        #[cfg(target_os = "linux")]
        crate::linux::set_composed_area(&window, area);
        #[cfg(not(target_os = "linux"))]
        {
            // Other engines determine it themselves.
            let _ = (window, area);
        }
    }

    fn print(&self) {
        let Some(window) = self.window() else { return };
        #[cfg(target_os = "linux")]
        crate::linux::print(&window);
        #[cfg(not(target_os = "linux"))]
        {
            let _ = window.print();
        }
    }

    fn keep_open(&self) {
        crate::window::cancel_close();
    }

    fn close_window(&self) {
        self.app.exit(0);
    }

    fn reveal(&self, path: PathBuf) {
        let folder = path.parent().unwrap_or(&path).to_owned();
        let (program, arguments): (&str, Vec<&std::ffi::OsStr>) = if cfg!(target_os = "macos") {
            ("open", vec!["-R".as_ref(), path.as_os_str()])
        } else if cfg!(target_os = "windows") {
            ("explorer", vec![folder.as_os_str()])
        } else {
            ("xdg-open", vec![folder.as_os_str()])
        };
        // The file manager is an external program; nothing depends on it.
        let _ = std::process::Command::new(program).args(arguments).spawn();
    }
}
