//! Who made a version, and why.

use serde::{Deserialize, Serialize};

/// A stored name that this build does not know.
#[derive(Debug, thiserror::Error)]
#[error("unknown {what} «{name}»")]
pub struct UnknownName {
    /// What was being named.
    pub what: &'static str,
    /// The name that was found.
    pub name: String,
}

macro_rules! named {
    ($(#[$doc:meta])* $type:ident $what:literal { $($(#[$vdoc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
        #[serde(rename_all = "snake_case")]
        pub enum $type { $($(#[$vdoc])* $variant,)* }

        impl $type {
            /// All of them, in the order they are shown.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in SQL, JSON and on the command line.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<Self, $crate::UnknownName> {
                match name {
                    $($name => Ok(Self::$variant),)*
                    _ => Err($crate::UnknownName { what: $what, name: name.to_owned() }),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
pub(crate) use named;

named! {
    /// Where the words of a version came from.
    Author "author" {
        /// The author typed or pasted them.
        User = "user",
        /// A model wrote them and the author accepted.
        Ai = "ai",
        /// They were imported.
        Import = "import",
        /// They were brought back from an earlier state.
        Restore = "restore",
    }
}

named! {
    /// Whether somebody asked for a version.
    SaveKind "save kind" {
        /// The author asked for it. Kept for ever.
        Explicit = "explicit",
        /// The studio made it by rule (leaving a scene, steady typing, before a change). History compaction may
        /// thin these.
        Automatic = "automatic",
    }
}
