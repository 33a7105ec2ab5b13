//! Servers that have other files, are unreachable, or redirect.

use super::*;

/// An address where no server listens. A port that was free a moment ago may belong to another test now; this one is
/// reserved.
fn unreachable() -> Server {
    let mut server = Server::of(Vec::new());
    "http://127.0.0.1:1".clone_into(&mut server.address);
    server
}

#[tokio::test]
async fn a_failing_mirror_falls_back_to_the_next() {
    let other = content(5001);
    let fixture = Fixture::new();
    let longer = fixture.content.iter().chain(b"!").copied().collect::<Vec<u8>>();
    let mut wrong_bytes = fixture.content.clone();
    wrong_bytes[2] ^= 1;
    let failing: Vec<(&str, Server)> = vec![
        ("unreachable", unreachable()),
        ("not there", Server::start(|_, _| Answer::with(404, "", b"no"))),
        ("not allowed", Server::start(|_, _| Answer::with(401, "", b"no"))),
        ("busy", Server::start(|_, _| Answer::with(503, "", b"later"))),
        ("other size", Server::start(move |_, _| Answer::with(200, "", &other))),
        ("too long", Server::start(move |_, _| Answer::unmeasured(200, &longer))),
        ("other bytes", Server::start(move |_, _| Answer::with(200, "", &wrong_bytes))),
        ("nothing", Server::start(|_, _| Answer::with(204, "", b""))),
        ("astray", Server::start(|_, _| Answer::with(302, "Location: http://example.com/x\r\n", b""))),
        (
            "round",
            Server::start(|_, request| Answer::with(302, &format!("Location: {}\r\n", request.path), b"")),
        ),
    ];
    for (name, failing) in &failing {
        let fixture = Fixture::new();
        let good = Server::of(fixture.content.clone());
        fixture.fetch(&[failing, &good]).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        fixture.assert_complete();
    }
    let rounds = &failing.last().unwrap().1;
    assert_eq!(rounds.requests().len(), MAX_REDIRECTS + 1);
}

#[tokio::test]
async fn parts_resume_at_the_next_mirror() {
    let fixture = Fixture::new();
    let content = fixture.content.clone();
    let breaking = Server::start(move |nth, request| match nth {
        0 => Answer::of(&content, request).header("ETag: \"one\"").cut_body(1000),
        _ => Answer::with(404, "", b"gone"),
    });
    let good = Server::of(fixture.content.clone());
    fixture.fetch(&[&breaking, &good]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(breaking.requests()[1].if_range.as_deref(), Some("\"one\""));
    let request = &good.requests()[0];
    assert_eq!(
        (request.range, &request.if_range),
        (Some(1000), &None),
        "the tag belongs to the other mirror"
    );
}

#[tokio::test]
async fn a_working_mirror_is_used_for_the_next_file() {
    let (one, two) = (content(100), content(300));
    let fixture =
        Fixture { model: model(&[("one", &one), ("two", &two)]), content: one.clone(), ..Fixture::new() };
    let missing = Server::start(|_, _| Answer::with(404, "", b"no"));
    let good = Server::start(move |_, request| {
        let is_one = request.path.ends_with("/one");
        Answer::of(if is_one { &one } else { &two }, request)
    });
    fixture.fetch(&[&missing, &good]).await.unwrap();
    assert_eq!((missing.requests().len(), good.requests().len()), (1, 2));
    assert_eq!(presence(&fixture.folder(), &fixture.model), Presence::Complete);
}

#[tokio::test]
async fn redirects_are_followed() {
    let fixture = Fixture::new();
    let store = Server::of(fixture.content.clone());
    let to = store.address.clone();
    let hub = Server::start(move |_, request| match request.path.as_str() {
        "/us/tiny/resolve/0a1b2c/weights" => Answer::with(307, "Location: /cached/weights\r\n", b""),
        _ => Answer::with(302, &format!("Location: {to}/blob?signed=1\r\n"), b""),
    });
    fixture.leave_part(&fixture.content[..10]);
    fixture.fetch(&[&hub]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(hub.requests()[1].path, "/cached/weights");
    assert_eq!(store.requests()[0].path, "/blob?signed=1");
    assert_eq!(store.ranges(), [Some(10)]);
}

#[tokio::test]
async fn each_failure_has_its_own_error() {
    let mut wrong_bytes = content(5000);
    wrong_bytes[4999] ^= 1;
    let wrong_server = Server::start(move |_, _| Answer::with(200, "", &wrong_bytes));
    let missing = Server::start(|_, _| Answer::with(404, "", b"no"));
    let unreachable = unreachable();
    let name = |error: &DownloadError| match error {
        DownloadError::NoNetwork(_) => "no network",
        DownloadError::Refused { .. } => "refused",
        DownloadError::WrongBytes { .. } => "wrong bytes",
        _ => "other",
    };
    for (servers, expected) in [
        (vec![&unreachable], "no network"),
        (vec![&unreachable, &missing], "refused"),
        (vec![&missing, &wrong_server, &unreachable], "wrong bytes"),
    ] {
        let fixture = Fixture::new();
        let error = fixture.fetch(&servers).await.unwrap_err();
        assert_eq!(name(&error), expected, "{error}");
        assert!(error.to_string().contains("127.0.0.1") && !error.advice().is_empty());
        assert_eq!((fixture.weights(), fixture.part()), (None, Some(Vec::new())));
    }
    assert_eq!(wrong_server.requests().len(), 1, "a complete wrong file is not requested again");
}

#[tokio::test]
async fn an_empty_mirror_list_is_an_error() {
    let fixture = Fixture::new();
    assert!(matches!(fixture.fetch(&[]).await, Err(DownloadError::Nowhere)));
    assert!(!fixture.folder().exists());
}
