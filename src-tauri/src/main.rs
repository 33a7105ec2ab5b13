//! The desktop shell: one window over the desk of `studio`.
//!
//! Contains what only a desktop program can do (the window, native menus, system dialogs) and no writing rules: the
//! page sends two commands, `call` and `stream`, and `studio` does everything else.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod dialogs;
mod full_screen;
mod host;
#[cfg(target_os = "linux")]
mod linux;
mod menus;
mod start;
mod window;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;
use tauri::ipc::Channel;
use tauri::{Manager, RunEvent, State};
use wenfang_studio::Error;
use wenfang_studio::desk::{Desk, StreamItem};

/// Runs a command of the desk.
#[tauri::command]
async fn call(desk: State<'_, Desk>, name: String, request: Value) -> Result<Value, Error> {
    desk.call(&name, request).await
}

/// Runs a command of the desk as a job; returns when the job has ended. Returns the number of items sent: they
/// travel on another channel than this answer and may arrive later.
#[tauri::command]
async fn stream(
    desk: State<'_, Desk>,
    name: String,
    request: Value,
    channel: Channel<StreamItem>,
) -> Result<u64, Error> {
    let sent = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&sent);
    let send = move |item| {
        let is_sent = channel.send(item).is_ok();
        counted.fetch_add(u64::from(is_sent), Ordering::Relaxed);
        is_sent
    };
    desk.stream(&name, request, send).await;
    Ok(sent.load(Ordering::Relaxed))
}

fn main() -> tauri::Result<()> {
    #[cfg(target_os = "linux")]
    linux::before_gtk();
    let start = start::from_args(std::env::args_os().skip(1));
    let home = start::home();
    let mut builder = tauri::Builder::default();
    // A separate home is a separate studio, which may run beside the author's own.
    if home.is_none() {
        #[cfg(target_os = "linux")]
        linux::refuse_drivers();
        builder = builder.plugin(tauri_plugin_single_instance::init(|app, args, folder| {
            window::come_to_front(app);
            if let Some(path) = start::project_in(&args, folder) {
                app.state::<Desk>().request_open(&path);
            }
        }));
    }
    builder
        .plugin(tauri_plugin_dialog::init())
        .plugin(window::remembered())
        .invoke_handler(tauri::generate_handler![call, stream])
        .on_menu_event(|app, event| menus::chosen(app, event.id().as_ref()))
        .on_window_event(window::on_event)
        .setup(move |app| {
            let folders = start::folders(app.handle(), home.as_deref())?;
            wenfang_studio::diagnostics::start_log(&folders);
            let desk = Desk::new(host::Shell::new(app.handle().clone()), folders);
            app.manage(desk.clone());
            tauri::async_runtime::spawn(async move { desk.begin(start).await });
            window::open(app.handle())?;
            #[cfg(target_os = "linux")]
            {
                let handle = app.handle().clone();
                // Signal handlers need the runtime.
                tauri::async_runtime::block_on(async move { linux::close_on_signal(&handle) })?;
            }
            Ok(())
        })
        .build(tauri::generate_context!())?
        .run(|app, event| {
            if matches!(event, RunEvent::Exit) {
                full_screen::at_exit(app);
            }
        });
    Ok(())
}
