//! Which model does which task.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn target(provider: &str, model: &str) -> Target {
    Target {
        provider: ProviderId::new(provider).unwrap(),
        model: model.to_owned(),
        parameters: Parameters::default(),
    }
}

fn route(models: &[&str], fallback: bool) -> Route {
    Route { targets: models.iter().map(|model| target("p", model)).collect(), fallback }
}

fn planned(routes: &Routes, task: Task) -> Vec<String> {
    routes.plan(task).unwrap().into_iter().map(|target| target.model).collect()
}

#[test]
fn a_task_without_its_own_route_takes_the_default() {
    let routes = Routes {
        default: Some(route(&["d1", "d2"], true)),
        tasks: BTreeMap::from([(Task::Draft, route(&["w1", "w2"], true)), (Task::Title, route(&[], true))]),
    };
    assert_eq!(planned(&routes, Task::Draft), ["w1", "w2"]);
    assert_eq!(planned(&routes, Task::Extract), ["d1", "d2"]);
    assert_eq!(planned(&routes, Task::Title), ["d1", "d2"], "a route without targets is not set");
}

#[test]
fn where_fallback_is_forbidden_only_the_first_is_asked() {
    let routes = Routes { default: Some(route(&["a", "b"], false)), tasks: BTreeMap::new() };
    for task in Task::ALL {
        assert_eq!(planned(&routes, task), ["a"]);
    }
}

#[test]
fn nothing_set_is_an_error_that_names_the_task() {
    for routes in [Routes::default(), Routes { default: Some(route(&[], true)), tasks: BTreeMap::new() }] {
        for task in Task::ALL {
            assert_eq!(routes.plan(task), Err(NoModel { task }));
        }
    }
}

#[test]
fn routes_are_read_back_with_tasks_as_snake_case_keys() {
    let text = r#"{"tasks": {"draft": {"targets": [{"provider": "p", "model": "m"}]}}}"#;
    let routes: Routes = serde_json::from_str(text).unwrap();
    assert!(routes.route(Task::Draft).unwrap().fallback, "allowed where nothing is said");
    let again: Routes = serde_json::from_value(serde_json::to_value(&routes).unwrap()).unwrap();
    assert_eq!(again, routes);
    assert!(serde_json::from_str::<Routes>(r#"{"tasks": {"paint": {"targets": []}}}"#).is_err());
}
