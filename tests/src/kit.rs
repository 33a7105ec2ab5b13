//! Test projects, created through the public API.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::Result;
use tempfile::TempDir;
use wenfang_project::parts;
use wenfang_project::{Clock, Mode, OpenOptions, Project};
use wenfang_story::{
    Author, ChapterId, ChapterRecord, ProjectRecord, SceneId, SceneRecord, Timestamp, VolumeRecord,
};
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

/// A settable clock: it starts at 2026-01-01 UTC and advances one second per reading.
#[derive(Clone, Debug)]
pub struct TestClock(Arc<AtomicI64>);

impl Default for TestClock {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(1_767_225_600_000)))
    }
}

impl TestClock {
    /// The clock to open a project with.
    pub fn clock(&self) -> Clock {
        let millis = self.0.clone();
        Clock::new(move || Timestamp::from(millis.fetch_add(1000, Ordering::Relaxed)))
    }

    /// Advances the clock, or sets it back if negative.
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::Relaxed);
    }
}

/// A project in a temporary folder that is removed when the test ends.
#[derive(Debug)]
pub struct TestProject {
    pub project: Project,
    pub clock: TestClock,
    pub path: PathBuf,
    folder: TempDir,
}

impl TestProject {
    /// A new, empty project.
    pub async fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("novel.wenfang");
        let clock = TestClock::default();
        let record = ProjectRecord { title: "试笔".into(), ..ProjectRecord::default() };
        let project = Project::create(&path, &record, clock.clock()).await?;
        Ok(Self { project, clock, path, folder })
    }

    /// A new project with one volume and these chapters, one scene each.
    pub async fn with_chapters<T: AsRef<str>>(chapters: &[(T, T)]) -> Result<Self> {
        let new = Self::new().await?;
        let now = new.project.now();
        let mut tx = new.project.begin_write().await?;
        let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await?;
        for (title, text) in chapters {
            let record = ChapterRecord { title: title.as_ref().into(), ..ChapterRecord::default() };
            let chapter = parts::insert_chapter(&mut tx, volume, &record, now).await?;
            let text = CanonicalText::new(text.as_ref());
            let scene = SceneRecord::default();
            versions::create_scene(&mut tx, now, (chapter, &scene), (&text, Author::Import)).await?;
        }
        tx.commit().await?;
        Ok(new)
    }

    /// Closes the project and reopens it.
    pub async fn reopen(self) -> Result<Self> {
        let Self { project, clock, path, folder } = self;
        project.close().await?;
        let options = OpenOptions { clock: clock.clock(), ..OpenOptions::new(Mode::Write) };
        let project = Project::open(&path, options).await?;
        Ok(Self { project, clock, path, folder })
    }

    /// The folder the project is in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// The scenes of a project in reading order.
pub async fn scenes(project: &Project) -> Result<Vec<SceneId>> {
    let mut tx = project.begin_read().await?;
    let outline = wenfang_project::manuscript::outline(&mut tx).await?;
    Ok(outline.scenes().collect())
}

/// The chapters of a project in reading order.
pub async fn chapters(project: &Project) -> Result<Vec<ChapterId>> {
    let mut tx = project.begin_read().await?;
    let outline = wenfang_project::manuscript::outline(&mut tx).await?;
    Ok(outline.chapters().map(|chapter| chapter.id).collect())
}

/// The `wenfang` binary: the one named by the variable `WENFANG_BIN`, or one built on first use. Building it alone
/// selects other features than the tests use, so that most dependencies are compiled again.
pub fn wenfang() -> PathBuf {
    static BUILT: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    BUILT
        .get_or_init(|| {
            if let Some(built) = std::env::var_os("WENFANG_BIN") {
                return PathBuf::from(built);
            }
            let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
            let status = std::process::Command::new(env!("CARGO"))
                .args(["build", "--quiet", "--workspace", "--bin", "wenfang"])
                .current_dir(&root)
                .status();
            assert!(status.is_ok_and(|status| status.success()), "cannot build wenfang");
            let target =
                std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
            target.join("debug").join(if cfg!(windows) { "wenfang.exe" } else { "wenfang" })
        })
        .clone()
}
