//! TypeScript declarations of every command and event, for the window: one generated, committed file.
//!
//! `cargo xtask types` writes it; a house test fails if it is out of date.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::command::{Command, Tag};

/// The collected types and commands.
pub struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
    /// The declarations without comments.
    plain: BTreeMap<String, String>,
    commands: Vec<(Command, String, String)>,
}

impl Types {
    /// Adds the request and the answer of a command.
    pub fn command<C, Q, A>(
        &mut self,
        list: &[Command],
        name: &str,
        _: impl AsyncFn(&C, Q) -> crate::Result<A>,
    ) where
        Q: TS + 'static,
        A: TS + 'static,
    {
        self.add::<Q, A>(list, name);
    }

    /// Adds the request and the answer of a command whose use case takes a watch.
    pub fn watched_command<C, Q, W, A>(
        &mut self,
        list: &[Command],
        name: &str,
        _: impl AsyncFn(&C, Q, &W) -> crate::Result<A>,
    ) where
        Q: TS + 'static,
        A: TS + 'static,
    {
        self.add::<Q, A>(list, name);
    }

    fn add<Q: TS + 'static, A: TS + 'static>(&mut self, list: &[Command], name: &str) {
        self.visit::<Q>();
        self.visit::<A>();
        if let Some(command) = list.iter().find(|command| command.name == name) {
            self.commands.push((*command, Q::name(&self.config), A::name(&self.config)));
        }
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_generics(self);
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        let plain = bare(&T::decl(&self.config));
        if let Some(known) = self.plain.get(&name) {
            // The page would take two types of one name for one type. Identical declarations may share the name.
            debug_assert_eq!(*known, plain, "{name} is declared twice");
            return;
        }
        self.plain.insert(name.clone(), plain);
        let docs = T::docs().unwrap_or_default();
        let declaration = tidy(&format!("{docs}export {}", T::decl(&self.config)));
        self.declared.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

/// Strips the comments from a declaration.
fn bare(declaration: &str) -> String {
    let mut pieces = declaration.split("/**");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |bare, piece| {
        bare + piece.split_once("*/").map_or(piece, |(_, after)| after.trim_start())
    })
}

/// Puts one-line comments on one line and indents fields.
fn tidy(declaration: &str) -> String {
    let lines: Vec<&str> = declaration.lines().map(str::trim_end).collect();
    let (mut out, mut at, mut inside) = (String::new(), 0, false);
    while let Some(line) = lines.get(at) {
        let indent = if inside { "  " } else { "" };
        inside |= line.starts_with("export ");
        match (lines.get(at + 1), lines.get(at + 2)) {
            (Some(text), Some(&" */")) if *line == "/**" => {
                out.push_str(&format!("{indent}/** {} */\n", text.trim_start_matches(" * ")));
                at += 3;
            }
            _ => {
                out.push_str(&format!("{indent}{line}\n"));
                at += 1;
            }
        }
    }
    out
}

/// Generates the whole file: the types and commands that `register` adds, and the errors and tags that all share.
pub fn typescript(register: impl FnOnce(&mut Types)) -> String {
    let config = Config::default().with_large_int("number");
    let mut types = Types { config, declared: BTreeMap::new(), plain: BTreeMap::new(), commands: Vec::new() };
    types.visit::<crate::Error>();
    types.visit::<Tag>();
    register(&mut types);

    let mut out = String::from(
        "// Generated from the command list of `studio` by `cargo xtask types`. Do not edit.\n\n",
    );
    for declaration in types.declared.values() {
        out.push_str(declaration);
        out.push('\n');
    }
    out.push_str("/** Every command: its request and its answer. */\nexport interface Commands {\n");
    for (command, request, answer) in &types.commands {
        out.push_str(&format!("  \"{}\": {{ request: {request}; answer: {answer} }};\n", command.name));
    }
    out.push_str("}\n\n/** The data that the answer of a command depends on. */\n");
    out.push_str(&tags_by_command("READS", &types, |command| command.reads));
    out.push_str("\n/** The data that a command changes. */\n");
    out.push_str(&tags_by_command("CHANGES", &types, |command| command.changes));
    out
}

fn tags_by_command(name: &str, types: &Types, tags: fn(&Command) -> &'static [Tag]) -> String {
    let mut out =
        format!("export const {name}: {{ readonly [name in keyof Commands]: readonly Tag[] }} = {{\n");
    for (command, _, _) in &types.commands {
        let tags = serde_json::to_string(tags(command)).unwrap_or_default();
        out.push_str(&format!("  \"{}\": {tags},\n", command.name));
    }
    out.push_str("};\n");
    out
}
