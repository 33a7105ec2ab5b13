//! Native menus, as defined by the page: every item is a command of the page.

use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tauri::menu::{
    CheckMenuItem, IsMenuItem, Menu as NativeMenu, MenuItem as NativeItem, PredefinedMenuItem, Submenu,
};
use tauri::{AppHandle, Manager, Wry};
use wenfang_studio::desk::{Desk, Event, Menu, MenuItem};

/// Tells the page to run a command.
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
    /// The system itself enables and disables it.
    #[cfg(not(target_os = "linux"))]
    Predefined,
}

/// Whether the menu bar is hidden; a rebuilt bar must be hidden again.
static HIDDEN: AtomicBool = AtomicBool::new(false);

/// Hides or shows the menu bar. Menu shortcuts keep working.
pub fn set_hidden(app: &AppHandle, hidden: bool) {
    HIDDEN.store(hidden, Ordering::Relaxed);
    let _ = if hidden { app.hide_menu() } else { app.show_menu() };
}

/// Shows the menus. On failure, the previous menus stay.
pub fn show(app: &AppHandle, menus: Vec<Menu>) {
    let app = app.clone();
    // Menus must be created on the main thread.
    let _ = app.clone().run_on_main_thread(move || {
        let mut shown = SHOWN.lock();
        // Update existing items in place: a new menu bar would close an open menu, and flicker.
        if let Some(shown) = shown.as_mut()
            && stateless(&shown.menus) == stateless(&menus)
        {
            let _ = shown.update_states(menus);
        } else if let Ok(made) = Shown::in_window(&app, menus, shown.as_ref()) {
            *shown = Some(made);
            if HIDDEN.load(Ordering::Relaxed) {
                let _ = app.hide_menu();
            }
        }
    });
}

impl Shown {
    fn in_window(app: &AppHandle, menus: Vec<Menu>, before: Option<&Self>) -> tauri::Result<Self> {
        let bar = NativeMenu::new(app)?;
        let mut commands = Vec::new();
        for menu in &menus {
            bar.append(&submenu(app, &menu.label, &menu.items, &mut commands)?)?;
        }
        if let Some(before) = before {
            before.remove_shortcuts();
        }
        app.set_menu(bar)?;
        Ok(Self { menus, commands })
    }

    /// Removes the shortcuts of menus that are about to be replaced. GTK warns about each one that is still there when
    /// its item is taken out of the menu.
    fn remove_shortcuts(&self) {
        for native in &self.commands {
            let _ = match native {
                Native::Plain(item) => item.set_accelerator(None::<&str>),
                Native::Switch(item) => item.set_accelerator(None::<&str>),
                #[cfg(not(target_os = "linux"))]
                Native::Predefined => Ok(()),
            };
        }
    }

    /// Updates the native items to `menus`, which differ from those shown only in state.
    fn update_states(&mut self, menus: Vec<Menu>) -> tauri::Result<()> {
        let before = std::mem::replace(&mut self.menus, menus);
        let states = states_of(&before).into_iter().zip(states_of(&self.menus));
        for ((before, now), native) in states.zip(&self.commands) {
            match native {
                Native::Plain(item) => {
                    if before.label != now.label {
                        item.set_text(now.label)?;
                    }
                    if item.is_enabled()? != now.enabled {
                        item.set_enabled(now.enabled)?;
                    }
                }
                Native::Switch(item) => {
                    if before.label != now.label {
                        item.set_text(now.label)?;
                    }
                    if item.is_enabled()? != now.enabled {
                        item.set_enabled(now.enabled)?;
                    }
                    if item.is_checked()? != now.checked {
                        item.set_checked(now.checked)?;
                    }
                }
                #[cfg(not(target_os = "linux"))]
                Native::Predefined => {}
            }
        }
        Ok(())
    }
}

/// The state of a command. The label may explain why it is disabled.
struct State<'a> {
    label: &'a str,
    enabled: bool,
    checked: bool,
}

/// The state of each command, in order.
fn states_of(menus: &[Menu]) -> Vec<State<'_>> {
    fn of_items<'a>(items: &'a [MenuItem], states: &mut Vec<State<'a>>) {
        for item in items {
            match item {
                MenuItem::Command { label, enabled, checked, .. } => {
                    states.push(State { label, enabled: *enabled, checked: *checked == Some(true) });
                }
                MenuItem::Separator => {}
                MenuItem::Submenu { items, .. } => of_items(items, states),
            }
        }
    }
    let mut states = Vec::new();
    menus.iter().for_each(|menu| of_items(&menu.items, &mut states));
    states
}

/// The menus without the states of their commands, to compare their structure.
fn stateless(menus: &[Menu]) -> Vec<Menu> {
    fn items_of(items: &[MenuItem]) -> Vec<MenuItem> {
        let mut items = items.to_vec();
        for item in &mut items {
            match item {
                MenuItem::Command { label, enabled, checked, .. } => {
                    label.clear();
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
