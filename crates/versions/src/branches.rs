//! Branches: alternative lines of one scene, which the author can adopt or merge.

use std::collections::{BTreeSet, HashMap};

use serde::Deserialize;
use sqlx::SqliteConnection;
use wenfang_project::scene_versions::{self, SceneVersion};
use wenfang_project::{blobs, branches, drafts};
use wenfang_story::{Author, BranchNo, SaveKind, SceneId, Timestamp, VersionNo};
use wenfang_text::{CanonicalText, CharRange, Conflict, Merged, TextIndex, merge};

use crate::error::{Error, Result};
use crate::line::return_to_main_line;
use crate::save::{commit_draft, totals};
use crate::spans::{copy_spans, inherit};

/// Starts a branch at any version; its first version has the text of that version.
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

/// Makes a branch the main line of its scene. The old main line remains as a branch. The new main line becomes
/// the open line, unless the scene has a draft with unsaved changes.
pub async fn adopt(conn: &mut SqliteConnection, scene: SceneId, branch: BranchNo) -> Result<VersionNo> {
    let head = scene_versions::branch_head(conn, scene, branch).await?;
    let head = head.ok_or(Error::NoBranch { scene, branch })?.version;
    branches::set_main_line(conn, scene, branch, head).await?;
    return_to_main_line(conn, scene).await?;
    Ok(head)
}

/// Renames a branch.
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

/// The side whose text wins a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The main line.
    Main,
    /// The branch.
    Branch,
}

/// The resolution of one conflict.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum PlaceChoice {
    /// The main line's text.
    Main,
    /// The branch's text.
    Branch,
    /// Both texts, the main line's first.
    Both,
    /// Text the author wrote instead.
    Text(String),
}

/// How merge conflicts are resolved.
#[derive(Clone, Copy, Debug)]
pub enum Decided<'a> {
    /// Not resolved: report the conflicts.
    NotYet,
    /// All in favour of one side.
    All(Side),
    /// One by one, in text order.
    Each {
        /// The newest versions of the main line and of the branch that the author saw, where known. If newer
        /// versions exist, the conflicts are reported again.
        seen: (Option<VersionNo>, Option<VersionNo>),
        /// One choice per conflict.
        choices: &'a [PlaceChoice],
    },
}

/// The outcome of a merge.
#[derive(Clone, Debug)]
pub enum MergeOutcome {
    /// The main line has a new version with the changes of both lines.
    Merged {
        version: VersionNo,
        /// The resolved conflicts.
        conflicts: Vec<Conflict>,
    },
    /// The merge has conflicts that are unresolved or differ from those the author saw. Nothing was stored.
    Conflicts {
        /// The common ancestor of both lines.
        base: VersionNo,
        /// The newest version of the main line.
        main: VersionNo,
        /// The newest version of the branch.
        branch: VersionNo,
        /// The merged text, with the main line's words at each conflict.
        text: String,
        conflicts: Vec<Conflict>,
    },
}

/// Merges a branch into the main line: a three-way merge by paragraph, then by character.
///
/// `decided` resolves the conflicts.
pub async fn merge_branch(
    conn: &mut SqliteConnection,
    now: Timestamp,
    (scene, branch): (SceneId, BranchNo),
    decided: Decided<'_>,
) -> Result<MergeOutcome> {
    commit_draft(conn, now, scene).await?;
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
        merged.text = resolve(&merged, &theirs_text, choices);
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
        // The branch is merged, so the author continues on the main line.
        return_to_main_line(conn, scene).await?;
    }
    Ok(MergeOutcome::Merged { version: version.version, conflicts: merged.conflicts })
}

/// Applies the choices to a merged text that has the main line's words at each conflict.
fn resolve(merged: &Merged, theirs: &str, choices: &[PlaceChoice]) -> String {
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
                let starts_line = text.is_empty() || text.ends_with('\n');
                let is_whole = starts_line && (rest.is_empty() || rest.starts_with('\n'));
                text.push_str(our_words);
                // Join whole paragraphs with a line break; within a paragraph, put the two texts side by side.
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

/// Whether the script separates words with spaces, so that appended text needs one.
fn needs_space(before: &str, behind: &str) -> bool {
    /// The first block of scripts that are written without spaces.
    const UNSPACED: char = '\u{2e80}';
    let (Some(last), Some(first)) = (before.chars().next_back(), behind.chars().next()) else { return false };
    last < UNSPACED && first < UNSPACED && !last.is_whitespace() && first.is_alphanumeric()
}

/// Returns the newest common ancestor. Version numbers grow along every line, so it is the common one with the
/// largest number.
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
        resolve(&merged, theirs, choices)
    }

    #[test]
    fn each_conflict_is_resolved_separately() {
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
    fn words_are_separated_as_the_script_needs() {
        assert!(needs_space("the fog", "the rain"));
        assert!(needs_space("It rained.", "It snowed."));
        assert!(!needs_space("the fog ", "the rain"));
        assert!(!needs_space("the fog", ", the rain"));
        assert!(!needs_space("大雾", "大雨"));
        assert!(!needs_space("", "the rain"));
    }

    #[test]
    fn choosing_one_side_everywhere_equals_merging_for_it() {
        let (base, ours, theirs) = ("雾来了。\n人。", "大雾来了。\n人。", "雾散了。\n众人。");
        let conflicts = merge(base, ours, theirs).conflicts.len();
        let each = |choice: PlaceChoice| merged(base, ours, theirs, &vec![choice; conflicts]);
        assert_eq!(each(PlaceChoice::Main), merge(base, ours, theirs).text);
        assert_eq!(each(PlaceChoice::Branch), merge(base, theirs, ours).text);
    }
}
