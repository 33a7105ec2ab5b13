//! Native menus, as the page describes them: every item is a command of the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tauri::menu::{
    CheckMenuItem, IsMenuItem, Menu as NativeMenu, MenuItem as NativeItem, PredefinedMenuItem, Submenu,
};
use tauri::{AppHandle, Manager, Wry};
use wenfang_studio::desk::{Desk, Event, Menu, MenuItem};

/// The page runs the command.
pub fn chosen(app: &AppHandle, id: &str) {
    app.state::<Desk>().tell(Event::Menu { command: id.to_owned() });
}

/// The menus in the window.
static SHOWN: Mutex<Option<Shown>> = Mutex::new(None);

/// Menus, and the native items of their commands in order.
struct Shown {
    menus: Vec<Menu>,
    commands: Vec<Native>,
}

enum Native {
    Plain(NativeItem<Wry>),
    Switch(CheckMenuItem<Wry>),
    /// The system itself knows when it can be chosen.
    #[cfg(not(target_os = "linux"))]
    Predefined,
}

/// Whether the menu bar is hidden: a bar that is made anew would show.
static HIDDEN: AtomicBool = AtomicBool::new(false);

/// Hides the menu bar, or shows it again. Keys of the menus go on working.
pub fn set_hidden(app: &AppHandle, hidden: bool) {
    HIDDEN.store(hidden, Ordering::Relaxed);
    let _ = if hidden { app.hide_menu() } else { app.show_menu() };
}

/// Shows the menus. Those that cannot be made leave those of before.
pub fn show(app: &AppHandle, menus: Vec<Menu>) {
    let app = app.clone();
    // Menus are made on the thread of the window.
    let _ = app.clone().run_on_main_thread(move || {
        let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
        // Items that are there change in place: a new menu bar would close a menu that is open, and flicker.
        if let Some(shown) = shown.as_mut()
            && stateless(&shown.menus) == stateless(&menus)
        {
            shown.menus = menus;
            let _ = shown.follow();
        } else if let Ok(made) = Shown::in_window(&app, menus) {
            *shown = Some(made);
            if HIDDEN.load(Ordering::Relaxed) {
                let _ = app.hide_menu();
            }
        }
    });
}

impl Shown {
    fn in_window(app: &AppHandle, menus: Vec<Menu>) -> tauri::Result<Self> {
        let bar = NativeMenu::new(app)?;
        let mut commands = Vec::new();
        for menu in &menus {
            bar.append(&submenu(app, &menu.label, &menu.items, &mut commands)?)?;
        }
        app.set_menu(bar)?;
        Ok(Self { menus, commands })
    }

    /// Makes the native items what the menus say.
    fn follow(&self) -> tauri::Result<()> {
        let items = self.menus.iter().flat_map(|menu| commands_of(&menu.items));
        for ((enabled, checked), native) in items.zip(&self.commands) {
            match native {
                Native::Plain(item) => {
                    if item.is_enabled()? != enabled {
                        item.set_enabled(enabled)?;
                    }
                }
                Native::Switch(item) => {
                    if item.is_enabled()? != enabled {
                        item.set_enabled(enabled)?;
                    }
                    if item.is_checked()? != checked {
                        item.set_checked(checked)?;
                    }
                }
                #[cfg(not(target_os = "linux"))]
                Native::Predefined => {}
            }
        }
        Ok(())
    }
}

/// Whether each command can be chosen and is on, in order.
fn commands_of(items: &[MenuItem]) -> Vec<(bool, bool)> {
    let states = items.iter().flat_map(|item| match item {
        MenuItem::Command { enabled, checked, .. } => vec![(*enabled, *checked == Some(true))],
        MenuItem::Separator => Vec::new(),
        MenuItem::Submenu { items, .. } => commands_of(items),
    });
    states.collect()
}

/// The menus with nothing on and everything enabled: what is left is what they are made of.
fn stateless(menus: &[Menu]) -> Vec<Menu> {
    fn items_of(items: &[MenuItem]) -> Vec<MenuItem> {
        let mut items = items.to_vec();
        for item in &mut items {
            match item {
                MenuItem::Command { enabled, checked, .. } => {
                    (*enabled, *checked) = (true, checked.map(|_| false));
                }
                MenuItem::Separator => {}
                MenuItem::Submenu { items, .. } => *items = items_of(items),
            }
        }
        items
    }
    menus.iter().map(|menu| Menu { label: menu.label.clone(), items: items_of(&menu.items) }).collect()
}

fn submenu(
    app: &AppHandle,
    label: &str,
    items: &[MenuItem],
    commands: &mut Vec<Native>,
) -> tauri::Result<Submenu<Wry>> {
    let menu = Submenu::new(app, label, true)?;
    for item in items {
        menu.append(native(app, item, commands)?.as_ref())?;
    }
    Ok(menu)
}

fn native(
    app: &AppHandle,
    item: &MenuItem,
    commands: &mut Vec<Native>,
) -> tauri::Result<Box<dyn IsMenuItem<Wry>>> {
    Ok(match item {
        MenuItem::Separator => Box::new(PredefinedMenuItem::separator(app)?),
        MenuItem::Submenu { label, items } => Box::new(submenu(app, label, items, commands)?),
        #[cfg(not(target_os = "linux"))]
        MenuItem::Command { id, label, .. }
            if matches!(id.as_str(), "edit.cut" | "edit.copy" | "edit.paste") =>
        {
            commands.push(Native::Predefined);
            Box::new(match id.as_str() {
                "edit.cut" => PredefinedMenuItem::cut(app, Some(label))?,
                "edit.copy" => PredefinedMenuItem::copy(app, Some(label))?,
                _ => PredefinedMenuItem::paste(app, Some(label))?,
            })
        }
        MenuItem::Command { id, label, keys, enabled, checked: Some(checked) } => {
            let item = CheckMenuItem::with_id(app, id, label, *enabled, *checked, keys.as_deref())?;
            commands.push(Native::Switch(item.clone()));
            Box::new(item)
        }
        MenuItem::Command { id, label, keys, enabled, checked: None } => {
            let item = NativeItem::with_id(app, id, label, *enabled, keys.as_deref())?;
            commands.push(Native::Plain(item.clone()));
            Box::new(item)
        }
    })
}
