//! Values of wrong types: each line with such a value must not compile. `tests/wrong_types.rs` checks that the error
//! names the public trait that the value's type does not implement.
//!
//! A value of a type that does not implement [`Shape`](crate::Shape):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! plane.side(&"a name");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Shape`](crate::Shape):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! plane.side(&[1_i32; 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Polytope`](crate::Polytope):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! transect::overlap(&[0.0; 3], &transect::Sphere::new([0.0; 3], 1.0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`ExtentThrough`](crate::ExtentThrough):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! transect::PlaneThrough::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?.side(&1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`IntervalThrough`](crate::IntervalThrough):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! transect::PlaneThrough::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?.interval(&1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`KeptPlane`](crate::KeptPlane):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! transect::batch::PointRows::new(&[[0.0; 3]]).sides_of_kept(&plane, &mut [transect::Side::On]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Meet`](crate::Meet):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! plane.meet(&transect::Sphere::new([0.0; 3], 1.0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Convex`](crate::Convex):
//! ```compile_fail,E0277
//! let line = transect::Line::new([0.0; 3], [0.0, 0.0, 1.0])?;
//! line.chord(&1.2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Clip`](crate::Clip):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! plane.split(&transect::Sphere::new([0.0; 3], 1.0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`ClipInChain`](crate::ClipInChain):
//! ```compile_fail,E0277
//! transect::Region::new(&[]).clip(&transect::Sphere::new([0.0; 3], 1.0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`RegionShape`](crate::region::RegionShape):
//! ```compile_fail,E0277
//! transect::Region::new(&[]).overlap(&transect::Capsule::new([0.0; 3], [1.0; 3], 1.0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Cutter`](crate::Cutter):
//! ```compile_fail,E0277
//! fn cut(_: &impl transect::Cutter) {}
//! cut(&1.2);
//! ```
//!
//! A value of a type that does not implement [`Batch`](crate::batch::Batch):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! fn rows(_: &impl transect::batch::Batch<3>) {}
//! rows(&vec![[0.0; 3]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Scalar`](crate::batch::Scalar):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! transect::batch::PointColumns::new([&[1, 2], &[3, 4]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Coordinate`](crate::bvh::Coordinate):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! fn tree<T: transect::bvh::Coordinate>(_: T) {}
//! tree(1_u8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Coordinates`](crate::interop::Coordinates):
//! ```compile_fail,E0277
//! let plane: transect::Plane = "z = 1".parse()?;
//! let point: [f64; 3] = transect::interop::Coordinates::coordinates("1, 2, 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`Coordinates`](crate::interop::Coordinates):
//! ```compile_fail,E0277
//! transect::Aabb::new([0_i32; 3], [1_i32; 3])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A value of a type that does not implement [`RoundedFrom`](crate::interop::RoundedFrom):
//! ```compile_fail,E0277
//! let point: String = transect::interop::RoundedFrom::rounded_from([0.0; 3]);
//! ```
//!
//! A value of a type that does not implement [`Matrix4`](crate::interop::Matrix4):
//! ```compile_fail,E0277
//! let map = transect::Transform::from_matrix(&[[1.0, 0.0], [0.0, 1.0]])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
