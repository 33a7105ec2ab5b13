//! Declares the two commands of the shell, so that the capability can allow them and nothing else.

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(&["call", "stream"]);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest)) {
        // The one way for a build script to say why it failed.
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}
