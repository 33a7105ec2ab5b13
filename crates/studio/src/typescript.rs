//! TypeScript declarations of every command and event, for the window.

use crate::{commands, desk};

/// Generates the committed file `ui/src/ipc/types.ts`.
pub fn typescript() -> String {
    wenfang_usecase::typescript(|types| {
        use ts_rs::TypeVisitor as _;
        types.visit::<desk::StreamItem>();
        types.visit::<desk::Event>();
        commands::describe(types);
    })
}
