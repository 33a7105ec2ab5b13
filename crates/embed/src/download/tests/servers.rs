//! Servers that have something else, are not there, or send us elsewhere.

use super::*;

/// An address at which nobody listens. A port that was free a moment ago may be another test's by now; this one is reserved.
fn nobody() -> Server {
    let mut server = Server::of(Vec::new());
    "http://127.0.0.1:1".clone_into(&mut server.address);
    server
}

#[tokio::test]
async fn the_next_mirror_is_asked_where_one_fails() {
    let other = content(5001);
    let scene = Scene::new();
    let longer = scene.content.iter().chain(b"!").copied().collect::<Vec<u8>>();
    let mut lie = scene.content.clone();
    lie[2] ^= 1;
    let failing: Vec<(&str, Server)> = vec![
        ("nobody", nobody()),
        ("not there", Server::start(|_, _| Answer::with(404, "", b"no"))),
        ("not allowed", Server::start(|_, _| Answer::with(401, "", b"no"))),
        ("busy", Server::start(|_, _| Answer::with(503, "", b"later"))),
        ("other size", Server::start(move |_, _| Answer::with(200, "", &other))),
        ("too long", Server::start(move |_, _| Answer::unmeasured(200, &longer))),
        ("other bytes", Server::start(move |_, _| Answer::with(200, "", &lie))),
        ("nothing", Server::start(|_, _| Answer::with(204, "", b""))),
        ("astray", Server::start(|_, _| Answer::with(302, "Location: http://example.com/x\r\n", b""))),
        ("round", Server::start(|_, asked| Answer::with(302, &format!("Location: {}\r\n", asked.path), b""))),
    ];
    for (name, failing) in &failing {
        let scene = Scene::new();
        let good = Server::of(scene.content.clone());
        scene.fetch(&[failing, &good]).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        scene.is_whole();
    }
    let rounds = &failing.last().unwrap().1;
    assert_eq!(rounds.asked().len(), MAX_REDIRECTS + 1);
}

#[tokio::test]
async fn what_came_from_one_mirror_is_gone_on_with_at_the_next() {
    let scene = Scene::new();
    let content = scene.content.clone();
    let breaking = Server::start(move |nth, asked| match nth {
        0 => Answer::of(&content, asked).header("ETag: \"one\"").cut_body(1000),
        _ => Answer::with(404, "", b"gone"),
    });
    let good = Server::of(scene.content.clone());
    scene.fetch(&[&breaking, &good]).await.unwrap();
    scene.is_whole();
    assert_eq!(breaking.asked()[1].if_range.as_deref(), Some("\"one\""));
    let asked = &good.asked()[0];
    assert_eq!((asked.range, &asked.if_range), (Some(1000), &None), "the name is the other mirror's");
}

#[tokio::test]
async fn a_mirror_that_works_is_asked_for_the_next_file_too() {
    let (one, two) = (content(100), content(300));
    let scene = Scene { model: model(&[("one", &one), ("two", &two)]), content: one.clone(), ..Scene::new() };
    let missing = Server::start(|_, _| Answer::with(404, "", b"no"));
    let good = Server::start(move |_, asked| {
        let is_one = asked.path.ends_with("/one");
        Answer::of(if is_one { &one } else { &two }, asked)
    });
    scene.fetch(&[&missing, &good]).await.unwrap();
    assert_eq!((missing.asked().len(), good.asked().len()), (1, 2));
    assert_eq!(presence(&scene.folder(), &scene.model), Presence::Complete);
}

#[tokio::test]
async fn a_redirect_to_where_the_bytes_are_is_followed() {
    let scene = Scene::new();
    let store = Server::of(scene.content.clone());
    let to = store.address.clone();
    let hub = Server::start(move |_, asked| match asked.path.as_str() {
        "/us/tiny/resolve/0a1b2c/weights" => Answer::with(307, "Location: /cached/weights\r\n", b""),
        _ => Answer::with(302, &format!("Location: {to}/blob?signed=1\r\n"), b""),
    });
    scene.leave(&scene.content[..10]);
    scene.fetch(&[&hub]).await.unwrap();
    scene.is_whole();
    assert_eq!(hub.asked()[1].path, "/cached/weights");
    assert_eq!(store.asked()[0].path, "/blob?signed=1");
    assert_eq!(store.ranges(), [Some(10)]);
}

#[tokio::test]
async fn each_failure_has_its_own_error_and_leaves_no_file() {
    let mut lie = content(5000);
    lie[4999] ^= 1;
    let lying = Server::start(move |_, _| Answer::with(200, "", &lie));
    let missing = Server::start(|_, _| Answer::with(404, "", b"no"));
    let nobody = nobody();
    let name = |error: &DownloadError| match error {
        DownloadError::NoNetwork(_) => "no network",
        DownloadError::Refused { .. } => "refused",
        DownloadError::WrongBytes { .. } => "wrong bytes",
        _ => "other",
    };
    for (servers, expected) in [
        (vec![&nobody], "no network"),
        (vec![&nobody, &missing], "refused"),
        (vec![&missing, &lying, &nobody], "wrong bytes"),
    ] {
        let scene = Scene::new();
        let error = scene.fetch(&servers).await.unwrap_err();
        assert_eq!(name(&error), expected, "{error}");
        assert!(error.to_string().contains("127.0.0.1") && !error.advice().is_empty());
        assert_eq!((scene.weights(), scene.part()), (None, Some(Vec::new())));
    }
    assert_eq!(lying.asked().len(), 1, "what it gave whole is not asked for again");
}

#[tokio::test]
async fn nobody_to_ask_is_an_error() {
    let scene = Scene::new();
    assert!(matches!(scene.fetch(&[]).await, Err(DownloadError::Nowhere)));
    assert!(!scene.folder().exists());
}
