//! Writes a response: the timing of its bytes, and the faults of the connection.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::compose::Response;
use crate::dialect::{Part, keep_alive};
use crate::{Answer, Fault, Framing, How};

/// Writing has ended: the script breaks the connection, or the client disconnected.
struct Broken(How);

impl From<std::io::Error> for Broken {
    fn from(_: std::io::Error) -> Self {
        Self(How::ClientClosed)
    }
}

struct Outlet<'a, W> {
    wire: W,
    answer: &'a Answer,
    response: &'a Response,
    /// Bytes of the body sent; outlives the writing when the client disconnects.
    written: &'a AtomicU64,
}

/// Writes the response; returns after the last byte or when the script breaks the connection.
pub(crate) async fn deliver(
    wire: impl AsyncWrite + Unpin,
    answer: &Answer,
    response: &Response,
    written: &AtomicU64,
) -> How {
    match (Outlet { wire, answer, response, written }).write().await {
        Ok(()) => How::Answered,
        Err(Broken(how)) => how,
    }
}

impl<W: AsyncWrite + Unpin> Outlet<'_, W> {
    async fn write(mut self) -> Result<(), Broken> {
        let (answer, response) = (self.answer, self.response);
        if answer.fault == Some(Fault::NeverAnswer) {
            std::future::pending::<()>().await;
        }
        let delay = Duration::from_millis(answer.delay_ms);
        if answer.keep_alive_every_ms.is_none() {
            tokio::time::sleep(delay).await;
        }
        self.wire.write_all(head(answer, response).as_bytes()).await?;
        if answer.keep_alive_every_ms.is_some() {
            self.wait(delay).await?;
        }
        let mut pieces = 0;
        for frame in &response.frames {
            if let Some(Fault::StallAfterDeltas(most)) = answer.fault {
                let is_full = matches!(frame.part, Part::Delta(_)) && pieces >= most;
                if is_full || frame.part == Part::End {
                    self.stall().await?;
                }
            }
            if let Part::Delta(characters) = frame.part {
                pieces += 1;
                self.wait(pace(answer, characters)).await?;
            }
            self.put(&frame.bytes).await?;
        }
        match answer.fault {
            Some(Fault::CloseAfterBytes(_) | Fault::Reset(_)) => self.break_off().await,
            Some(Fault::StallAfterDeltas(_)) => self.stall().await,
            _ => {
                if response.framing == Framing::Chunked {
                    self.wire.write_all(b"0\r\n\r\n").await?;
                }
                Ok(self.wire.shutdown().await?)
            }
        }
    }

    /// Leaves the body unfinished; TCP sees a normal close, unless the connection is reset.
    async fn break_off(&mut self) -> Result<(), Broken> {
        if !matches!(self.answer.fault, Some(Fault::Reset(_))) {
            self.wire.shutdown().await?;
        }
        Err(Broken(How::Broken))
    }

    async fn stall(&mut self) -> Result<(), Broken> {
        loop {
            self.wait(Duration::from_secs(3600)).await?;
        }
    }

    /// Waits, with keep-alives if the script asks for them.
    async fn wait(&mut self, time: Duration) -> Result<(), Broken> {
        let Some(every) = self.answer.keep_alive_every_ms else {
            if !time.is_zero() {
                tokio::time::sleep(time).await;
            }
            return Ok(());
        };
        let every = Duration::from_millis(every.max(1));
        let mut left = time;
        while left >= every {
            tokio::time::sleep(every).await;
            self.put(keep_alive(self.answer.dialect, self.response.is_stream)).await?;
            left -= every;
        }
        tokio::time::sleep(left).await;
        Ok(())
    }

    /// Writes bytes of the body, up to the byte where the script breaks the connection.
    async fn put(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        let limit = match self.answer.fault {
            Some(Fault::CloseAfterBytes(limit) | Fault::Reset(limit)) => limit,
            _ => u64::MAX,
        };
        let left = limit.saturating_sub(self.written.load(Ordering::SeqCst));
        let allowed = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        for piece in pieces(self.answer, &bytes[..allowed]) {
            if self.response.framing == Framing::Chunked {
                let chunk = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
                self.wire.write_all(&chunk).await?;
            } else {
                self.wire.write_all(piece).await?;
            }
            self.written.fetch_add(piece.len() as u64, Ordering::SeqCst);
            tokio::task::yield_now().await;
        }
        if self.written.load(Ordering::SeqCst) < limit { Ok(()) } else { self.break_off().await }
    }
}

fn head(answer: &Answer, response: &Response) -> String {
    let mut head = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
    // Some clients accept a truncated body as complete if its end was announced as the end of the connection.
    if !matches!(answer.fault, Some(Fault::CloseAfterBytes(_) | Fault::Reset(_))) {
        head += "connection: close\r\n";
    }
    for (name, value) in &response.headers {
        head += &format!("{name}: {value}\r\n");
    }
    match response.framing {
        Framing::Chunked => head += "transfer-encoding: chunked\r\n",
        Framing::ContentLength => {
            let length: usize = response.frames.iter().map(|frame| frame.bytes.len()).sum();
            head += &format!("content-length: {length}\r\n");
        }
        Framing::UntilClose => {}
    }
    head + "\r\n"
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        307 => "Temporary Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        404 => "Not Found",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Scripted",
    }
}

/// The wait before a piece of this many characters.
fn pace(answer: &Answer, characters: usize) -> Duration {
    let delay = Duration::from_millis(answer.delta_delay_ms);
    let tokens = u32::try_from(characters).map_or(0.0, |characters| f64::from(characters) * 2.0 / 3.0);
    let slowed = answer.tokens_per_second.map_or(0.0, |speed| tokens / speed);
    delay + Duration::try_from_secs_f64(slowed).unwrap_or_default()
}

/// The pieces for writing; none is empty.
fn pieces<'a>(answer: &Answer, bytes: &'a [u8]) -> Vec<&'a [u8]> {
    if answer.fault == Some(Fault::BadUtf8Split) {
        // Each piece ends with the first byte of a multi-byte character.
        return bytes.split_inclusive(|byte| *byte >= 0xc0).collect();
    }
    bytes.chunks(answer.split_bytes.unwrap_or(usize::MAX).max(1)).collect()
}
