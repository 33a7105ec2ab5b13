//! Branches: other lines of one scene, adopted or merged when the author wants.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;
use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{blobs, branches, drafts};
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharRange, Conflict, Merged, TextIndex, merge};

use crate::error::{Error, Result};
use crate::line::leave_line;
use crate::save::{settle, totals};
use crate::spans::{copy_spans, inherit};

/// Starts a branch at any version; its first version has that version's text.
pub async fn branch_from(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, from): (SceneId, VersionNo),
    name: &str,
) -> Result<(BranchNo, VersionNo)> {
    let base = scene_versions::require(conn, scene, from).await?;
    let branch = branches::insert(conn, scene, (name, Some(from)), now).await?;
    let version = SceneVersion {
        version: scene_versions::next_number(conn, scene).await?,
        branch,
        parent: Some(from),
        merged: None,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
        ..base
    };
    scene_versions::insert(conn, &version).await?;
    copy_spans(conn, (scene, from), version.version).await?;
    Ok((branch, version.version))
}

/// Makes a branch the main line of its scene. The line it was stays as a branch. The new main line is open then, unless
/// the scene has a draft with words of its own.
pub async fn adopt(conn: &mut SqliteConnection, scene: SceneId, branch: BranchNo) -> Result<VersionNo> {
    let head = scene_versions::branch_head(conn, scene, branch).await?;
    let head = head.ok_or(Error::NoBranch { scene, branch })?.version;
    branches::set_main_line(conn, scene, branch, head).await?;
    leave_line(conn, scene).await?;
    Ok(head)
}

/// Gives a branch another name.
///
/// # Errors
/// [`Error::NoBranch`].
pub async fn rename_branch(
    conn: &mut SqliteConnection,
    (scene, branch): (SceneId, BranchNo),
    name: &str,
) -> Result<()> {
    let known = branches::list_by_scene(conn, scene).await?;
    let found = known.into_iter().find(|known| known.branch == branch);
    let found = found.ok_or(Error::NoBranch { scene, branch })?;
    Ok(branches::update_name(conn, scene, &branches::Branch { name: name.to_owned(), ..found }).await?)
}

/// Whose words stand where both lines changed the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The main line's.
    Main,
    /// The branch's.
    Branch,
}

/// Whose words stand at one place that both lines changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PlaceChoice {
    /// The main line's.
    Main,
    /// The branch's.
    Branch,
    /// Both, the main line's first.
    Both,
    /// Words of the author's own.
    Text(String),
}

/// How the places are decided that both lines changed.
#[derive(Clone, Copy, Debug)]
pub enum Decided<'a> {
    /// Not yet: they are shown.
    NotYet,
    /// All for one side.
    All(Side),
    /// One by one, in order.
    Each {
        /// The newest versions of the main line and of the branch that the author saw, where that is known; other ones
        /// are shown first.
        seen: (Option<VersionNo>, Option<VersionNo>),
        /// A choice for each place.
        choices: &'a [PlaceChoice],
    },
}

/// What a merge came to.
#[derive(Clone, Debug)]
pub enum MergeOutcome {
    /// The main line has a new version with the changes of both.
    Merged {
        /// The new version.
        version: VersionNo,
        /// Places both lines changed, as they were decided.
        conflicts: Vec<Conflict>,
    },
    /// Both lines changed the same places, and they are not decided, or other ones were; nothing was stored.
    Conflicts {
        /// The version both lines come from.
        base: VersionNo,
        /// The newest version of the main line.
        main: VersionNo,
        /// The newest version of the branch.
        branch: VersionNo,
        /// The merged text; where there is a conflict it has the main line's words.
        text: String,
        /// The places.
        conflicts: Vec<Conflict>,
    },
}

