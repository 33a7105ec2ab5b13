//! A folder in which tests run `wenfang` as its users do.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;
use wenfang_tests::kit;

/// A short novel: three chapters, two scenes in the second.
pub const NOVEL: &str = "\
第一章 渡口

江上有风，船还没有来。
老周坐在石阶上等。

第二章 灯

灯灭了。

* * *

灯又亮了。

第三章 归

天亮以前，雾散了。
";

/// A working folder.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    /// An empty folder.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A folder with `novel.wenfang`, made from [`NOVEL`]: volume 1, chapters 1 to 3, scenes 1 to 4.
    pub fn with_novel() -> Self {
        let desk = Self::new();
        desk.write("novel.txt", NOVEL);
        desk.ok("new novel.wenfang --title 渡口");
        desk.ok("import novel.wenfang novel.txt");
        desk
    }

    /// The path of `name` in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Reads a file.
    pub fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    /// The names in a folder, sorted.
    pub fn list(&self, name: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(name)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// A command line to run; a word with spaces is in single quotes.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(kit::wenfang());
        command
            .args(words(line))
            .current_dir(self.folder.path())
            // It has its own settings, keys in its own file, and no embedding models except those that a test
            // installs.
            .env("WENFANG_HOME", self.path("studio"))
            .env("WENFANG_MODEL_CATALOGUE", self.path("catalogue.json"))
            .env("WENFANG_PDF_PROGRAM", self.path("no-such-program"))
            .env("WENFANG_PASSPHRASE", "三更灯火五更鸡，正是男儿读书时");
        command
    }

    /// Runs a command line; a word with spaces is in single quotes.
    pub fn run(&self, line: &str, input: &str) -> Output {
        let mut child = self
            .command(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read its input closes it.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    /// Runs a command line that must succeed; returns the one JSON document it prints.
    pub fn ok(&self, line: &str) -> Value {
        self.ok_with(line, "")
    }

    /// The same with standard input.
    pub fn ok_with(&self, line: &str, input: &str) -> Value {
        let output = self.run(line, input);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        document(line, &output.stdout)
    }

    /// Runs a command line that must be refused (status 1); returns the error.
    pub fn refused(&self, line: &str) -> Value {
        self.refused_with(line, "")
    }

    /// The same with standard input.
    pub fn refused_with(&self, line: &str, input: &str) -> Value {
        let output = self.run(line, input);
        assert!(output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        failure(line, &output, 1)
    }

    /// Runs a command line that fails (status 1) but still prints an answer; returns the answer and the error.
    pub fn failed(&self, line: &str) -> (Value, Value) {
        let output = self.run(line, "");
        (document(line, &output.stdout), failure(line, &output, 1))
    }

    /// Runs an invalid command line (status 2); returns the error.
    pub fn misused(&self, line: &str) -> Value {
        let output = self.run(line, "");
        assert!(output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        failure(line, &output, 2)
    }

    /// Runs a command line with `--pretty`; returns the text.
    pub fn pretty(&self, line: &str) -> String {
        let output = self.run(&format!("--pretty {line}"), "");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The newest text of a scene.
    pub fn text(&self, scene: i64) -> String {
        let answer = self.ok(&format!("text novel.wenfang --scene {scene}"));
        answer["text"].as_str().unwrap().to_owned()
    }

    /// Saves a text in a scene; returns the number of the version.
    pub fn save(&self, scene: i64, text: &str) -> i64 {
        let answer = self.ok_with(&format!("save novel.wenfang --scene {scene} --allow-empty"), text);
        answer["version"].as_i64().unwrap()
    }

    /// The titles of the chapters in order, each with the ids of its scenes.
    pub fn chapters(&self) -> Vec<(String, Vec<i64>)> {
        let outline = self.ok("outline novel.wenfang");
        let chapters = items(&outline["volumes"]).iter().flat_map(|volume| items(&volume["chapters"]));
        chapters
            .map(|chapter| {
                let scenes = items(&chapter["scenes"]).iter().map(|scene| scene["id"].as_i64().unwrap());
                (chapter["title"].as_str().unwrap().to_owned(), scenes.collect())
            })
            .collect()
    }

    /// The titles of the chapters in order.
    pub fn titles(&self) -> Vec<String> {
        self.chapters().into_iter().map(|(title, _)| title).collect()
    }
}

/// The items of a list.
pub fn items(list: &Value) -> &[Value] {
    list.as_array().unwrap_or_else(|| panic!("no list: {list}"))
}

/// Parses one JSON document on one line, and fails on anything else.
fn document(line: &str, bytes: &[u8]) -> Value {
    let text = std::str::from_utf8(bytes).unwrap();
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{line}: not one line: {text}");
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{line}: {error}: {text}"))
}

/// The error of a failed command: a code, a message, a hint.
pub fn failure(line: &str, output: &Output, status: i32) -> Value {
    assert_eq!(output.status.code(), Some(status), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let error = document(line, &output.stderr);
    for field in ["code", "message", "hint"] {
        assert!(error[field].as_str().is_some_and(|words| !words.is_empty()), "{line}: no {field}: {error}");
    }
    error
}

/// Splits a command line into words.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, piece) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}
