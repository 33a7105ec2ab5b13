//! A request stays on the host that the author chose.

use wenfang_llm::call::CallEnd;
use wenfang_llm::retry::FailureClass;
use wenfang_model_server::{Fault, ModelServer, answer, rule, script};

use crate::{call, caller, target};

#[tokio::test]
async fn redirects_to_another_host_are_refused() {
    for status in [301, 302, 303, 307, 308] {
        let other = ModelServer::start(answer::text("偷")).await;
        let mut moved =
            answer::text("").fault(Fault::RedirectTo(format!("{}/chat/completions", other.base_url())));
        moved.status = status;
        let server = ModelServer::start(moved).await;
        let called = call(&caller(), &[target("only", &server.base_url())]).await;
        assert!(
            matches!(&called.report.end, CallEnd::Failed { class: FailureClass::BadRequest, message } if message.contains("another host")),
            "{status}: {called:?}"
        );
        assert_eq!((server.requests().len(), other.requests().len()), (1, 0), "{status}");
    }
}

#[tokio::test]
async fn same_host_redirects_keep_the_whole_request() {
    let server = ModelServer::start(script(vec![])).await;
    let moved = answer::text("").fault(Fault::RedirectTo("/new/v1/chat/completions".to_owned()));
    server.set_script(script(vec![
        rule(answer::text("雨")).path("/new/v1/chat/completions"),
        rule(moved).path("/v1/chat/completions"),
    ]));
    let called = call(&caller(), &[target("only", &server.base_url())]).await;
    assert_eq!(called.text(), "雨", "{called:?}");
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[1].method, "POST");
    assert_eq!(requests[1].body, requests[0].body);
    assert_eq!(requests[1].headers.get("authorization"), requests[0].headers.get("authorization"));
}

#[tokio::test]
async fn a_redirect_loop_ends() {
    let server =
        ModelServer::start(answer::text("").fault(Fault::RedirectTo("chat/completions".to_owned()))).await;
    let moved = Fault::RedirectTo(format!("{}/chat/completions", server.base_url()));
    server.set_script(answer::text("").fault(moved));
    let called = call(&caller(), &[target("only", &server.base_url())]).await;
    assert!(
        matches!(called.report.end, CallEnd::Failed { class: FailureClass::BadRequest, .. }),
        "{called:?}"
    );
    assert_eq!(server.requests().len(), 1 + wenfang_llm::client::MAX_REDIRECTS);
}
