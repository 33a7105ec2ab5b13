//! TypeScript declarations of every command and event, and the default settings, for the window.

use crate::{commands, desk};

/// Generates the committed file `ui/src/ipc/types.ts`.
pub fn typescript() -> String {
    let types = wenfang_usecase::typescript(|types| {
        use ts_rs::TypeVisitor as _;
        types.visit::<desk::StreamItem>();
        types.visit::<desk::Event>();
        commands::describe(types);
    });
    let settings = serde_json::json!(desk::Settings::default());
    format!(
        "{types}\n/** The settings of an author who changed none. */\nexport const DEFAULT_SETTINGS: Settings = {settings:#};\n"
    )
}
