//! Questions that one call of the library answers. The time of transect is measured beside that of the plain formula in
//! f64, compiled with the same flags, and beside that of other libraries, where they answer the question.
//!
//! The name of a question begins with its family, such as `side` for the questions of `sides.rs`. All engines get the
//! same random numbers. An answer of another engine counts as wrong if it differs from that of transect. Two numbers
//! differ if their distance is more than 10⁻⁶ times the largest of 1 and their magnitudes.

mod answer;
mod data;
mod fits;
mod measures;
mod meets;
mod overlaps;
mod plain;
mod regions;
mod sides;

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use crate::questions::single::answer::Answer;
use crate::questions::single::data::Data;
use crate::random::Random;
use crate::report::{Figure, Report, Subject};
use crate::rounds::{Effort, measure_repeated};

/// The name of the engine that is the formula a user would write by hand, in f64.
const PLAIN: &str = "plain f64";
const OURS: &str = "transect";
const PARRY: &str = "parry3d";
const BEVY: &str = "bevy";

/// The number of records for a question whose call takes at most a few microseconds.
const COUNT: usize = 4096;

/// The largest number of successive records that are timed together.
const CHUNK: usize = 1024;

pub(crate) fn ask(report: &Report) {
    let session = Session { report };
    sides::ask(&session);
    measures::ask(&session);
    meets::ask(&session);
    regions::ask(&session);
    overlaps::ask(&session);
    fits::ask(&session);
}

/// An engine that answers one question for each of many records.
trait Engine<Record, A> {
    fn name(&self) -> &'static str;
    /// Converts the records to the types of the engine. This is not timed.
    fn load(&mut self, records: &[Record]);
    /// Answers the question for a range of records.
    fn run(&self, chunk: Range<usize>);
    /// Returns the answers for all records.
    fn answers(&self) -> Vec<A>;
}

struct Calls<Thing, Prepare, Call> {
    name: &'static str,
    prepare: Prepare,
    call: Call,
    things: Vec<Thing>,
}

impl<Record, Thing, A, Prepare, Call> Engine<Record, A> for Calls<Thing, Prepare, Call>
where
    Prepare: Fn(&Record) -> Thing,
    Call: Fn(&Thing) -> A,
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn load(&mut self, records: &[Record]) {
        self.things = records.iter().map(&self.prepare).collect();
    }

    fn run(&self, chunk: Range<usize>) {
        for thing in &self.things[chunk] {
            black_box((self.call)(black_box(thing)));
        }
    }

    fn answers(&self) -> Vec<A> {
        self.things.iter().map(&self.call).collect()
    }
}

type Engines<'a, Record, A> = Vec<Box<dyn Engine<Record, A> + 'a>>;

/// Returns an engine that converts each record by `prepare`, which is not timed, and answers by `call`.
fn calls<'a, Record, Thing: 'a, A>(
    name: &'static str,
    prepare: impl Fn(&Record) -> Thing + 'a,
    call: impl Fn(&Thing) -> A + 'a,
) -> Box<dyn Engine<Record, A> + 'a> {
    Box::new(Calls {
        name,
        prepare,
        call,
        things: Vec::new(),
    })
}

/// Measures questions and reports their times.
struct Session<'a> {
    report: &'a Report,
}

impl Session<'_> {
    /// Asks a question about [`COUNT`] records. The first engine is transect.
    fn ask<Record, A: Answer>(
        &self,
        question: &'static str,
        data: Data,
        record: impl Fn(&mut Random) -> Record,
        engines: Engines<'_, Record, A>,
    ) {
        self.ask_about(question, data.name(), [COUNT, 1], record, engines);
    }

    /// Asks a question about `count` records, each of which has `items` items. The reported time is the time per item.
    fn ask_about<Record, A: Answer>(
        &self,
        question: &'static str,
        data: &'static str,
        [count, items]: [usize; 2],
        record: impl Fn(&mut Random) -> Record,
        mut engines: Engines<'_, Record, A>,
    ) {
        if !self.report.wants(question, data) {
            return;
        }
        let subject = Subject {
            question,
            data: data.into(),
            count: count * items,
        };
        eprintln!("{subject}");
        let mut random = Random::new(29);
        let records: Vec<Record> = (0..count).map(|_| record(&mut random)).collect();
        for engine in &mut engines {
            engine.load(&records);
        }
        let chunk = CHUNK.min(count);
        let started = Instant::now();
        engines[0].run(0..chunk);
        let repeats = Duration::from_micros(20).as_nanos() / started.elapsed().as_nanos().max(1);
        let times = measure_repeated(
            &mut engines,
            |engine, chunk| engine.run(chunk),
            [count, chunk],
            repeats.clamp(1, 64) as u32,
            Effort::Quick,
        );
        let ours = engines[0].answers();
        let figure = |(place, (engine, time)): (usize, (&Box<dyn Engine<Record, A> + '_>, f64))| {
            let differs = |(ours, theirs): &(&A, A)| !ours.is_close(theirs);
            let wrong = || ours.iter().zip(engine.answers()).filter(differs).count();
            Figure {
                engine: engine.name(),
                nanoseconds: time / items as f64,
                wrong: (place > 0).then(wrong),
            }
        };
        let figures: Vec<Figure> = engines.iter().zip(times).enumerate().map(figure).collect();
        self.report.write(&subject, &figures);
    }
}
