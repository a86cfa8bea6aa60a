//! CBMC's answer: a JSON array, read element by element while most of it is thrown away.
//!
//! An answer is megabytes long when executions are. When CBMC is killed, the array stays open; then everything up to
//! there is read, and [`Output::cut`] says so. Nothing here decides what an answer means.

use super::command::TEXT;
use super::value;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;
use std::io::Read;

/// Of a longer execution, only the end is kept.
const STEPS: usize = 10_000;
/// Of more complaints, only the first ones are kept.
const ERRORS: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) results: Vec<PropertyResult>,
    /// Messages of the type ERROR.
    pub(super) errors: Vec<String>,
    /// What `cProverStatus` elements say; exactly one in a good answer.
    pub(super) statuses: Vec<String>,
    /// Why the stream could not be read to its end.
    pub(super) cut: Option<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PropertyResult {
    /// CBMC's name for it: `main.assertion.1`.
    pub(super) name: String,
    /// What the assertion says: `qicc:1`.
    pub(super) description: String,
    pub(super) status: String,
    pub(super) trace: Vec<Step>,
}

/// One step of an execution, with where it is in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) line: Option<u32>,
    /// None before the first function is entered.
    pub(super) function: Option<String>,
    pub(super) what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    Assign {
        place: String,
        value: String,
    },
    /// To a parameter, in the caller's line.
    Pass {
        place: String,
        value: String,
    },
    Call(String),
    Return(String),
    /// This property does not hold here.
    Failure(String),
}

/// Reads an answer as far as it goes.
pub(super) fn read(reader: impl Read) -> Output {
    let mut output = Output::default();
    let mut json = serde_json::Deserializer::from_reader(reader);
    let read = Elements(&mut output).deserialize(&mut json).and_then(|()| json.end());
    output.cut = read.err().map(|error| error.to_string());
    output
}

struct Elements<'a>(&'a mut Output);

impl<'de> DeserializeSeed<'de> for Elements<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of messages and results")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Element(self.0))?.is_some() {}
        Ok(())
    }
}

struct Element<'a>(&'a mut Output);

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message or a result")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut text, mut kind) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "messageText" => text = Some(map.next_value::<String>()?),
                "messageType" => kind = Some(map.next_value::<String>()?),
                "cProverStatus" => self.0.statuses.push(map.next_value()?),
                "result" => map.next_value_seed(Results(&mut self.0.results))?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        if let (Some(text), Some("ERROR")) = (text, kind.as_deref())
            && self.0.errors.len() < ERRORS
        {
            self.0.errors.push(text);
        }
        Ok(())
    }
}

struct Results<'a>(&'a mut Vec<PropertyResult>);

impl<'de> DeserializeSeed<'de> for Results<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Results<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of results")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(result) = list.next_element::<PropertyResult>()? {
            self.0.push(result);
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for PropertyResult {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<PropertyResult, D::Error> {
        json.deserialize_map(ResultVisitor)
    }
}

struct ResultVisitor;

impl<'de> Visitor<'de> for ResultVisitor {
    type Value = PropertyResult;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PropertyResult, A::Error> {
        let (mut name, mut description, mut status) = (None, None, None);
        let mut trace = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "property" => name = Some(map.next_value::<String>()?),
                "description" => description = Some(map.next_value::<String>()?),
                "status" => status = Some(map.next_value::<String>()?),
                "trace" => trace = map.next_value::<Steps>()?.0.into(),
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        let name = name.ok_or_else(|| de::Error::missing_field("property"))?;
        let status = status.ok_or_else(|| de::Error::missing_field("status"))?;
        let description = description.unwrap_or_default();
        if !description.starts_with("qicc:") {
            trace = Vec::new();
        }
        Ok(PropertyResult { name, description, status, trace })
    }
}

/// The steps of an execution that may tell somebody something.
struct Steps(VecDeque<Step>);

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Steps, D::Error> {
        json.deserialize_seq(StepsVisitor)
    }
}

struct StepsVisitor;

impl<'de> Visitor<'de> for StepsVisitor {
    type Value = Steps;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Steps, A::Error> {
        let mut steps = VecDeque::new();
        while let Some(raw) = list.next_element::<RawStep>()? {
            if let Some(step) = raw.step() {
                if steps.len() == STEPS {
                    steps.pop_front();
                }
                steps.push_back(step);
            }
        }
        Ok(Steps(steps))
    }
}

/// A place in a file; the line is a string.
#[derive(Deserialize)]
struct Place {
    file: Option<String>,
    line: Option<String>,
    function: Option<String>,
}

impl Place {
    /// The line, in our text.
    fn line(&self) -> Option<u32> {
        if self.file.as_deref() == Some(TEXT) { self.line.as_ref()?.parse().ok() } else { None }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawStep {
    step_type: String,
    #[serde(default)]
    hidden: bool,
    source_location: Option<Place>,
    lhs: Option<String>,
    value: Option<Value>,
    assignment_type: Option<String>,
    function: Option<RawFunction>,
    property: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawFunction {
    display_name: String,
}

impl RawStep {
    fn step(self) -> Option<Step> {
        let line = self.source_location.as_ref().and_then(Place::line);
        let what = match self.step_type.as_str() {
            "assignment" if line.is_some() => {
                let written = self.lhs?;
                if self.hidden && value::input(&written).is_none() {
                    return None;
                }
                let (place, value) = (value::place(&written)?, value::text(&self.value?)?);
                match self.assignment_type.as_deref() {
                    Some("actual-parameter") => What::Pass { place, value },
                    _ => What::Assign { place, value },
                }
            }
            "function-call" => What::Call(self.function?.display_name),
            "function-return" => What::Return(self.function?.display_name),
            "failure" => What::Failure(self.property?),
            _ => return None,
        };
        Some(Step { line, function: self.source_location.and_then(|place| place.function), what })
    }
}
