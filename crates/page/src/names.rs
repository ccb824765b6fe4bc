//! Names of files without their folders: a page that is sent to somebody does not tell how its writer's disk is
//! arranged.

/// What a page calls a network: of one from a file, the name of the file without its folder.
pub fn name_of_network(network: &wormcast::Network) -> String {
    of_network(&network.to_string())
}

/// The last part of a path, whatever separates the parts.
pub(crate) fn without_folder(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The description of a network; of one from a file, the name of the file.
pub(crate) fn of_network(spec: &str) -> String {
    match spec.strip_prefix("file:") {
        Some(path) => format!("file:{}", without_folder(path)),
        None => spec.to_owned(),
    }
}

/// A command, each word of which that names a file in some folder named without it.
pub(crate) fn of_command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let word = |word: &'w str| match word.split_once(':') {
        Some(("file", _)) => of_network(word),
        _ => without_folder(word).to_owned(),
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
    fn folders_are_left_out() {
        assert_eq!(of_network("file:/home/someone/net.gml"), "file:net.gml");
        assert_eq!(of_network("mesh:8x8"), "mesh:8x8");
        let words = ["wormcast", "simulate", "/home/someone/a.json@20", r"C:\plans\b.json", "--html", "o ut/p.html"];
        assert_eq!(of_command(words), "wormcast simulate a.json@20 b.json --html p.html");
        assert_eq!(of_command(["plan", "file:/x/y z.gml"]), "plan 'file:y z.gml'");
    }
}
