//! Native menus, as the page describes them: every item is a command of the page.

use tauri::menu::{CheckMenuItem, IsMenuItem, Menu as NativeMenu, MenuItem as NativeItem, PredefinedMenuItem, Submenu};
use tauri::{AppHandle, Manager, Wry};
use wenfang_studio::desk::{Desk, Event, Menu, MenuItem};

/// The page runs the command.
pub fn chosen(app: &AppHandle, id: &str) {
    app.state::<Desk>().tell(Event::Menu { command: id.to_owned() });
}

/// Shows the menus. One that cannot be made leaves those of before.
pub fn show(app: &AppHandle, menus: Vec<Menu>) {
    let app = app.clone();
    // Menus are made on the thread of the window.
    let _ = app.clone().run_on_main_thread(move || {
        if let Ok(native) = native(&app, &menus) {
            let _ = app.set_menu(native);
        }
    });
}

fn native(app: &AppHandle, menus: &[Menu]) -> tauri::Result<NativeMenu<Wry>> {
    let bar = NativeMenu::new(app)?;
    for menu in menus {
        bar.append(&submenu(app, &menu.label, &menu.items)?)?;
    }
    Ok(bar)
}

fn submenu(app: &AppHandle, label: &str, items: &[MenuItem]) -> tauri::Result<Submenu<Wry>> {
    let menu = Submenu::new(app, label, true)?;
    for item in items {
        menu.append(native_item(app, item)?.as_ref())?;
    }
    Ok(menu)
}

fn native_item(app: &AppHandle, item: &MenuItem) -> tauri::Result<Box<dyn IsMenuItem<Wry>>> {
    Ok(match item {
        MenuItem::Separator => Box::new(PredefinedMenuItem::separator(app)?),
        MenuItem::Submenu { label, items } => Box::new(submenu(app, label, items)?),
        #[cfg(not(target_os = "linux"))]
        MenuItem::Command { id, label, .. } if id == "edit.cut" => {
            Box::new(PredefinedMenuItem::cut(app, Some(label))?)
        }
        #[cfg(not(target_os = "linux"))]
        MenuItem::Command { id, label, .. } if id == "edit.copy" => {
            Box::new(PredefinedMenuItem::copy(app, Some(label))?)
        }
        #[cfg(not(target_os = "linux"))]
        MenuItem::Command { id, label, .. } if id == "edit.paste" => {
            Box::new(PredefinedMenuItem::paste(app, Some(label))?)
        }
        MenuItem::Command { id, label, keys, enabled, checked: Some(checked) } => {
            Box::new(CheckMenuItem::with_id(app, id, label, *enabled, *checked, keys.as_deref())?)
        }
        MenuItem::Command { id, label, keys, enabled, checked: None } => {
            Box::new(NativeItem::with_id(app, id, label, *enabled, keys.as_deref())?)
        }
    })
}
