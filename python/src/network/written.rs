//! A network as a text, a file and a picture.

use super::PyNetwork;
use crate::arguments::typed::{format, names, path, picture_width, title};
use crate::errors::{Answer, Raised};
use pyo3::prelude::*;
use std::path::PathBuf;
use wormcast::draw::{DrawOptions, PaperWidth, network_svg};
use wormcast::formats::{FORMATS, Format, format_to_write};

#[pymethods]
impl PyNetwork {
    /// The text of the network as a `wormcast-network`, which says everything that it has.
    pub(super) fn to_text(&self) -> PyResult<String> {
        let mut text = Vec::new();
        if let Some(json) = FORMATS.iter().find(|format| format.word() == "wormcast-network") {
            json.write(self.network.topology(), &mut text)?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Writes the network into a file.
    #[pyo3(signature = (path, format=None))]
    fn save(
        &self,
        #[pyo3(from_py_with = path)] path: PathBuf,
        #[pyo3(from_py_with = format)] format: Option<String>,
    ) -> PyResult<()> {
        let format = format.as_deref();
        let written = FORMATS.iter().filter(|format| format.is_written());
        let chosen = match format {
            Some(word) => written.clone().find(|format| format.word() == word),
            None => format_to_write(&path),
        };
        let known: Vec<_> = written.map(Format::word).collect();
        let asked = format.map_or_else(|| path.display().to_string(), str::to_owned);
        let chosen = chosen.ok_or_else(|| Raised::unknown("format", &asked, known.iter().map(String::as_str)))?;
        let mut text = Vec::new();
        chosen.write(self.network.topology(), &mut text).map_err(Raised::from)?;
        Ok(std::fs::write(&path, text).map_err(|error| Raised::of_file(&path, error))?)
    }

    /// A picture as SVG.
    #[pyo3(signature = (*, title=None, names=true, picture_width=None))]
    fn svg(
        &self,
        #[pyo3(from_py_with = title)] title: Option<String>,
        #[pyo3(from_py_with = names)] names: bool,
        #[pyo3(from_py_with = picture_width)] picture_width: Option<String>,
    ) -> PyResult<String> {
        let options = draw_options(title, names, picture_width)?;
        let drawn = network_svg(self.network.topology(), &options);
        Ok(drawn.map_err(|error| Raised::bad(error.to_string()))?)
    }

    fn _repr_svg_(&self) -> Option<String> {
        network_svg(self.network.topology(), &DrawOptions::default()).ok()
    }
}

/// What is asked of a picture, by the names of the command line.
pub(crate) fn draw_options(title: Option<String>, names: bool, width: Option<String>) -> Answer<DrawOptions> {
    let read = |text: String| {
        let refused = |error| Raised::new("BadOption", format!("`picture_width`: `{text}`: {error}"));
        text.parse::<PaperWidth>().map_err(|error| refused(error).about("picture_width"))
    };
    let width = width.map(read).transpose()?;
    Ok(DrawOptions { title, hide_names: !names, width, ..DrawOptions::default() })
}
