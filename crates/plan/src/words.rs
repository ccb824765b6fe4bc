//! Texts of several words, as on the command line: a scheme with its options behind it.

/// The words of a text. Blanks in quotes, and behind a `\`, belong to their word, as in a shell; where a quote has no
/// end, blanks alone stand between words.
///
/// ```
/// use wormcast_plan::{words_apart, words_together};
/// let words = words_apart("unicast --routing 'my routes.csv'");
/// assert_eq!(words, ["unicast", "--routing", "my routes.csv"]);
/// assert_eq!(words_together(&words), "unicast --routing 'my routes.csv'");
/// ```
pub fn words_apart(text: &str) -> Vec<String> {
    shlex::split(text).unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect())
}

/// A text of these words, which [`words_apart`] gives back: in quotes where that is needed.
pub fn words_together<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let quoted = |word: S| shlex::Quoter::new().allow_nul(true).quote(word.as_ref()).map(|word| word.into_owned());
    let words: Vec<_> = words.into_iter().filter_map(|word| quoted(word).ok()).collect();
    words.join(" ")
}
