//! All tests of drawings and of polygons in files, in one program: each program is linked with the readers and compiles
//! their generic code.

mod drawing;
mod exports;
mod paper;
mod polygons;
mod preview;
mod readers;
mod validity;
