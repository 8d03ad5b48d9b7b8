//! The tasks of contributors and CI: `cargo xtask --help`.

mod archive;
mod bench;
mod c_archive;
mod checksum;
mod cluster;
mod corpus;
mod deb;
mod dxf;
mod entrances;
mod exactness;
mod executable;
mod figures;
mod header;
mod ifc;
mod imports;
mod install;
mod layers;
mod licences;
mod linked;
mod manual;
mod mutations;
mod npm;
mod openscad;
mod package;
mod process;
mod programs;
mod python;
mod python_check;
mod record;
mod release;
mod roundtrip;
mod s3;
mod samples;
mod shapely;
mod shared;
mod sheet;
mod static_page;
mod tables;
mod targets;
mod test_web;
mod third_party;
mod verify_others;
mod versions;
mod web;
mod wheel;
#[cfg(test)]
mod workflows;
mod workspaces;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::bench::Bench;
use crate::c_archive::CArchive;
use crate::cluster::Cluster;
use crate::corpus::Corpus;
use crate::deb::Deb;
use crate::dxf::Dxf;
use crate::entrances::Entrances;
use crate::exactness::Exactness;
use crate::figures::Figures;
use crate::header::Header;
use crate::ifc::Ifc;
use crate::imports::Imports;
use crate::install::Install;
use crate::layers::Layers;
use crate::licences::Licences;
use crate::manual::Manual;
use crate::mutations::Mutations;
use crate::openscad::OpenScad;
use crate::package::Package;
use crate::programs::Programs;
use crate::record::Record;
use crate::release::Release;
use crate::roundtrip::Roundtrip;
use crate::s3::S3;
use crate::samples::Samples;
use crate::shapely::Shapely;
use crate::tables::Tables;
use crate::targets::Targets;
use crate::test_web::TestWeb;
use crate::verify_others::VerifyOthers;
use crate::web::Web;
use crate::wheel::Wheel;

/// Tasks for contributors; the help of each task lists what it needs
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// The tasks that `cargo xtask` can run: one variant and one source file per task.
#[derive(Subcommand)]
enum Task {
    Bench(Bench),
    CArchive(CArchive),
    Cluster(Cluster),
    Corpus(Corpus),
    Deb(Deb),
    Dxf(Dxf),
    Entrances(Entrances),
    Exactness(Exactness),
    Figures(Figures),
    Header(Header),
    Ifc(Ifc),
    Imports(Imports),
    Install(Install),
    Layers(Layers),
    Licences(Licences),
    Manual(Manual),
    Mutations(Mutations),
    #[command(name = "openscad")]
    OpenScad(OpenScad),
    Package(Package),
    Programs(Programs),
    Record(Record),
    Release(Release),
    Roundtrip(Roundtrip),
    S3(S3),
    Samples(Samples),
    Shapely(Shapely),
    Tables(Tables),
    Targets(Targets),
    TestWeb(TestWeb),
    VerifyOthers(VerifyOthers),
    Web(Web),
    Wheel(Wheel),
}

fn main() -> io::Result<ExitCode> {
    match Arguments::parse().task {
        Task::Bench(bench) => bench.run(),
        Task::CArchive(archive) => archive.run(),
        Task::Cluster(cluster) => cluster.run(),
        Task::Corpus(corpus) => corpus.run(),
        Task::Deb(deb) => deb.run(),
        Task::Dxf(dxf) => dxf.run(),
        Task::Entrances(entrances) => entrances.run(),
        Task::Exactness(exactness) => exactness.run(),
        Task::Figures(figures) => figures.run(),
        Task::Header(header) => header.run(),
        Task::Ifc(ifc) => ifc.run(),
        Task::Imports(imports) => imports.run(),
        Task::Install(install) => install.run(),
        Task::Layers(layers) => layers.run(),
        Task::Licences(licences) => licences.run(),
        Task::Manual(manual) => manual.run(),
        Task::Mutations(mutations) => mutations.run(),
        Task::OpenScad(openscad) => openscad.run(),
        Task::Package(package) => package.run(),
        Task::Programs(programs) => programs.run(),
        Task::Record(record) => record.run(),
        Task::Release(release) => release.run(),
        Task::Roundtrip(roundtrip) => roundtrip.run(),
        Task::S3(s3) => s3.run(),
        Task::Samples(samples) => samples.run(),
        Task::Shapely(shapely) => shapely.run(),
        Task::Tables(tables) => tables.run(),
        Task::Targets(targets) => targets.run(),
        Task::TestWeb(test_web) => test_web.run(),
        Task::VerifyOthers(verify_others) => verify_others.run(),
        Task::Web(web) => web.run(),
        Task::Wheel(wheel) => wheel.run(),
    }
}
