//! The plan of a scene, as prompts hold it.

use sqlx::SqliteConnection;
use wenfang_project::parts;
use wenfang_story::{ChapterId, ChapterRecord, SceneId, SceneRecord};
use wenfang_usecase::Result;

/// The record of a scene with the plan that applies to it. The window shows no outline and length for the only scene of
/// a chapter: the chapter's goal, outline and length apply to it.
pub(super) async fn planned(
    conn: &mut SqliteConnection,
    mut scene: SceneRecord,
    (id, chapter): (ChapterId, &ChapterRecord),
) -> Result<SceneRecord> {
    if parts::list_by_parent::<SceneId>(conn, id).await?.len() == 1 {
        let outlines = [&chapter.goal, &chapter.synopsis, &scene.synopsis].map(|outline| outline.trim());
        scene.synopsis =
            outlines.into_iter().filter(|outline| !outline.is_empty()).collect::<Vec<_>>().join("\n");
        scene.target = scene.target.or(chapter.target);
    }
    Ok(scene)
}

/// The texts of a plan, which name those who are in the scene.
pub(super) fn texts_of(scene: &SceneRecord) -> Vec<&str> {
    let plan = &scene.plan;
    let mut texts: Vec<&str> = vec![&scene.synopsis, &scene.title];
    texts.extend([&plan.location, &plan.pov, &plan.conflict, &plan.turning_point].map(String::as_str));
    texts.extend(plan.characters.iter().map(String::as_str));
    texts
}
