//! Names of files on a page: a page that is sent to somebody does not tell how its writer's disk is arranged, and its
//! commands work in the folder where it was made.

/// What a page calls a network: of one from a file, the name of the file without its folder.
pub fn name_of_network(network: &wormcast::Network) -> String {
    of_network(&network.to_string())
}

/// The last part of a path, whatever separates the parts.
fn without_folder(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// A path in a folder below the current one, or the name of its file without a folder: where else it lies is nobody's
/// business.
pub(crate) fn below(path: &str) -> &str {
    let leaves = path.starts_with(['/', '~']) || path.contains('\\') || path.split('/').any(|part| part == "..");
    if leaves { without_folder(path) } else { path }
}

/// The description of a network; of one from a file, the name of the file.
pub(crate) fn of_network(spec: &str) -> String {
    match spec.strip_prefix("file:") {
        Some(path) => format!("file:{}", without_folder(path)),
        None => spec.to_owned(),
    }
}

/// A command; files outside of the current folder are named without theirs.
pub(crate) fn of_command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let word = |word: &'w str| match word.strip_prefix("file:") {
        Some(path) => format!("file:{}", below(path)),
        None => below(word).to_owned(),
    };
    words.into_iter().map(|one| quoted(&word(one))).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it: between quotes if it is not plain.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || ",.:/_-+=@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::{of_command, of_network};

    #[test]
    fn folders_elsewhere_are_left_out() {
        assert_eq!(of_network("file:/home/someone/net.gml"), "file:net.gml");
        assert_eq!(of_network("mesh:8x8"), "mesh:8x8");
        let words = ["wormcast", "simulate", "/home/someone/a.json@20", r"C:\plans\b.json", "--html", "o ut/p.html"];
        assert_eq!(of_command(words), "wormcast simulate a.json@20 b.json --html 'o ut/p.html'");
        assert_eq!(of_command(["plan", "file:/x/y z.gml"]), "plan 'file:y z.gml'");
        assert_eq!(of_command(["plans/a.json", "../b.json", "file:nets/n.gml"]), "plans/a.json b.json file:nets/n.gml");
    }
}
