//! A file server in the format of model hubs: `/{owner}/{name}/resolve/{revision}/{file}`, whole files or from a byte
//! on.
//!
//! It listens on 127.0.0.1 only, and can stall in the middle of a file.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A request for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAsked {
    pub file: String,
    /// The first byte of the requested range; `None` for the whole file.
    pub from: Option<u64>,
}

/// A running file server; stalled answers are released when it is dropped.
#[derive(Debug)]
pub struct FileServer {
    address: String,
    state: Arc<(Mutex<State>, Condvar)>,
}

#[derive(Debug, Default)]
struct State {
    asked: Vec<FileAsked>,
    silences: HashMap<String, usize>,
    over: bool,
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FileServer {
    /// Serves the files of a folder.
    ///
    /// # Errors
    /// If no port is free.
    pub fn start(folder: &Path) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}", listener.local_addr()?);
        let state: Arc<(Mutex<State>, Condvar)> = Arc::default();
        let (shared, folder) = (Arc::clone(&state), folder.to_owned());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if locked(&shared.0).over {
                    return;
                }
                let (state, folder) = (Arc::clone(&shared), folder.clone());
                // A client that disconnects is not an error of the server.
                std::thread::spawn(move || drop(answer(stream, &folder, &state)));
            }
        });
        Ok(Self { address, state })
    }

    /// Its address, for use as a mirror.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The requests so far, in order.
    pub fn asked(&self) -> Vec<FileAsked> {
        locked(&self.state.0).asked.clone()
    }

    /// Stalls after this many bytes of the next answer with this file.
    pub fn stall_after(&self, file: &str, bytes: usize) {
        locked(&self.state.0).silences.insert(file.to_owned(), bytes);
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        locked(&self.state.0).over = true;
        self.state.1.notify_all();
        // Wakes the thread that waits for clients, so that it releases the port.
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

fn answer(mut stream: TcpStream, folder: &Path, state: &(Mutex<State>, Condvar)) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut from = None;
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        let lower = line.to_ascii_lowercase();
        from = from.or_else(|| lower.strip_prefix("range: bytes=")?.strip_suffix('-')?.parse::<u64>().ok());
    }
    let file = path.splitn(6, '/').nth(5).unwrap_or_default().to_owned();
    let silence = {
        let mut state = locked(&state.0);
        state.asked.push(FileAsked { file: file.clone(), from });
        state.silences.remove(&file)
    };
    let Ok(content) = std::fs::read(place(folder, &file)) else {
        return stream.write_all(b"HTTP/1.1 404 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    };
    let start = usize::try_from(from.unwrap_or(0)).unwrap_or(usize::MAX).min(content.len());
    let (rest, total) = (&content[start..], content.len());
    let status = match from {
        Some(_) => format!("206 X\r\nContent-Range: bytes {start}-{}/{total}", total.saturating_sub(1)),
        None => "200 X".to_owned(),
    };
    let length = rest.len();
    write!(stream, "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n")?;
    stream.write_all(&rest[..silence.unwrap_or(length).min(length)])?;
    stream.flush()?;
    if silence.is_some() {
        let guard = state.1.wait_while(locked(&state.0), |state| !state.over);
        drop(guard.unwrap_or_else(PoisonError::into_inner));
    }
    Ok(())
}

/// The path of a file; tests request only files in the folder.
fn place(folder: &Path, file: &str) -> PathBuf {
    folder.join(file.trim_start_matches('/'))
}
