//! The program `wenfang-pdf`: finds it, gives it a job, waits for its PDF.

use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use wenfang_usecase::{Code, Error, Result};

use super::PdfNotes;

/// The ceiling of the program's memory, in MiB.
const MEMORY: u32 = 1200;

/// How often a stop is looked for while the program works.
const LOOK: Duration = Duration::from_millis(20);

/// The program that lays out PDF files.
pub(super) struct Program(PathBuf);

/// The last line of the program's standard error when it succeeds.
#[derive(Deserialize)]
struct Report {
    pages: usize,
    missing: Vec<String>,
    readings_beside: usize,
    is_unstable: bool,
}

/// The last line of the program's standard error when it fails.
#[derive(Deserialize)]
struct Failure {
    code: String,
    message: String,
}

impl Program {
    /// Finds the program beside this one.
    pub(super) fn find() -> Result<Self> {
        #[cfg(debug_assertions)]
        if let Some(path) = std::env::var_os("WENFANG_PDF_PROGRAM") {
            return Ok(Self(path.into()));
        }
        let name = format!("wenfang-pdf{}", std::env::consts::EXE_SUFFIX);
        let beside = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.join(name)));
        beside.filter(|path| path.is_file()).map(Self).ok_or_else(absent)
    }

    /// Lays out one job. `report` is called while the program works; its error ends the program.
    pub(super) fn print(&self, job: Vec<u8>, report: impl Fn() -> Result<()>) -> Result<(Vec<u8>, PdfNotes)> {
        report()?;
        let mut command = Command::new(&self.0);
        command.arg("--memory").arg(MEMORY.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        without_console(&mut command);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => absent(),
            _ => Error::io(&self.0, &error),
        })?;
        let stdin = child.stdin.take();
        let writer = thread::spawn(move || {
            // A program that ended early says why on standard error.
            let _ = stdin.map(|mut stdin| stdin.write_all(&job));
        });
        let stdout = reader(child.stdout.take());
        let stderr = reader(child.stderr.take());
        let ended = wait(&mut child, report);
        if ended.is_err() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = writer.join();
        let pdf = stdout.join().unwrap_or_default();
        let said = String::from_utf8_lossy(&stderr.join().unwrap_or_default()).into_owned();
        result(ended?, pdf, &said)
    }
}

/// Reads a stream to its end on a thread: a full pipe would stop the program.
fn reader(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before a failure is judged with the exit status.
        let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
        bytes
    })
}

fn wait(child: &mut Child, report: impl Fn() -> Result<()>) -> Result<ExitStatus> {
    loop {
        report()?;
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) => thread::sleep(LOOK),
            Err(error) => return Err(failed(&error.to_string())),
        }
    }
}

/// On Windows, a console program would open a console of its own.
fn without_console(command: &mut Command) {
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    #[cfg(not(windows))]
    let _ = command;
}

/// Judges how the program ended.
fn result(status: ExitStatus, pdf: Vec<u8>, said: &str) -> Result<(Vec<u8>, PdfNotes)> {
    let last = said.lines().last().unwrap_or_default();
    if status.success() && pdf.starts_with(b"%PDF-") {
        let Report { pages, missing, readings_beside, is_unstable } =
            serde_json::from_str(last).map_err(|error| failed(&error.to_string()))?;
        return Ok((pdf, PdfNotes { pages, missing, readings_beside, is_unstable }));
    }
    match serde_json::from_str::<Failure>(last) {
        Ok(failure) if failure.code == "no_font" => Err(Error::new(
            Code::NoFont,
            failure.message,
            "Nothing was written. Install a font for the language of the novel, for example Noto Serif CJK \
             (`apt install fonts-noto-cjk`, or from the website of Noto), and export again.",
        )),
        Ok(failure) => Err(failed(&failure.message)),
        // The system ends a program that allocates above its ceiling.
        Err(_) if said.contains("memory allocation") => Err(Error::new(
            Code::PdfTooLarge,
            format!("laying out one file needs more than {MEMORY} MB of memory"),
            "Nothing was written. Split the longest chapter or volume and export again, or export a Word document or \
             a web page and print it.",
        )),
        Err(_) => Err(failed(&format!(
            "the program ended with {status}: {}",
            said.chars().take(300).collect::<String>()
        ))),
    }
}

fn absent() -> Error {
    Error::new(
        Code::NoPdfProgram,
        "the program that writes PDF files (wenfang-pdf) is not installed beside Wenfang",
        "Nothing was written. Print from the window, or export a Word document or a web page and print it to PDF; the \
         installed package has the program.",
    )
}

fn failed(message: &str) -> Error {
    Error::new(
        Code::Internal,
        format!("the PDF could not be laid out: {message}"),
        "Nothing was written. Export a Word document or a web page and print it to PDF, and please report this.",
    )
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    fn code(raw: i32, pdf: &[u8], said: &str) -> Code {
        result(ExitStatus::from_raw(raw), pdf.to_vec(), said).map(|_| ()).unwrap_err().code
    }

    #[test]
    fn failures_of_the_program_have_codes() {
        let no_font = r#"{"code":"no_font","message":"no font"}"#;
        assert_eq!(code(256, b"", no_font), Code::NoFont);
        assert_eq!(code(256, b"", r#"{"code":"bad_job","message":"?"}"#), Code::Internal);
        assert_eq!(code(6, b"", "memory allocation of 1048576 bytes failed\n"), Code::PdfTooLarge);
        assert_eq!(code(9, b"%PDF-", ""), Code::Internal);
        assert_eq!(code(0, b"", "{}"), Code::Internal, "an empty PDF is none");
        assert_eq!(code(0, b"%PDF-1.7", "{}"), Code::Internal, "a PDF without a report");
    }

    #[test]
    fn a_report_comes_with_the_pdf() {
        let said = "a warning of a library\n{\"pages\":3,\"missing\":[\"𪚥\"],\"readings_beside\":1,\"is_unstable\":false}\n";
        let (pdf, notes) = result(ExitStatus::from_raw(0), b"%PDF-1.7".to_vec(), said).unwrap();
        assert_eq!(pdf, b"%PDF-1.7");
        let wanted =
            PdfNotes { pages: 3, missing: vec!["𪚥".into()], readings_beside: 1, is_unstable: false };
        assert_eq!(notes, wanted);
    }

    #[test]
    fn a_stop_ends_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("endless");
        std::fs::write(&path, "#!/bin/sh\nexec sleep 1000\n").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o700)).unwrap();
        let program = Program(path);
        let stopped = Error::new(Code::Stopped, "", "");
        let calls = std::sync::atomic::AtomicUsize::new(0);
        let report = || match calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0..=2 => Ok(()),
            _ => Err(stopped.clone()),
        };
        assert_eq!(program.print(Vec::new(), report).unwrap_err().code, Code::Stopped);
    }

    #[test]
    fn an_absent_program_is_named() {
        let error = Program("/nowhere/wenfang-pdf".into()).print(Vec::new(), || Ok(())).unwrap_err();
        assert_eq!(error.code, Code::NoPdfProgram);
        assert!(error.hint.contains("print it to PDF"), "{}", error.hint);
    }
}
