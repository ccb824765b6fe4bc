//! The files that a picture is drawn into: SVG, and PDF.

use crate::failure::Failure;
use crate::files::Target;
use std::path::Path;
use wormcast::draw::PaperWidth;
use wormcast::eval::write_named;

/// Where a command draws its picture.
#[derive(Debug)]
pub(crate) struct Pictures {
    svg: Option<Target>,
    pdf: Option<Target>,
    width: Option<PaperWidth>,
}

impl Pictures {
    /// The files of these names, as far as they are wanted, perhaps of this width.
    pub(crate) fn at(svg: Option<&Path>, pdf: Option<&Path>, width: Option<PaperWidth>) -> Result<Self, Failure> {
        if let (Some(width), None, None) = (width, svg, pdf) {
            let message = format!("`--picture-width {width}` is for a picture: `--svg FILE` or `--pdf FILE` draws it");
            return Err(Failure::new(message));
        }
        Ok(Self {
            width,
            svg: svg.map(|path| Target::for_picture(path, "svg")).transpose()?,
            pdf: pdf.map(|path| Target::for_picture(path, "pdf")).transpose()?,
        })
    }

    /// The files, with the options that name them.
    pub(crate) fn targets(&self) -> impl Iterator<Item = (&'static str, &Target)> {
        let svg = self.svg.iter().map(|target| ("--svg", target));
        svg.chain(self.pdf.iter().map(|target| ("--pdf", target)))
    }

    /// Refuses to take the place of a file that the command reads.
    pub(crate) fn spare(&self, input: &Path) -> Result<(), Failure> {
        self.targets().try_for_each(|(_, target)| target.spare(input))
    }

    /// Draws into what files there are; the picture is made, with the width asked for, only if there is one.
    pub(crate) fn draw<E>(&self, svg: impl FnOnce(Option<PaperWidth>) -> Result<String, E>) -> Result<(), Failure>
    where
        Failure: From<E>,
    {
        if self.targets().next().is_none() {
            return Ok(());
        }
        let drawn = svg(self.width)?;
        if let Some(target) = &self.svg {
            target.write(|file| file.write_all(drawn.as_bytes()))?;
        }
        if let Some(target) = &self.pdf {
            let pdf = as_pdf(&drawn)?;
            target.write(|file| file.write_all(&pdf))?;
        }
        Ok(())
    }
}

/// Writes a picture among the results of a command, and beside it the same as PDF if that is wanted.
pub(crate) fn write_picture(path: &Path, svg: &str, with_pdf: bool) -> Result<(), Failure> {
    write_named(path, |file| file.write_all(svg.as_bytes()))?;
    if with_pdf {
        let pdf = as_pdf(svg)?;
        write_named(&path.with_extension("pdf"), |file| file.write_all(&pdf))?;
    }
    Ok(())
}

/// The picture as a page of its size; the fonts of its texts are within.
#[cfg(feature = "pdf")]
fn as_pdf(svg: &str) -> Result<Vec<u8>, Failure> {
    use svg2pdf::{ConversionOptions, PageOptions, usvg};
    let failed =
        |error: &dyn std::fmt::Display| Failure::new(format!("the picture cannot be turned into PDF: {error}"));
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    // The same letters on every machine, whatever fonts it has.
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let picture = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    svg2pdf::to_pdf(&picture, ConversionOptions::default(), PageOptions { dpi: options.dpi })
        .map_err(|error| failed(&error))
}

/// Without the feature `pdf` there are no fonts.
#[cfg(not(feature = "pdf"))]
fn as_pdf(_svg: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::new("this program was built without the feature `pdf`; draw the picture with `--svg`"))
}
