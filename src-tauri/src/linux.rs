//! Linux-specific code: WebKitGTK settings, input methods, clipboard commands of the menu.

use gtk::gdk::{EventKey, ModifierType, keys::constants as key};
use gtk::glib::Propagation;
use gtk::glib::translate::{ToGlibPtr, from_glib_full};
use gtk::prelude::{Cast, GtkWindowExt, SeatExt, WidgetExt};
use tauri::{AppHandle, Manager, WebviewWindow, Window};
use tokio::signal::unix::{SignalKind, signal};
use webkit2gtk::{
    InputMethodContextExt, NetworkProxyMode, NetworkProxySettings, PrintOperation, PrintOperationExt,
    SettingsExt, WebViewExt, WebsiteDataManagerExt,
};
use wenfang_studio::desk::{Area, EditAct};

/// The environment variable that keeps WebKit's default renderer.
const KEEP_DMABUF: &str = "WENFANG_KEEP_DMABUF";
/// WebKit's environment variable that disables the DMABUF renderer.
const DISABLE_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// Environment variables that let another program control the page through WebKit or wry.
const AUTOMATION_VARIABLES: [&str; 3] =
    ["TAURI_WEBVIEW_AUTOMATION", "WEBKIT_INSPECTOR_SERVER", "WEBKIT_INSPECTOR_HTTP_SERVER"];

/// The address of a proxy that cannot exist.
const BLACKHOLE_PROXY: &str = "http://127.0.0.1:0";

/// Must run before GTK starts. WebKit's DMABUF renderer shows an empty window with some graphics drivers, so it is
/// off unless the author enables it.
#[expect(unsafe_code, reason = "WebKit reads this only from the environment; no other thread runs yet")]
#[expect(clippy::disallowed_methods, reason = "WebKit reads this only from the environment")]
pub fn before_gtk() {
    if std::env::var_os(KEEP_DMABUF).is_none() && std::env::var_os(DISABLE_DMABUF).is_none() {
        unsafe { std::env::set_var(DISABLE_DMABUF, "1") };
    }
}

/// Must run before GTK starts. Prevents other programs from controlling the author's own studio. Tests control one
/// with a separate home.
#[expect(unsafe_code, reason = "WebKit reads this only from the environment; no other thread runs yet")]
pub fn refuse_drivers() {
    for name in AUTOMATION_VARIABLES {
        unsafe { std::env::remove_var(name) };
    }
}

/// Enables inline preedit of input methods, which wry disables, and reloads a page whose process ended: the typed
/// text is in the draft. Blocks all network access of the page: its policy forbids requests, but WebKit connects
/// ahead of them (`preconnect`) and resolves names without consulting the policy.
pub fn prepare(window: &WebviewWindow) -> tauri::Result<()> {
    window.gtk_window()?.connect_key_press_event(page_first);
    window.with_webview(|webview| {
        let view = webview.inner();
        if let Some(context) = view.input_method_context() {
            context.set_enable_preedit(true);
        }
        if let Some(data) = view.website_data_manager() {
            let mut proxy = NetworkProxySettings::new(Some(BLACKHOLE_PROXY), &[]);
            data.set_network_proxy_settings(NetworkProxyMode::Custom, Some(&mut proxy));
        }
        if let Some(settings) = WebViewExt::settings(&view) {
            settings.set_enable_dns_prefetching(false);
        }
        view.connect_web_process_terminated(|view, _| view.reload());
    })
}

/// Passes keys with Ctrl to the page before the menu bar. Otherwise GTK would run the command of a menu item
/// immediately, before the page has processed the letters typed earlier, and they would go into whatever the
/// command opens. WebKit returns keys that the page ignores, and the menu bar gets them then.
fn page_first(window: &gtk::ApplicationWindow, event: &EventKey) -> Propagation {
    if !event.state().contains(ModifierType::CONTROL_MASK) || event.keyval() == key::F10 {
        return Propagation::Proceed;
    }
    let _ = window.propagate_key_event(event) || window.activate_key(event);
    Propagation::Stop
}

/// Sends F24 after all pressed keys: WebKit passes keys to the page one by one, and a close request would overtake
/// them. Returns whether it was sent.
#[expect(unsafe_code, reason = "GDK has no safe way to create a key event")]
pub fn send_last_key(window: &Window) -> bool {
    let Some(window) = window.get_webview_window(crate::window::MAIN) else { return false };
    window
        .with_webview(|webview| {
            let view = webview.inner();
            let Some(surface) = view.window() else { return };
            let keyboard = view.display().default_seat().and_then(|seat| seat.keyboard());
            // SAFETY: the event is new and filled in according to its kind; GDK frees it together with its
            // reference to the surface.
            let event: gtk::gdk::Event = unsafe {
                let event = gtk::gdk::ffi::gdk_event_new(gtk::gdk::ffi::GDK_KEY_PRESS);
                let pressed = event.cast::<gtk::gdk::ffi::GdkEventKey>();
                (*pressed).window = surface.to_glib_full();
                (*pressed).keyval = *key::F24;
                from_glib_full(event)
            };
            let mut event = event;
            event.set_device(keyboard.as_ref());
            view.event(&event);
        })
        .is_ok()
}

/// On a termination signal, closes the window as the author would, so that typed text is saved first.
pub fn close_on_signal(app: &AppHandle) -> std::io::Result<()> {
    for kind in [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()] {
        let (mut signals, app) = (signal(kind)?, app.clone());
        tauri::async_runtime::spawn(async move {
            while signals.recv().await.is_some() {
                let app = app.clone();
                // Idle: all keys waiting for the window have been read by then.
                gtk::glib::idle_add_once(move || {
                    if let Some(window) = app.get_webview_window(crate::window::MAIN) {
                        let _ = window.close();
                    }
                });
            }
        });
    }
    Ok(())
}

/// Cuts, copies or pastes at the caret.
pub fn edit(window: &WebviewWindow, act: EditAct) {
    let command = match act {
        EditAct::Cut => "Cut",
        EditAct::Copy => "Copy",
        EditAct::Paste => "Paste",
    };
    let _ = window.with_webview(move |webview| webview.inner().execute_editing_command(command));
}

/// The margins of printed pages, in millimetres: those of `@page` in the style sheet, which WebKit here does not read.
const PRINT_MARGIN: f64 = 20.0;

/// Opens the system's print dialog.
pub fn print(window: &WebviewWindow) {
    let _ = window.with_webview(|webview| {
        let view = webview.inner();
        let parent = view.toplevel().and_then(|top| top.downcast::<gtk::Window>().ok());
        let setup = gtk::PageSetup::new();
        setup.set_top_margin(PRINT_MARGIN, gtk::Unit::Mm);
        setup.set_bottom_margin(PRINT_MARGIN, gtk::Unit::Mm);
        setup.set_left_margin(PRINT_MARGIN, gtk::Unit::Mm);
        setup.set_right_margin(PRINT_MARGIN, gtk::Unit::Mm);
        let operation = PrintOperation::builder().web_view(&view).page_setup(&setup).build();
        operation.run_dialog(parent.as_ref());
    });
}

/// Positions the candidate window of the input method. If composed text wraps to a new line, WebKit would use the
/// end of the old line.
pub fn set_composed_area(window: &WebviewWindow, area: Area) {
    let _ = window.with_webview(move |webview| {
        if let Some(context) = webview.inner().input_method_context() {
            context.notify_cursor_area(area.x, area.y, area.width, area.height);
        }
    });
}
