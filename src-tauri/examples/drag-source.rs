//! A small window from which the tests of the real window drag files: `drag-source FILE…`.

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use gtk::prelude::*;

    gtk::init()?;
    let source = gtk::EventBox::new();
    let addresses: Vec<String> = std::env::args()
        .skip(1)
        .map(|file| gtk::glib::filename_to_uri(file, None).map(|address| address.to_string()))
        .collect::<Result<_, _>>()?;
    offer(&source, &[gtk::TargetEntry::new("text/uri-list", gtk::TargetFlags::empty(), 0)]);
    source.connect_drag_data_get(move |_, _, data, _, _| {
        let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
        data.set_uris(&addresses);
    });
    let window = gtk::Window::new(gtk::WindowType::Toplevel);
    window.set_title("drag-source");
    window.set_default_size(160, 80);
    window.set_keep_above(true);
    window.connect_destroy(|_| gtk::main_quit());
    window.add(&source);
    window.show_all();
    gtk::main();
    Ok(())
}

#[cfg(target_os = "linux")]
fn offer(source: &gtk::EventBox, targets: &[gtk::TargetEntry]) {
    use gtk::prelude::WidgetExtManual;

    source.drag_source_set(gtk::gdk::ModifierType::BUTTON1_MASK, targets, gtk::gdk::DragAction::COPY);
}

#[cfg(not(target_os = "linux"))]
fn main() {}
