//! Pages: one HTML file with its data inside.

use crate::failure::Failure;
use crate::files::Target;
use std::env;
use std::path::Path;
use wormcast_page::Page;

/// Where a page is to be written: a name that promises something else is refused.
pub(crate) fn target(path: &Path) -> Result<Target, Failure> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match &*extension {
        "html" | "htm" | "" => Target::at(path),
        _ => {
            let message = "pages are HTML; name a file that ends in `.html`";
            Err(Failure::new(format!("cannot write {}: {message}", path.display())))
        }
    }
}

/// Writes a page, with the command that it comes from.
pub(crate) fn write(target: &Target, mut page: Page) -> Result<(), Failure> {
    let words: Vec<_> = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    page.set_command(["wormcast"].into_iter().chain(words.iter().map(String::as_str)));
    target.write(|file| file.write_all(page.html().as_bytes()))
}
