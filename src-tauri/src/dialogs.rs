//! System dialogs for files and folders.

use std::path::PathBuf;

use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt, FilePath};
use wenfang_studio::desk::{Choose, ChooseKind};

/// Shows a dialog; returns `None` if the author cancels it.
pub async fn choose(app: &AppHandle, choose: Choose) -> Option<PathBuf> {
    #[cfg(debug_assertions)]
    if let Some(answer) = wenfang_studio::desk::scripted_answer() {
        return answer;
    }
    let (answer, chosen) = tokio::sync::oneshot::channel();
    let answer = move |path: Option<FilePath>| {
        let _ = answer.send(path.and_then(|path| path.into_path().ok()));
    };
    let mut dialog = app.dialog().file().set_title(&choose.title);
    let endings = choose.endings();
    if !endings.is_empty() {
        dialog = dialog.add_filter(choose.files_called(), &endings);
    }
    if let Some(name) = &choose.name {
        dialog = dialog.set_file_name(name);
    }
    match choose.kind {
        ChooseKind::OpenProject
        | ChooseKind::ImportFile
        | ChooseKind::ReadersCopy
        | ChooseKind::ReturnedFile
        | ChooseKind::ImportLore
        | ChooseKind::ImportPrompt
        | ChooseKind::ImportProfile => dialog.pick_file(answer),
        ChooseKind::NewProject
        | ChooseKind::ExportFile
        | ChooseKind::ExportLore
        | ChooseKind::ExportPrompt
        | ChooseKind::ExportProfile
        | ChooseKind::ExportReport
        | ChooseKind::ExportDiagnostics => dialog.save_file(answer),
        ChooseKind::ImportFolder
        | ChooseKind::ExportFolder
        | ChooseKind::BackupFolder
        | ChooseKind::ModelFolder => dialog.pick_folder(answer),
    }
    chosen.await.ok().flatten()
}
