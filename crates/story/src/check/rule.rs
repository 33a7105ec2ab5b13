//! The table of the rules.

use serde::{Deserialize, Serialize};

use super::ErrorKind;

/// Passes the table of the rules to a macro, which makes an item of each row.
///
/// A row is what the rule finds, its variant of [`Rule`](crate::check::Rule), its name, and the kind of error. A rule
/// of `in_text` is the module of its name in `wenfang-checks`. Findings are stored by the name, so a name never
/// changes. The order is that of lists.
#[macro_export]
macro_rules! each_rule {
    ($item:ident) => {
        $item! {
            in_text {
                /// Events are told or dated out of order.
                TimelineOrder = timeline_order, Timeline;
                /// A dead or absent person speaks or acts.
                AbsentActs = absent_acts, Character;
                /// One item has two owners at the same time.
                Possession = possession, Fact;
                /// A person is in two places at the same time.
                PlaceConflict = place_conflict, World;
                /// Ages and dates do not add up.
                AgeArithmetic = age_arithmetic, Timeline;
                /// A resolved thread is treated as unknown.
                ThreadUnknown = thread_unknown, Fact;
                /// A known name is misspelt, or a person has the wrong title.
                NameDrift = name_drift, Character;
                /// An attribute in the text contradicts the canon.
                Attribute = attribute, Fact;
                /// The point of view shifts.
                PovDrift = pov_drift, Style;
                /// The tense shifts (English).
                Tense = tense, Style;
                /// The same words are repeated within a short stretch.
                Repetition = repetition, Style;
                /// Consecutive sentences or paragraphs begin alike.
                Openings = openings, Style;
                /// A word is far more frequent than in the rest of the book.
                Overused = overused, Style;
                /// Marks are unpaired, doubled, or of the wrong width.
                Punctuation = punctuation, Style;
                /// Words that the author has forbidden.
                ForbiddenWords = forbidden_words, Style;
                /// The text is shorter or longer than the target allows.
                Length = length, Style;
                /// A line of speech has an unclear speaker or a worn-out tag.
                DialogueTags = dialogue_tags, Style;
                /// A character is replaced by another of similar sound or shape (Chinese).
                WrongCharacter = wrong_character, Style;
                /// 的, 地 and 得 are confused.
                DeParticles = de_particles, Style;
                /// A word is accidentally written twice (Chinese).
                Doubled = doubled, Style;
            }
            by_model {
                /// A model finds a contradiction to the setting.
                ModelSetting = model_setting, World;
                /// A model finds a shift of the point of view.
                ModelPov = model_pov, Style;
            }
        }
    };
}

macro_rules! define {
    (
        in_text { $($(#[$doc:meta])* $rule:ident = $name:ident, $kind:ident;)+ }
        by_model { $($(#[$model_doc:meta])* $model_rule:ident = $model_name:ident, $model_kind:ident;)+ }
    ) => {
        /// A rule for checking texts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ts_rs::TS)]
        #[serde(rename_all = "snake_case")]
        pub enum Rule {
            $($(#[$doc])* $rule,)+
            $($(#[$model_doc])* $model_rule,)+
        }

        impl Rule {
            /// All values, in display order.
            pub const ALL: [Self; [$(stringify!($name),)+ $(stringify!($model_name),)+].len()] =
                [$(Self::$rule,)+ $(Self::$model_rule,)+];

            /// The name in SQL, JSON and on the command line.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$rule => stringify!($name),)+
                    $(Self::$model_rule => stringify!($model_name),)+
                }
            }

            /// Whether the rule calls a model.
            pub const fn needs_model(self) -> bool {
                matches!(self, $(Self::$model_rule)|+)
            }

            /// The kind of error that the rule finds.
            pub const fn kind(self) -> ErrorKind {
                match self {
                    $(Self::$rule => ErrorKind::$kind,)+
                    $(Self::$model_rule => ErrorKind::$model_kind,)+
                }
            }
        }
    };
}

each_rule!(define);

impl Rule {
    /// Whether the rule concerns the whole text of a scene, so that the passage only shows where to look.
    pub const fn is_about_the_whole(self) -> bool {
        matches!(self, Self::Length | Self::Overused)
    }
}

impl std::str::FromStr for Rule {
    type Err = crate::UnknownName;

    fn from_str(name: &str) -> Result<Self, crate::UnknownName> {
        let named = Self::ALL.into_iter().find(|rule| rule.as_str() == name);
        named.ok_or_else(|| crate::UnknownName { what: "rule", name: name.to_owned() })
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_names_are_unique_and_round_trip() {
        let names: std::collections::HashSet<_> = Rule::ALL.iter().map(|rule| rule.as_str()).collect();
        assert_eq!(names.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert_eq!(rule.as_str().parse::<Rule>().unwrap(), rule);
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str(), "the variant and the name differ");
        }
    }
}