/// Merges a branch into the main line: three-way, by paragraph, then by character.
///
/// Where both lines changed the same place the words stand for which it is `decided`.
pub async fn merge_branch(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, branch): (SceneId, BranchNo),
    decided: Decided<'_>,
) -> Result<MergeOutcome> {
    settle(conn, now, scene).await?;
    let (main, head) = branches::main_line(conn, scene).await?;
    if main == branch {
        return Err(Error::IsMainLine { scene, branch });
    }
    let theirs = scene_versions::branch_head(conn, scene, branch).await?;
    let theirs = theirs.ok_or(Error::NoBranch { scene, branch })?;
    let ours = scene_versions::require(conn, scene, head).await?;
    let versions = scene_versions::list_by_scene(conn, scene).await?;
    let base = common_ancestor(&versions, ours.version, theirs.version);
    let base = scene_versions::require(conn, scene, base).await?;
    let base_text = blobs::read_text(conn, base.blob).await?;
    let ours_text = blobs::read_text(conn, ours.blob).await?;
    let theirs_text = blobs::read_text(conn, theirs.blob).await?;
    let mut merged = match decided {
        Decided::All(Side::Branch) => merge(&base_text, &theirs_text, &ours_text),
        _ => merge(&base_text, &ours_text, &theirs_text),
    };
    let is_decided = match decided {
        Decided::NotYet => merged.conflicts.is_empty(),
        Decided::All(_) => true,
        Decided::Each { seen, choices } => {
            let is_seen = |seen: Option<VersionNo>, now: VersionNo| seen.is_none_or(|seen| seen == now);
            is_seen(seen.0, ours.version)
                && is_seen(seen.1, theirs.version)
                && choices.len() == merged.conflicts.len()
        }
    };
    if !is_decided {
        return Ok(MergeOutcome::Conflicts {
            base: base.version,
            main: ours.version,
            branch: theirs.version,
            text: merged.text,
            conflicts: merged.conflicts,
        });
    }
    if let Decided::Each { choices, .. } = decided {
        merged.text = chosen(&merged, &theirs_text, choices);
    }
    let text = CanonicalText::new(merged.text);
    let version = SceneVersion {
        version: scene_versions::next_number(conn, scene).await?,
        parent: Some(ours.version),
        merged: Some(theirs.version),
        blob: blobs::insert(conn, text.as_bytes(), Some(ours.blob)).await?,
        hash: text.hash(),
        totals: totals(&text),
        created_by: Author::User,
        kind: SaveKind::Explicit,
        label: None,
        created_at: now,
        ..ours
    };
    scene_versions::insert(conn, &version).await?;
    inherit(conn, &version, &text).await?;
    if drafts::branch(conn, scene).await? == Some(branch) {
        // The author goes on where the words of both are.
        leave_line(conn, scene).await?;
    }
    Ok(MergeOutcome::Merged { version: version.version, conflicts: merged.conflicts })
}

/// The merged text with the words that were chosen at each place; as it is merged it has the main line's.
fn chosen(merged: &Merged, theirs: &str, choices: &[PlaceChoice]) -> String {
    let (merged_text, theirs) = (TextIndex::new(&merged.text), TextIndex::new(theirs));
    let mut text = String::with_capacity(merged.text.len());
    let mut copied = 0;
    for (place, choice) in merged.conflicts.iter().zip(choices) {
        text.push_str(merged_text.slice(CharRange::new(copied, place.merged.start().get())));
        copied = place.merged.end().get();
        let (our_words, their_words) = (merged_text.slice(place.merged), theirs.slice(place.theirs));
        match choice {
            PlaceChoice::Main => text.push_str(our_words),
            PlaceChoice::Branch => text.push_str(their_words),
            PlaceChoice::Text(words) => text.push_str(words),
            PlaceChoice::Both => {
                let rest = merged_text.slice(CharRange::new(copied, merged_text.len()));
                let begins = text.is_empty() || text.ends_with('\n');
                let is_whole = begins && (rest.is_empty() || rest.starts_with('\n'));
                text.push_str(our_words);
                // Paragraphs stay paragraphs; words inside of one stand one after the other.
                if is_whole && !our_words.is_empty() && !their_words.is_empty() {
                    text.push('\n');
                } else if needs_space(our_words, their_words) {
                    text.push(' ');
                }
                text.push_str(their_words);
            }
        }
    }
    text.push_str(merged_text.slice(CharRange::new(copied, merged_text.len())));
    text
}

