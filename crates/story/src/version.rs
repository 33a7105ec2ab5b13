//! The origin of a version and the reason for saving it.

use serde::{Deserialize, Serialize};

/// A stored name that this build does not know.
#[derive(Debug, thiserror::Error)]
#[error("unknown {what} «{name}»")]
pub struct UnknownName {
    /// The kind of name.
    pub what: &'static str,
    pub name: String,
}

macro_rules! named {
    ($(#[$doc:meta])* $type:ident $what:literal { $($(#[$vdoc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
        pub enum $type { $($(#[$vdoc])* #[serde(rename = $name)] $variant,)* }

        impl $type {
            /// All values, in display order.
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
    /// The origin of the text of a version.
    Author "author" {
        /// Typed or pasted by the author.
        User = "user",
        /// Written by a model and accepted by the author.
        Ai = "ai",
        /// Imported.
        Import = "import",
        /// Restored from an earlier state.
        Restore = "restore",
    }
}

named! {
    /// Whether a version was requested.
    SaveKind "save kind" {
        /// Requested by the author; never removed.
        Explicit = "explicit",
        /// Saved by rule (on leaving a scene, during steady typing, before a change). History compaction may remove
        /// it.
        Automatic = "automatic",
    }
}
