//! What Linux needs on top: WebKitGTK's settings, input methods, the clipboard from the menu.

use gtk::gdk::{EventKey, ModifierType, keys::constants as key};
use gtk::glib::Propagation;
use gtk::glib::translate::{ToGlibPtr, from_glib_full};
use gtk::prelude::{GtkWindowExt, SeatExt, WidgetExt};
use tauri::{AppHandle, Manager, WebviewWindow, Window};
use tokio::signal::unix::{SignalKind, signal};
use webkit2gtk::{
    InputMethodContextExt, NetworkProxyMode, NetworkProxySettings, SettingsExt, WebViewExt,
    WebsiteDataManagerExt,
};
use wenfang_studio::desk::{Area, EditAct};

/// Keeps WebKit's own choice of renderer when set.
const KEEP_DMABUF: &str = "WENFANG_KEEP_DMABUF";
/// WebKit's switch.
const DISABLE_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// Variables by which WebKit and wry let another program drive the page.
const DRIVEN_BY: [&str; 3] =
    ["TAURI_WEBVIEW_AUTOMATION", "WEBKIT_INSPECTOR_SERVER", "WEBKIT_INSPECTOR_HTTP_SERVER"];

/// A proxy where nobody can ever listen.
const NOWHERE: &str = "http://127.0.0.1:0";

/// Before anything of GTK runs: WebKit's DMABUF renderer shows an empty window with some graphics drivers, so it is off
/// unless the author wants it.
#[expect(unsafe_code, reason = "WebKit takes this from the environment alone; no other thread runs yet")]
#[expect(clippy::disallowed_methods, reason = "WebKit takes this from the environment alone")]
pub fn before_gtk() {
    if std::env::var_os(KEEP_DMABUF).is_none() && std::env::var_os(DISABLE_DMABUF).is_none() {
        unsafe { std::env::set_var(DISABLE_DMABUF, "1") };
    }
}

/// Before anything of GTK runs: nobody drives the author's own studio. Tests drive one with a home of its own.
#[expect(unsafe_code, reason = "WebKit takes this from the environment alone; no other thread runs yet")]
pub fn refuse_drivers() {
    for name in DRIVEN_BY {
        unsafe { std::env::remove_var(name) };
    }
}

/// Input methods show what is being composed in the text itself (wry switches that off), and a page whose process
/// ended is loaded again: what was typed is in the draft. The page has no network at all: its policy forbids requests,
/// but WebKit asks no policy before it connects ahead of one (`preconnect`) or looks up a name.
pub fn prepare(window: &WebviewWindow) -> tauri::Result<()> {
    window.gtk_window()?.connect_key_press_event(hear_in_order);
    window.with_webview(|webview| {
        let view = webview.inner();
        if let Some(context) = view.input_method_context() {
            context.set_enable_preedit(true);
        }
        if let Some(data) = view.website_data_manager() {
            let mut nowhere = NetworkProxySettings::new(Some(NOWHERE), &[]);
            data.set_network_proxy_settings(NetworkProxyMode::Custom, Some(&mut nowhere));
        }
        if let Some(settings) = WebViewExt::settings(&view) {
            settings.set_enable_dns_prefetching(false);
        }
        view.connect_web_process_terminated(|view, _| view.reload());
    })
}

/// Lets the page hear a key with Ctrl before the menu bar does. GTK would run the command of a menu item at once, before
/// letters that were typed earlier and that the page has not come to yet: they would go into whatever the command opens.
/// WebKit hands back what the page leaves alone, and the menu bar hears it then.
fn hear_in_order(window: &gtk::ApplicationWindow, event: &EventKey) -> Propagation {
    if !event.state().contains(ModifierType::CONTROL_MASK) || event.keyval() == key::F10 {
        return Propagation::Proceed;
    }
    let _ = window.propagate_key_event(event) || window.activate_key(event);
    Propagation::Stop
}

/// Sends F24 behind all keys that were pressed: WebKit gives the page one key after the other, and the wish to close would
/// overtake them. Answers whether it was sent.
#[expect(unsafe_code, reason = "GDK has no safe way to make a key event")]
pub fn send_last_key(window: &Window) -> bool {
    let Some(window) = window.get_webview_window(crate::window::MAIN) else { return false };
    window
        .with_webview(|webview| {
            let view = webview.inner();
            let Some(surface) = view.window() else { return };
            let keyboard = view.display().default_seat().and_then(|seat| seat.keyboard());
            // SAFETY: the event is new and of the kind it is filled in as; GDK frees it with the reference to the surface.
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

/// Closes the window as the author does when the session ends: what was typed is kept first.
pub fn close_when_told(app: &AppHandle) -> std::io::Result<()> {
    for kind in [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()] {
        let (mut told, app) = (signal(kind)?, app.clone());
        tauri::async_runtime::spawn(async move {
            while told.recv().await.is_some() {
                let app = app.clone();
                // Idle: all keys that wait in front of the window have been read.
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

/// Cuts, copies or pastes where the caret is.
pub fn edit(window: &WebviewWindow, act: EditAct) {
    let command = match act {
        EditAct::Cut => "Cut",
        EditAct::Copy => "Copy",
        EditAct::Paste => "Paste",
    };
    let _ = window.with_webview(move |webview| webview.inner().execute_editing_command(command));
}

/// Places the candidates of the input method. Where composed letters went on to a new line, WebKit takes the end of the
/// old line for their beginning.
pub fn set_composed_area(window: &WebviewWindow, area: Area) {
    let _ = window.with_webview(move |webview| {
        if let Some(context) = webview.inner().input_method_context() {
            context.notify_cursor_area(area.x, area.y, area.width, area.height);
        }
    });
}
