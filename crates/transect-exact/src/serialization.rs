//! `serde` 1: a side is written and read as its name, in lower case.

use serde_1::{Deserialize, Deserializer, Serialize, Serializer};

use crate::side::Side;

/// The names of the sides, as serde writes them.
#[derive(Serialize, Deserialize)]
#[serde(crate = "serde_1", rename_all = "snake_case")]
enum Name {
    Back,
    On,
    Front,
}

/// Writes the name of the side, in lower case.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = match self {
            Self::Back => Name::Back,
            Self::On => Name::On,
            Self::Front => Name::Front,
        };
        name.serialize(serializer)
    }
}

/// Reads the name of the side, in lower case.
impl<'de> Deserialize<'de> for Side {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        Ok(match Name::deserialize(deserializer)? {
            Name::Back => Self::Back,
            Name::On => Self::On,
            Name::Front => Self::Front,
        })
    }
}
