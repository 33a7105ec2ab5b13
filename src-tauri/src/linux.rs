//! What Linux needs on top: WebKitGTK's settings, input methods, the clipboard from the menu.

use tauri::WebviewWindow;
use webkit2gtk::{
    InputMethodContextExt, NetworkProxyMode, NetworkProxySettings, SettingsExt, WebViewExt,
    WebsiteDataManagerExt,
};
use wenfang_studio::desk::EditAct;

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

/// Cuts, copies or pastes where the caret is.
pub fn edit(window: &WebviewWindow, act: EditAct) {
    let command = match act {
        EditAct::Cut => "Cut",
        EditAct::Copy => "Copy",
        EditAct::Paste => "Paste",
    };
    let _ = window.with_webview(move |webview| webview.inner().execute_editing_command(command));
}
