//! Calls to this machine bypass a proxy set in the environment.

use std::process::Command;

use wenfang_model_server::{ModelServer, answer};

use crate::{call, caller, target};

const CHILD: &str = "proxies::a_call_in_an_environment_with_a_proxy";

#[tokio::test]
async fn calls_to_this_machine_bypass_the_proxy() {
    let proxy = ModelServer::start(answer::text("偷")).await;
    let address = format!("http://{}", proxy.address());
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", CHILD, "--ignored"]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        child.env(name, &address);
    }
    child.env_remove("no_proxy").env_remove("NO_PROXY").env_remove("REQUEST_METHOD");
    let output = tokio::task::spawn_blocking(move || child.output()).await.unwrap().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
    assert!(proxy.requests().is_empty());
}

#[tokio::test]
#[ignore = "run by the test above in its own environment"]
async fn a_call_in_an_environment_with_a_proxy() {
    let server = ModelServer::start(answer::text("雨")).await;
    assert_eq!(call(&caller(), &[target("only", &server.base_url())]).await.text(), "雨");
    assert_eq!(server.requests().len(), 1);
}
