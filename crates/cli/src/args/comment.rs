//! Arguments for comments.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Scene;

/// The colours of comments.
const COLOURS: [&str; 6] = ["yellow", "green", "blue", "pink", "purple", "grey"];

/// Comments on passages of the text.
#[derive(Debug, Subcommand)]
pub enum Comment {
    /// List comments in reading order.
    List(ListComments),
    /// Show the comments of a scene where they are in its current text.
    InScene(Scene),
    /// Add a comment to a passage.
    Add(AddComment),
    /// Change a comment.
    Edit {
        /// Project file.
        file: PathBuf,
        /// Comment id.
        comment: i64,
        /// New text; `-` reads standard input.
        #[arg(long)]
        text: Option<String>,
        /// Colour.
        #[arg(long, value_parser = COLOURS)]
        colour: Option<String>,
        /// Whether the paragraphs of the passage are left out of exports.
        #[arg(long)]
        not_for_print: Option<bool>,
    },
    /// Reply to a comment; with --reply, change a reply.
    Reply {
        /// Project file.
        file: PathBuf,
        /// Comment id.
        comment: i64,
        /// Text; `-` reads standard input; an empty text removes the reply given by --reply.
        text: String,
        /// Reply to change, from 0.
        #[arg(long)]
        reply: Option<usize>,
        /// Name of the editor who replies; the author replies if omitted.
        #[arg(long, value_name = "NAME")]
        editor: Option<String>,
    },
    /// Mark comments as done.
    Done(CommentIds),
    /// Open comments again.
    Reopen(CommentIds),
    /// Move a comment to another passage.
    Place {
        /// Project file.
        file: PathBuf,
        /// Comment id.
        comment: i64,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Words of the passage, exactly as in the text.
        #[arg(long)]
        quote: String,
    },
    /// Move comments whose passages were deleted to the same words in another scene.
    Carry {
        /// Project file.
        file: PathBuf,
        /// Scene id.
        #[arg(long)]
        scene: i64,
        /// Comment ids.
        #[arg(required = true)]
        comments: Vec<i64>,
    },
    /// Undo a carry whose passages were deleted again: reads what it printed from standard input.
    CarryBack {
        /// Project file.
        file: PathBuf,
    },
    /// Import the remarks of a reader: the comments of a returned Word, OpenDocument or RTF file; without a file, lines
    /// such as `#12 too fast` from standard input, by the numbers of a copy.
    Remarks(Remarks),
    /// Undo an import of a returned file: reads what it printed from standard input.
    TakeBack {
        /// Project file.
        file: PathBuf,
    },
    /// Remove comments; they can be restored with put-back.
    Remove(CommentIds),
    /// Restore removed comments.
    PutBack(CommentIds),
}

/// Which comments to list.
#[derive(Debug, Args)]
pub struct ListComments {
    /// Project file.
    pub file: PathBuf,
    /// Only comments in this scene.
    #[arg(long, conflicts_with = "chapter")]
    pub scene: Option<i64>,
    /// Only comments in this chapter.
    #[arg(long)]
    pub chapter: Option<i64>,
    /// Only comments in this state.
    #[arg(long, value_parser = ["open", "done"])]
    pub state: Option<String>,
    /// Only comments by these writers.
    #[arg(long, value_parser = ["author", "editor", "import"])]
    pub who: Option<String>,
    /// Only comments by the writer with this name.
    #[arg(long)]
    pub name: Option<String>,
    /// Only comments of this colour.
    #[arg(long, value_parser = COLOURS)]
    pub colour: Option<String>,
    /// Only comments with these words in them, their replies or their passage.
    #[arg(long)]
    pub text: Option<String>,
    /// Only passages that are left out of exports, or only others.
    #[arg(long)]
    pub not_for_print: Option<bool>,
    /// List the removed comments instead.
    #[arg(long)]
    pub removed: bool,
}

/// A new comment.
#[derive(Debug, Args)]
pub struct AddComment {
    /// Project file.
    pub file: PathBuf,
    /// Scene id.
    #[arg(long)]
    pub scene: i64,
    /// Words of the passage, exactly as in the text.
    #[arg(long)]
    pub quote: String,
    /// Text; `-` reads standard input.
    #[arg(default_value = "")]
    pub text: String,
    /// Position of the quote in the text, in characters; its first occurrence if omitted.
    #[arg(long)]
    pub start: Option<usize>,
    /// Colour.
    #[arg(long, value_parser = COLOURS)]
    pub colour: Option<String>,
    /// Name of the editor who comments; the author comments if omitted.
    #[arg(long, value_name = "NAME")]
    pub editor: Option<String>,
    /// Leave the paragraphs of the passage out of exports; the text may be empty.
    #[arg(long)]
    pub not_for_print: bool,
}

#[derive(Debug, Args)]
pub struct CommentIds {
    /// Project file.
    pub file: PathBuf,
    /// Comment ids.
    #[arg(required = true)]
    pub comments: Vec<i64>,
}

/// The remarks of a reader.
#[derive(Debug, Args)]
pub struct Remarks {
    /// Project file.
    pub file: PathBuf,
    /// The file that the reader returned.
    pub returned: Option<PathBuf>,
    /// Also add the comments of a returned file that have no place, as comments whose passage was deleted.
    #[arg(long, requires = "returned")]
    pub keep_unplaced: bool,
    /// Restore the comments of a returned file that were removed.
    #[arg(long, requires = "returned")]
    pub restore: bool,
    /// Web page or EPUB with numbers that the reader had; if omitted, the numbers are those of the text as it is now.
    #[arg(long, conflicts_with = "returned")]
    pub copy: Option<PathBuf>,
    /// Name of the reader; if omitted, the remarks are signed as imported, with the file name of the copy.
    #[arg(long, value_name = "NAME", conflicts_with = "returned")]
    pub editor: Option<String>,
    /// Show where the remarks belong, but import nothing.
    #[arg(long)]
    pub dry_run: bool,
}
