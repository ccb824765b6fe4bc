//! Where a file places a node, by the keys that it uses.

/// The coordinates of a node that have been read so far.
#[derive(Debug, Default)]
pub(crate) struct Place {
    /// In a picture: x to the right, y downwards.
    pub picture: [Option<f64>; 2],
    /// Longitude and latitude, in degrees.
    globe: [Option<f64>; 2],
}

impl Place {
    /// The coordinate that this key gives, whatever its case; none if it gives none.
    pub(crate) fn coordinate(&mut self, key: &str) -> Option<&mut Option<f64>> {
        match &*key.to_ascii_lowercase() {
            "x" => Some(&mut self.picture[0]),
            "y" => Some(&mut self.picture[1]),
            "lon" | "longitude" => Some(&mut self.globe[0]),
            "lat" | "latitude" => Some(&mut self.globe[1]),
            _ => None,
        }
    }

    /// Longitude and latitude, as far as they are known.
    pub(crate) fn degrees(&self) -> [Option<f64>; 2] {
        self.globe
    }

    /// The place in a picture, north up; none if a coordinate is missing.
    pub(crate) fn position(&self) -> Option<[f64; 2]> {
        let both = |[x, y]: [Option<f64>; 2]| Some([x?, y?]);
        both(self.picture).or(both(self.globe).map(|[longitude, latitude]| [longitude, -mercator(latitude)]))
    }
}

/// How far north of the equator a map shows a latitude, in degrees of longitude: as far as makes shapes true.
fn mercator(latitude: f64) -> f64 {
    let latitude = latitude.clamp(-85.0, 85.0).to_radians();
    latitude.tan().asinh().to_degrees()
}

/// A coordinate: any finite number.
pub(crate) fn parse(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}
