//! Commands of the desk: those that need no open project, or that open one.

use wenfang_project::watch::Watch;
use wenfang_usecase::command_list;

use super::{application, damaged, diagnostics, jobs, opened, recent, settings, window};

command_list! {
    super::Desk, Watch, Desk, OnSuccess;
    "application.state" => application::state, reads [Desk, Settings, Recent, Project];
    "project.create" => opened::create, changes [Desk, Recent];
    "project.open" => opened::open, changes [Desk, Recent];
    "project.open_sample" => opened::open_sample, changes [Desk, Recent];
    "project.open_backup" => damaged::open_backup, changes [Desk, Recent];
    "project.keep_readable" => damaged::keep_readable, changes [Desk, Recent];
    "project.close" => opened::close_project, changes [Desk, Recent];
    "project.back_up_now" watched => window::back_up_now;
    "import.preview" watched => window::preview_import;
    "recent.list" => recent::list, reads [Recent];
    "recent.forget" => recent::forget, changes [Recent];
    "view.keep" => recent::keep_view;
    "diagnostics.show" => diagnostics::show;
    "diagnostics.save" => diagnostics::save, path "out";
    "settings.change" => settings::change, changes [Settings];
    "prose.count" => window::count;
    "prose.edits" => window::edits;
    "job.stop" => jobs::stop;
    "window.choose" => window::choose;
    "window.set_menus" => window::set_menus;
    "window.set_title" => window::set_title;
    "window.set_look" => window::set_look;
    "window.set_full_screen" => window::set_full_screen;
    "window.reveal" => window::reveal;
    "window.edit" => window::edit;
    "window.set_composed_area" => window::set_composed_area;
    "window.print" => window::print;
    "window.keep_open" => window::keep_open;
    "window.close" => window::close;
}
