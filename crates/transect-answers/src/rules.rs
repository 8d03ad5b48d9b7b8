//! The rules by which a request takes sections: for points on the plane, and for the points inside.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, de};
use transect::polygons::InsideRule;
use transect_report::{OnPlaneRule, SectionRule};

use crate::error::AnswerError;

/// The names of the parameters in the query of an address.
pub(crate) const KEYS: [&str; 2] = ["on_plane", "inside"];

/// Parses the rules in the query of an address. Without them, points on the plane count as in front, and the points inside
/// are those with a winding number that is not 0.
pub(crate) fn of_query(query: &HashMap<String, String>) -> Result<SectionRule, AnswerError> {
    let [on_plane, inside] = KEYS.map(|key| query.get(key));
    let on_plane = on_plane.map_or(Ok(OnPlaneRule::default()), |name| name.parse());
    let inside = inside.map_or(Ok(InsideRule::default()), |name| name.parse());
    Ok(SectionRule {
        on_plane: on_plane.map_err(|error| AnswerError::bad(error.to_string()))?,
        inside: inside.map_err(|error| AnswerError::bad(error.to_string()))?,
    })
}

/// Parses the name of the rule for the points inside in the body of a request.
pub(crate) fn inside<'de, D: Deserializer<'de>>(body: D) -> Result<InsideRule, D::Error> {
    let name = String::deserialize(body)?;
    name.parse().map_err(de::Error::custom)
}
