//! Connections that break off.

use super::*;

#[tokio::test]
async fn a_file_comes_whole_and_is_told_of() {
    let scene = Scene::new();
    let server = Server::of(scene.content.clone());
    let told = scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert!(told.iter().all(|at| at.total == 5000 && at.done <= 5000));
    assert!(told.windows(2).all(|two| two[0].done <= two[1].done));
    assert_eq!(told.last().map(|at| at.done), Some(5000));
    let asked = server.asked();
    assert_eq!(asked[0].path, "/us/tiny/resolve/0a1b2c/weights");
    let sent: Vec<String> = asked[0].headers.iter().map(|line| line.to_ascii_lowercase()).collect();
    let known = ["accept: */*", "accept-encoding: identity", "host: ", "user-agent: wenfang/"];
    assert!(sent.iter().all(|line| known.iter().any(|known| line.starts_with(known))), "{sent:?}");
}

#[tokio::test]
async fn wherever_the_connection_breaks_it_goes_on_from_there() {
    for cut in [0, 1, 17, 30, 50] {
        // In the head of the answer: nothing has come.
        let scene = Scene::new();
        let content = scene.content.clone();
        let server = Server::start(move |nth, asked| match nth {
            0 => Answer::of(&content, asked).cut(cut),
            _ => Answer::of(&content, asked),
        });
        scene.fetch(&[&server]).await.unwrap();
        scene.is_whole();
        assert_eq!(server.ranges(), [None, None], "cut {cut}");
    }
    for cut in [1, 17, 2500, 4999] {
        let scene = Scene::new();
        let content = scene.content.clone();
        let server = Server::start(move |nth, asked| match nth {
            0 => Answer::of(&content, asked).cut_body(cut),
            _ => Answer::of(&content, asked),
        });
        scene.fetch(&[&server]).await.unwrap();
        scene.is_whole();
        assert_eq!(server.ranges(), [None, Some(cut as u64)], "cut {cut}");
    }
}

#[tokio::test]
async fn a_connection_that_breaks_again_and_again_gets_there_as_long_as_something_comes() {
    let scene = Scene::new();
    let content = scene.content.clone();
    let server = Server::start(move |_, asked| Answer::of(&content, asked).cut_body(300));
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!(server.asked().len(), 17);
}

#[tokio::test]
async fn an_end_that_comes_too_early_is_not_the_end() {
    let scene = Scene::new();
    let content = scene.content.clone();
    // Without a length, a broken connection looks like the end.
    let server = Server::start(move |nth, asked| match nth {
        0 => Answer::unmeasured(200, &content[..1200]),
        _ => Answer::of(&content, asked),
    });
    scene.fetch(&[&server]).await.unwrap();
    scene.is_whole();
    assert_eq!(server.ranges(), [None, Some(1200)]);
}

#[tokio::test]
async fn silence_is_a_broken_connection() {
    let scene = Scene::new();
    let content = scene.content.clone();
    let server = Server::start(move |nth, asked| match nth {
        0 => Answer { stall: Some(700), ..Answer::of(&content, asked) },
        _ => Answer::of(&content, asked),
    });
    let mirrors = [Mirror::parse(&server.address).unwrap()];
    let patience = Patience { idle: Duration::from_secs(1), ..quick() };
    let order = Order { model: &scene.model, folder: &scene.folder(), mirrors: &mirrors, patience };
    fetch(order, &mut |_| {}, &CancellationToken::new()).await.unwrap();
    scene.is_whole();
    assert_eq!(server.ranges(), [None, Some(700)]);
}

#[tokio::test]
async fn a_server_that_gives_nothing_is_asked_three_times() {
    let scene = Scene::new();
    let server = Server::start(|_, asked| Answer::of(b"x", asked).cut(0));
    let error = scene.fetch(&[&server]).await.unwrap_err();
    assert!(matches!(&error, DownloadError::NoNetwork(tried) if tried[0].trouble == MirrorFailure::Broken));
    assert_eq!(server.asked().len(), 3);
    assert_eq!((scene.weights(), scene.part()), (None, Some(Vec::new())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever breaks where: the file is there and right, or it is not there.
    #[test]
    fn no_break_makes_a_wrong_file(
        left in 0_usize..6000,
        is_spoilt in any::<bool>(),
        cuts in proptest::collection::vec((0_usize..5200, 0_u8..5), 0..6),
    ) {
        let scene = Scene::new();
        let mut earlier = content(6000);
        earlier.truncate(left);
        if let Some(last) = earlier.last_mut().filter(|_| is_spoilt) {
            *last ^= 1;
        }
        scene.leave(&earlier);
        let content = scene.content.clone();
        let server = Server::start(move |nth, asked| match cuts.get(nth) {
            Some((cut, 0)) => Answer::of(&content, asked).cut_body(*cut),
            Some((cut, 1)) => Answer::with(200, "", &content).cut_body(*cut),
            Some((_, 2)) => Answer::with(503, "", b"busy"),
            Some((_, 3)) => Answer::with(416, "", b""),
            Some((cut, _)) => Answer::unmeasured(200, &content[..(*cut).min(5000)]),
            None => Answer::of(&content, asked),
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let fetched = runtime.block_on(scene.fetch(&[&server]));
        match fetched {
            Ok(_) => scene.is_whole(),
            Err(error) => {
                prop_assert_eq!(scene.weights(), None, "{}", error);
                // And it can be gone on with.
                let server = Server::of(scene.content.clone());
                runtime.block_on(scene.fetch(&[&server])).unwrap();
                scene.is_whole();
            }
        }
    }
}
