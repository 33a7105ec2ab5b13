//! Declares the two commands of the shell, so that the capability can allow them and nothing else.

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(&["call", "stream"]);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest)) {
        // A build script can report an error only by printing it.
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}
