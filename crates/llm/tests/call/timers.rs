//! The four timers: only progress of the answer resets the idle timer, and nothing extends the total one.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use wenfang_llm::call::CallEnd;
use wenfang_llm::retry::{FailureClass, Timer};
use wenfang_llm::stream::Finish;
use wenfang_model_server::{Answer, Fault, ModelServer, answer};

use crate::{Called, call, caller, target};

/// Calls a server with these timeouts, in seconds, for the first word and between words.
async fn ask(answer: Answer, (first_token, idle): (u32, u32)) -> Called {
    let server = ModelServer::start(answer).await;
    let mut only = target("only", &server.base_url());
    only.provider.timeouts.first_token = first_token;
    only.provider.timeouts.idle = idle;
    call(&caller(), &[only]).await
}

#[tokio::test]
async fn keep_alives_do_not_satisfy_the_first_token_timer() {
    let mut slow = answer::text("雨");
    slow.delay_ms = 20_000;
    slow.keep_alive_every_ms = Some(50);
    let called = ask(slow, (1, 20)).await;
    assert_eq!(called.outcomes()[0].1, Some(FailureClass::Timeout { timer: Timer::FirstToken }));
}

#[tokio::test]
async fn keep_alives_do_not_reset_the_idle_timer() {
    let mut stalls = answer::deltas(["雨", "夜"]).fault(Fault::StallAfterDeltas(1));
    stalls.keep_alive_every_ms = Some(50);
    let called = ask(stalls, (20, 1)).await;
    let class = FailureClass::Timeout { timer: Timer::Idle };
    assert!(
        matches!(called.report.end, CallEnd::Incomplete { class: actual, .. } if actual == class),
        "{called:?}"
    );
    assert_eq!(called.text(), "雨");
}

#[tokio::test]
async fn a_slow_answer_with_progress_completes() {
    let slow = answer::deltas(["雨", "还", "在", "下", "。"]).delta_delay_ms(600);
    let called = ask(slow, (2, 2)).await;
    assert_eq!(called.report.end, CallEnd::Complete { finish: Some(Finish::Stop) });
    assert!(called.report.attempts[0].duration_ms > 2000, "longer than any one timer");
}

#[tokio::test]
async fn an_endless_slow_answer_ends_and_keeps_its_text() {
    let drips = answer::deltas(["雨"; 200]).delta_delay_ms(100);
    let server = ModelServer::start(drips).await;
    let mut only = target("only", &server.base_url());
    only.provider.timeouts.total = 5;
    let called = call(&caller(), &[only]).await;
    let class = FailureClass::Timeout { timer: Timer::Total };
    assert!(
        matches!(called.report.end, CallEnd::Incomplete { class: actual, .. } if actual == class),
        "{:?}",
        called.report
    );
    assert!(!called.text().is_empty(), "the received text is kept");
}

#[tokio::test]
async fn reasoning_satisfies_the_first_token_timer() {
    let thinks = answer::text("雨")
        .reasoning("想了又想，想了又想，再想一想，还要想")
        .dialect(wenfang_model_server::Dialect::DeepSeek);
    let called = ask(thinks.delta_delay_ms(600), (2, 2)).await;
    assert_eq!(called.report.end, CallEnd::Complete { finish: Some(Finish::Stop) });
    assert_eq!(called.text(), "雨");
}

#[tokio::test]
async fn an_open_connection_after_the_finish_is_harmless() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    let served = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut head = vec![0; 4096];
        let _ = socket.read(&mut head).await.unwrap();
        let answer = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n\
            data: {\"choices\":[{\"delta\":{\"content\":\"雨停了。\"},\"finish_reason\":\"stop\"}]}\n\n";
        socket.write_all(answer.as_bytes()).await.unwrap();
        // Stays open until the client closes it.
        socket.read(&mut head).await.unwrap()
    });
    let mut only = target("only", &base_url);
    only.provider.timeouts.idle = 1;
    let called = call(&caller(), &[only]).await;
    assert_eq!(called.report.end, CallEnd::Complete { finish: Some(Finish::Stop) });
    assert_eq!(called.text(), "雨停了。");
    assert_eq!(served.await.unwrap(), 0, "and the connection is closed");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connect_timeout_falls_back() {
    // When a listener's queue is full, further connections hang.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let queue: Vec<_> = (0..8).map(|_| tokio::spawn(tokio::net::TcpStream::connect(address))).collect();
    while queue.iter().filter(|connecting| connecting.is_finished()).count() < 2 {
        tokio::task::yield_now().await;
    }
    let second = ModelServer::start(answer::text("雨")).await;
    let mut targets =
        [target("first", &format!("http://{address}/v1")), target("second", &second.base_url())];
    targets[0].provider.timeouts.connect = 1;
    let called = call(&caller(), &targets).await;
    assert_eq!(called.text(), "雨");
    let class = FailureClass::Timeout { timer: Timer::Connect };
    assert_eq!(called.fallbacks(), [("first".to_owned(), "second".to_owned(), class)]);
    assert_eq!(called.report.attempts.len(), 4, "three tries at the first: {called:?}");
}
