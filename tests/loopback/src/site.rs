//! The files of the built page.

use std::path::{Component, Path};

/// A file of the page under `ui`, with its media type; `None` if there is no such file, or it is outside the folder.
pub async fn file(ui: &Path, path: &str) -> Option<(Vec<u8>, &'static str)> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let found = tokio::fs::canonicalize(ui.join(name)).await.ok()?;
    if !plain || !found.starts_with(ui) {
        return None;
    }
    let media = match found.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        _ => "application/octet-stream",
    };
    Some((tokio::fs::read(found).await.ok()?, media))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_served() {
        let folder = tempfile::tempdir().unwrap();
        let ui = folder.path().join("ui");
        std::fs::create_dir_all(ui.join("assets")).unwrap();
        std::fs::write(ui.join("index.html"), "page").unwrap();
        std::fs::write(ui.join("assets/a.js"), "code").unwrap();
        std::fs::write(folder.path().join("secret.html"), "no").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.html"), ui.join("link.html")).unwrap();
        let ui = ui.canonicalize().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let text = async |path: &str| file(&ui, path).await.map(|(bytes, _)| bytes);
            assert_eq!(text("/").await, Some(b"page".to_vec()));
            assert_eq!(text("/assets/a.js").await, Some(b"code".to_vec()));
            for elsewhere in
                ["/../secret.html", "/assets/../../secret.html", "/link.html", "/none.js", "/assets"]
            {
                assert_eq!(text(elsewhere).await, None, "{elsewhere}");
            }
        });
    }
}