/// Whether words that are put behind others are parted from them by a space, as Latin and other alphabets do.
fn needs_space(before: &str, behind: &str) -> bool {
    /// Where the blocks of scripts begin that are written without spaces.
    const UNSPACED: char = '\u{2e80}';
    let (Some(last), Some(first)) = (before.chars().next_back(), behind.chars().next()) else { return false };
    last < UNSPACED && first < UNSPACED && !last.is_whitespace() && first.is_alphanumeric()
}

/// The newest version that both come from. Version numbers grow along every line, so the newest common one is the
/// largest.
fn common_ancestor(versions: &[SceneVersion], a: VersionNo, b: VersionNo) -> VersionNo {
    let parents: HashMap<VersionNo, [Option<VersionNo>; 2]> =
        versions.iter().map(|version| (version.version, [version.parent, version.merged])).collect();
    let ancestors = |from: VersionNo| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(version) = open.pop() {
            if seen.insert(version) {
                open.extend(parents.get(&version).into_iter().flatten().flatten());
            }
        }
        seen
    };
    ancestors(a).intersection(&ancestors(b)).max().copied().unwrap_or(VersionNo::FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str, choices: &[PlaceChoice]) -> String {
        let merged = merge(base, ours, theirs);
        assert_eq!(merged.conflicts.len(), choices.len());
        chosen(&merged, theirs, choices)
    }

    #[test]
    fn each_place_is_decided_by_itself() {
        use PlaceChoice::{Both, Branch, Main, Text};
        let base = "一。\n中。\n二。\n中。\n三。\n中。\n四。";
        let ours = "一甲。\n中。\n二甲。\n中。\n三甲。\n中。\n四甲。";
        let theirs = "一乙。\n中。\n二乙。\n中。\n三乙。\n中。\n四乙。";
        let own = Text("四丙。".to_owned());
        let found = merged(base, ours, theirs, &[Main, Branch, Both, own]);
        let lines: Vec<&str> = found.lines().collect();
        assert_eq!(lines[..3], ["一甲。", "中。", "二乙。"]);
        assert!(found.contains("甲") && found.contains("三") && found.contains("四丙。"), "{found}");
    }

    #[test]
    fn both_paragraphs_stay_paragraphs() {
        let found =
            merged("雾。\n夜。", "雾。\n他走了。\n夜。", "雾。\n她来了。\n夜。", &[PlaceChoice::Both]);
        assert_eq!(found, "雾。\n他走了。\n她来了。\n夜。");
    }

    #[test]
    fn both_words_stand_apart_where_a_script_parts_words() {
        assert!(needs_space("the fog", "the rain"));
        assert!(needs_space("It rained.", "It snowed."));
        assert!(!needs_space("the fog ", "the rain"));
        assert!(!needs_space("the fog", ", the rain"));
        assert!(!needs_space("大雾", "大雨"));
        assert!(!needs_space("", "the rain"));
    }

    #[test]
    fn deciding_all_for_one_side_is_its_merge() {
        let (base, ours, theirs) = ("雾来了。\n人。", "大雾来了。\n人。", "雾散了。\n众人。");
        let conflicts = merge(base, ours, theirs).conflicts.len();
        let each = |choice: PlaceChoice| merged(base, ours, theirs, &vec![choice; conflicts]);
        assert_eq!(each(PlaceChoice::Main), merge(base, ours, theirs).text);
        assert_eq!(each(PlaceChoice::Branch), merge(base, theirs, ours).text);
    }
}
