//! The name mask: replaces names in prompts where the author asked for that.

use wenfang_canon::names::names;
use wenfang_drafting::masking::{Bearer, Mask, NameKind};
use wenfang_drafting::prompts::Language;
use wenfang_llm::route::Task;
use wenfang_story::{ProjectRecord, SceneRecord};
use wenfang_usecase::Result;

use crate::Session;

/// Returns the mask for a task; none if every provider of its route may see names. One that may not is enough,
/// because a fallback sends the same messages.
pub(super) async fn mask_for(
    session: &Session,
    task: Task,
    (novel, scene, language): (&ProjectRecord, &SceneRecord, Language),
) -> Result<Option<Mask>> {
    let settings = session.models.settings();
    let targets = settings.routes.plan(task).unwrap_or_default();
    let masks = |provider| settings.provider(provider).is_some_and(|provider| provider.mask_names);
    if !targets.iter().any(|target| masks(&target.provider)) {
        return Ok(None);
    }
    let known = names(&session.project).await?;
    let canon_bearers = known.bearers.iter().filter_map(|bearer| {
        let kind = match bearer.kind {
            "character" => NameKind::Person,
            "location" => NameKind::Place,
            "organization" => NameKind::Group,
            _ => return None,
        };
        Some(Bearer { kind, names: bearer.names.clone() })
    });
    let alone = |kind, name: &String| Bearer { kind, names: vec![name.clone()] };
    let people = scene.plan.characters.iter().chain([&scene.plan.pov, &novel.author]);
    let bearers: Vec<Bearer> = canon_bearers
        .chain(people.map(|name| alone(NameKind::Person, name)))
        .chain([alone(NameKind::Place, &scene.plan.location)])
        .collect();
    Ok(Some(Mask::new(&bearers, language)))
}
