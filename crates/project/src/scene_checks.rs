//! `scene_checks`: the text and the rules of the last check of each scene.

use sqlx::SqliteConnection;
use wenfang_storage::Outcome;
use wenfang_story::check::Rule;
use wenfang_story::{SceneId, Timestamp, VersionNo};
use wenfang_text::ContentHash;

use crate::error::Result;

/// The last check of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneCheck {
    pub scene: SceneId,
    /// The version that was checked; for a draft, its base.
    pub version: VersionNo,
    pub hash: ContentHash,
    /// The rules that were checked.
    pub rules: Vec<Rule>,
    pub at: Timestamp,
}

/// Stores a check. If the text is unchanged, rules checked before are kept.
pub async fn put(conn: &mut SqliteConnection, check: &SceneCheck) -> Result<()> {
    let before = get(conn, check.scene).await?.filter(|before| before.hash == check.hash);
    let mut rules = before.map(|before| before.rules).unwrap_or_default();
    rules.extend(&check.rules);
    rules.sort();
    rules.dedup();
    sqlx::query(
        "insert into scene_checks (scene_id, version, hash, rules, checked_at) values (?1, ?2, ?3, ?4, ?5)
         on conflict (scene_id) do update set version = ?2, hash = ?3, rules = ?4, checked_at = ?5",
    )
    .bind(check.scene.get())
    .bind(check.version.get())
    .bind(check.hash.as_bytes().as_slice())
    .bind(serde_json::to_string(&rules).unwrap_or_default())
    .bind(check.at.get())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

type Row = (i64, i64, Vec<u8>, String, i64);

/// Derived data: an invalid row counts as missing.
fn read((scene, version, hash, rules, at): Row) -> Option<SceneCheck> {
    Some(SceneCheck {
        scene: scene.into(),
        version: version.into(),
        hash: ContentHash::from_bytes(&hash)?,
        rules: serde_json::from_str(&rules).ok()?,
        at: at.into(),
    })
}

/// The last check of a scene.
pub async fn get(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<SceneCheck>> {
    let row: Option<Row> = sqlx::query_as(
        "select scene_id, version, hash, rules, checked_at from scene_checks where scene_id = ?",
    )
    .bind(scene.get())
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(read))
}

/// The last check of every scene that has one.
pub async fn list(conn: &mut SqliteConnection) -> Result<Vec<SceneCheck>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select scene_id, version, hash, rules, checked_at from scene_checks order by scene_id",
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(read).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::tests::{at, with_scene};

    #[tokio::test]
    async fn checked_rules_accumulate_until_the_text_changes() {
        let mut conn = with_scene().await;
        let check = |text: &str, rules: &[Rule], millis: i64| SceneCheck {
            scene: 7.into(),
            version: 1.into(),
            hash: ContentHash::of(text.as_bytes()),
            rules: rules.to_vec(),
            at: at(millis),
        };
        put(&mut conn, &check("一", &[Rule::Length], 1)).await.unwrap();
        put(&mut conn, &check("一", &[Rule::Openings, Rule::Length], 2)).await.unwrap();
        let both = get(&mut conn, 7.into()).await.unwrap().unwrap();
        assert_eq!((both.rules.as_slice(), both.at), (&[Rule::Openings, Rule::Length][..], at(2)));
        put(&mut conn, &check("二", &[Rule::Tense], 3)).await.unwrap();
        assert_eq!(list(&mut conn).await.unwrap(), [check("二", &[Rule::Tense], 3)]);
    }
}
