mod builder;
mod comments;
mod headings;
mod hostile;
mod notes;
mod shapes;
mod text;
mod tracked;

use builder::{File, body, shown_of};
