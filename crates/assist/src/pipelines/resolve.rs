//! Which profile a generation gets: the nearest that is set and exists.

use serde::{Deserialize, Serialize};
use wenfang_story::generation::Act;

use super::profile::Profile;

/// The profile without steps.
pub const PLAIN: &str = "plain";

/// Where a profile was set, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "ProfileLevel")]
pub enum Level {
    /// Asked for this time.
    Asked,
    Scene,
    Chapter,
    Volume,
    Novel,
    Machine,
    /// Nowhere.
    Default,
}

impl Level {
    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Scene => "scene",
            Self::Chapter => "chapter",
            Self::Volume => "volume",
            Self::Novel => "novel",
            Self::Machine => "machine",
            Self::Default => "default",
        }
    }
}

/// A profile that is set somewhere, for one act or for every act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub level: Level,
    /// `None` for every act.
    pub act: Option<Act>,
    pub profile: String,
}

/// A choice that could not be followed: its profile is gone, or is not for the act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "PassedProfile")]
pub struct Passed {
    pub level: Level,
    pub profile: String,
}

/// The profile of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved<'p> {
    pub profile: &'p Profile,
    pub level: Level,
    /// The nearer choices whose profile no longer exists.
    pub gone: Vec<Passed>,
}

/// Finds the profile for an act. Of two choices at one level, the one for this act counts. `None` if not even the
/// profile without steps is known.
pub fn resolve<'p>(act: Act, choices: &[Choice], known: &'p [Profile]) -> Option<Resolved<'p>> {
    let mut own: Vec<&Choice> =
        choices.iter().filter(|choice| choice.act.is_none_or(|other| other == act)).collect();
    own.sort_by_key(|choice| (choice.level, choice.act.is_none()));
    let find = |id: &str| known.iter().find(|profile| profile.profile_id == id);
    let mut gone = Vec::new();
    for choice in own {
        match find(&choice.profile) {
            Some(profile) if profile.is_for(act) => {
                return Some(Resolved { profile, level: choice.level, gone });
            }
            Some(_) => {}
            None => gone.push(Passed { level: choice.level, profile: choice.profile.clone() }),
        }
    }
    Some(Resolved { profile: find(PLAIN)?, level: Level::Default, gone })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(id: &str, acts: &str) -> Profile {
        let text = format!(r#"{{"profile_id": "{id}", "title": {{"zh": "甲", "en": "A"}}, "for": {acts}}}"#);
        serde_json::from_str(&text).unwrap()
    }

    fn choice(level: Level, act: Option<Act>, profile: &str) -> Choice {
        Choice { level, act, profile: profile.to_owned() }
    }

    #[test]
    fn the_nearest_choice_that_exists_counts() {
        let known = [profile("plain", "[]"), profile("careful", "[]"), profile("drafts", r#"["draft"]"#)];
        let found = |act, choices: &[Choice]| {
            let resolved = resolve(act, choices, &known).unwrap();
            (resolved.profile.profile_id.clone(), resolved.level, resolved.gone.len())
        };
        let all = [
            choice(Level::Machine, None, "careful"),
            choice(Level::Novel, None, "drafts"),
            choice(Level::Scene, None, "lost"),
            choice(Level::Novel, Some(Act::Continue), "careful"),
        ];
        assert_eq!(found(Act::Draft, &[]), ("plain".to_owned(), Level::Default, 0));
        assert_eq!(found(Act::Draft, &all), ("drafts".to_owned(), Level::Novel, 1));
        assert_eq!(found(Act::Continue, &all), ("careful".to_owned(), Level::Novel, 1));
        // A profile that is not for the act is passed over without a word.
        assert_eq!(found(Act::Polish, &all), ("careful".to_owned(), Level::Machine, 1));
    }
}
