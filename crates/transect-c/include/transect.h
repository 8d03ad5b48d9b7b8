/*
 * transect: exact sides of planes and exact cuts of meshes, with certificates. https://crates.io/crates/transect
 *
 * Rules for all functions:
 *
 * - A function returns a transect_status, 0 for success, unless it cannot fail. On failure nothing is written, except a
 *   count that tells how much room is needed; transect_last_message() explains the failure.
 * - Values are passed as pointers to records, and may overlap with the record of the result. Columns and buffers must
 *   not overlap with memory that the function writes.
 * - Counts, strides and capacities are in elements, never in bytes. A pointer may be null if its count is 0.
 * - Handles are made by the function that has them as ** parameter. The caller owns them, and frees each one with the
 *   function transect_..._free of its type, which ignores null.
 * - Functions that take const handles may be called by several threads at once. A handle that is not const belongs to
 *   one thread at a time.
 *
 * This file is generated from the Rust code by `cargo xtask header`. License: MIT or Apache-2.0.
 */

#ifndef TRANSECT_H
#define TRANSECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of the interface. A function or record that programs use was changed or removed if this number grew.
 */
#define TRANSECT_ABI_VERSION 1

/**
 * The revision of the interface. Functions were added if this number grew and the version did not.
 */
#define TRANSECT_ABI_REVISION 0

/**
 * The status of a call.
 */
enum transect_status
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * The call succeeded.
     */
    TRANSECT_STATUS_OK = 0,
    /**
     * A pointer is null that must not be.
     */
    TRANSECT_STATUS_NULL_POINTER = 1,
    /**
     * A pointer is not a multiple of the alignment of its type.
     */
    TRANSECT_STATUS_MISALIGNED = 2,
    /**
     * Memory that the function writes overlaps with memory that it also reads or writes.
     */
    TRANSECT_STATUS_OVERLAP = 3,
    /**
     * A count, a stride or an index is out of range.
     */
    TRANSECT_STATUS_COUNT = 4,
    /**
     * The caller's buffer is too small. The count tells how much room is needed.
     */
    TRANSECT_STATUS_TOO_SMALL = 5,
    /**
     * A value is invalid: a NaN, a zero normal, an unknown constant, text that is not a plane.
     */
    TRANSECT_STATUS_INVALID = 6,
    /**
     * The mesh is invalid, or not of the kind that the function needs, such as closed.
     */
    TRANSECT_STATUS_MESH = 7,
    /**
     * There is no further result.
     */
    TRANSECT_STATUS_END = 8,
    /**
     * The certificate has an error: the cut is wrong.
     */
    TRANSECT_STATUS_WRONG_CUT = 9,
    /**
     * An error of the library itself. The handles of the call must only be freed. Please report it.
     */
    TRANSECT_STATUS_INTERNAL = 10,
};
#ifndef __cplusplus
typedef int32_t transect_status;
#endif // __cplusplus

/**
 * The place of a hit in a triangle.
 */
enum transect_hit_place
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * The interior of the triangle.
     */
    TRANSECT_HIT_PLACE_INTERIOR = 0,
    /**
     * An edge: number k is from corner k to corner k + 1.
     */
    TRANSECT_HIT_PLACE_EDGE = 1,
    /**
     * A corner.
     */
    TRANSECT_HIT_PLACE_CORNER = 2,
};
#ifndef __cplusplus
typedef int32_t transect_hit_place;
#endif // __cplusplus

/**
 * A side of a plane. The numbers are those of the exact sign of normal·p + offset. Sets are closed: a shape that
 * touches the plane is on it.
 */
enum transect_side
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * Strictly behind the plane.
     */
    TRANSECT_SIDE_BACK = -1,
    /**
     * On the plane: a point of it, or a shape that meets it.
     */
    TRANSECT_SIDE_ON = 0,
    /**
     * Strictly in front of the plane.
     */
    TRANSECT_SIDE_FRONT = 1,
};
#ifndef __cplusplus
typedef int32_t transect_side;
#endif // __cplusplus

/**
 * The points that planes and lines have in common.
 */
enum transect_common
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * No point.
     */
    TRANSECT_COMMON_NOTHING = 0,
    /**
     * One point.
     */
    TRANSECT_COMMON_POINT = 1,
    /**
     * A line; for a plane and a line, ray or segment, all points of the latter.
     */
    TRANSECT_COMMON_LINE = 2,
    /**
     * A plane: all planes have the same points.
     */
    TRANSECT_COMMON_PLANE = 3,
};
#ifndef __cplusplus
typedef int32_t transect_common;
#endif // __cplusplus

/**
 * The relation of a shape to a region. Sets are closed: a shape that touches from outside meets the region.
 */
enum transect_region_overlap
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * The shape has no point in the region.
     */
    TRANSECT_REGION_OVERLAP_OUTSIDE = 0,
    /**
     * The shape has points inside and points outside.
     */
    TRANSECT_REGION_OVERLAP_MEETS = 1,
    /**
     * The whole shape is in the region.
     */
    TRANSECT_REGION_OVERLAP_INSIDE = 2,
};
#ifndef __cplusplus
typedef int32_t transect_region_overlap;
#endif // __cplusplus

/**
 * The depth range that a matrix maps to. A depth is z/w after the matrix.
 */
enum transect_clip_depth
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * −1 near and 1 far: OpenGL.
     */
    TRANSECT_CLIP_DEPTH_MINUS_ONE_TO_ONE = 0,
    /**
     * 0 near and 1 far: Direct3D, Vulkan, Metal, WebGPU.
     */
    TRANSECT_CLIP_DEPTH_ZERO_TO_ONE = 1,
    /**
     * 1 near and 0 far: reversed depth, as in Unreal Engine.
     */
    TRANSECT_CLIP_DEPTH_REVERSED_Z = 2,
};
#ifndef __cplusplus
typedef int32_t transect_clip_depth;
#endif // __cplusplus

/**
 * The far plane of a frustum.
 */
enum transect_far_plane
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * The matrix has it.
     */
    TRANSECT_FAR_PLANE_FROM_MATRIX = 0,
    /**
     * The matrix projects to infinity, so the frustum has no far plane. Rounding errors could place it anywhere.
     */
    TRANSECT_FAR_PLANE_INFINITE = 1,
};
#ifndef __cplusplus
typedef int32_t transect_far_plane;
#endif // __cplusplus

/**
 * The type of the numbers in an index buffer.
 */
enum transect_index_type
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * Without an index buffer: three successive vertices are a triangle.
     */
    TRANSECT_INDEX_TYPE_NONE = 0,
    /**
     * `uint16_t`.
     */
    TRANSECT_INDEX_TYPE_U16 = 1,
    /**
     * `uint32_t`.
     */
    TRANSECT_INDEX_TYPE_U32 = 2,
};
#ifndef __cplusplus
typedef int32_t transect_index_type;
#endif // __cplusplus

/**
 * The part of a line origin + t·direction.
 */
enum transect_line_kind
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * All t.
     */
    TRANSECT_LINE_KIND_LINE = 0,
    /**
     * t ≥ 0.
     */
    TRANSECT_LINE_KIND_RAY = 1,
    /**
     * 0 ≤ t ≤ 1: from the origin to origin + direction.
     */
    TRANSECT_LINE_KIND_SEGMENT = 2,
};
#ifndef __cplusplus
typedef int32_t transect_line_kind;
#endif // __cplusplus

/**
 * The order of the 16 numbers of a matrix that is applied to columns (x, y, z, 1).
 */
enum transect_matrix_order
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * Row by row: the translation is in the numbers 3, 7 and 11. A matrix that is applied to rows, as in DirectXMath
     * and Unreal Engine, has this memory in the other order.
     */
    TRANSECT_MATRIX_ORDER_ROW_MAJOR = 0,
    /**
     * Column by column: the translation is in the numbers 12, 13 and 14, as in OpenGL and glm, and as in DirectXMath
     * and Unreal Engine, whose matrices are applied to rows.
     */
    TRANSECT_MATRIX_ORDER_COLUMN_MAJOR = 1,
};
#ifndef __cplusplus
typedef int32_t transect_matrix_order;
#endif // __cplusplus

/**
 * The question about shapes near the edges of a region.
 */
enum transect_precision
#ifdef __cplusplus
  : int32_t
#endif // __cplusplus
 {
    /**
     * The exact relation.
     */
    TRANSECT_PRECISION_EXACT = 0,
    /**
     * Each plane for itself, as renderers cull: outside only if the shape is behind one plane. Faster; some shapes
     * that are outside count as meeting the region.
     */
    TRANSECT_PRECISION_CONSERVATIVE = 1,
};
#ifndef __cplusplus
typedef int32_t transect_precision;
#endif // __cplusplus

/**
 * The vertex and index buffers of a mesh or of a half. Any function may use them in several threads at once.
 */
typedef struct transect_buffers transect_buffers;

/**
 * The certificate of a cut: computed from the input, the planes and the parts, without the code that cuts. Any
 * function may use it in several threads at once.
 */
typedef struct transect_certificate transect_certificate;

/**
 * The area of the section and the volume behind the plane, for every height along a direction. Any function may use
 * it in several threads at once.
 */
typedef struct transect_curve transect_curve;

/**
 * A mesh with a tree over its triangles. It keeps the mesh. Any function may use it in several threads at once.
 */
typedef struct transect_index transect_index;

/**
 * The layers of a mesh, in ascending order of height. It keeps the mesh. It belongs to one thread at a time, because
 * `transect_layers_next` changes it.
 */
typedef struct transect_layers transect_layers;

/**
 * A triangle mesh with one vertex per exact position. It copies the buffers it was made from, and never changes. Any
 * function may use it in several threads at once.
 */
typedef struct transect_mesh transect_mesh;

/**
 * The parts of a mesh that was divided by several planes, ordered by their sides: front before back, the first plane
 * counts most. Any function may use it in several threads at once.
 */
typedef struct transect_parts transect_parts;

/**
 * The section of a mesh by a plane. Any function may use it in several threads at once.
 */
typedef struct transect_section transect_section;

/**
 * A tree of axis-aligned boxes, whose ids are the rows of the columns it was built from. It copies the boxes. The
 * numbers are those of the columns, `float` or `double`. Queries may come from several threads at once.
 */
typedef struct transect_tree transect_tree;

/**
 * A plane: the points p with normal·p + offset = 0. Points with a positive normal·p + offset are in front of it. The
 * normal has any length but zero. Each function that takes a plane checks its numbers.
 */
typedef struct transect_plane {
    /**
     * The normal, which points to the front.
     */
    double normal[3];
    /**
     * The offset d of normal·p + d = 0. It has the opposite sign of the distance in normal·p = distance.
     */
    double offset;
} transect_plane;

/**
 * The sizes of buffers. A column that the mesh does not have has the width 0.
 */
typedef struct transect_buffer_sizes {
    /**
     * The number of vertices.
     */
    size_t vertices;
    /**
     * The number of indices, three per triangle.
     */
    size_t indices;
    /**
     * The place of the first index of the caps. The caps are the last indices; without caps, it is `indices`.
     */
    size_t first_cap_index;
    /**
     * The numbers per vertex of the normals: 3 or 0.
     */
    size_t normal_width;
    /**
     * The numbers per vertex of the tangents: 4 or 0.
     */
    size_t tangent_width;
    /**
     * The numbers per vertex of the texture coordinates: 2 or 0.
     */
    size_t texture_coordinate_width;
    /**
     * The numbers per vertex of the colors: 4 or 0.
     */
    size_t color_width;
    /**
     * The number of triangles that were left out because rounding to `float` made two of their corners equal.
     */
    size_t vanished;
} transect_buffer_sizes;

/**
 * Places for buffers, each packed. Capacities are in vertices, and in indices. A null list is not wanted.
 */
typedef struct transect_buffer_targets {
    /**
     * The positions: three numbers each.
     */
    float *positions;
    /**
     * The normals: three numbers each.
     */
    float *normals;
    /**
     * The tangents: four numbers each.
     */
    float *tangents;
    /**
     * The texture coordinates: two numbers each.
     */
    float *texture_coordinates;
    /**
     * The colors: four numbers each.
     */
    float *colors;
    /**
     * The indices.
     */
    uint32_t *indices;
    /**
     * The room for vertices in each list that is not null.
     */
    size_t vertex_capacity;
    /**
     * The room for indices.
     */
    size_t index_capacity;
} transect_buffer_targets;

/**
 * The verdict of a certificate. Bounds and differences are rounded.
 */
typedef struct transect_verdict {
    /**
     * `true` if the certificate found no error.
     */
    bool is_correct;
    /**
     * `true` if, in addition, the caps fill the section and no outlines of the section cross.
     */
    bool caps_verified;
    /**
     * `true` if the input is closed.
     */
    bool input_closed;
    /**
     * The number of findings: errors, and notes about the input.
     */
    size_t findings;
    /**
     * The number of parts that were judged.
     */
    size_t parts;
    /**
     * An upper bound on the distance of a vertex from its exact position, along an axis.
     */
    double displacement;
    /**
     * The volumes of the parts minus that of the input, without sign.
     */
    double volume_difference;
    /**
     * The largest such difference that rounding explains.
     */
    double volume_bound;
} transect_verdict;

/**
 * The range of a curve.
 */
typedef struct transect_height_range {
    /**
     * The lowest height of a vertex.
     */
    double lowest;
    /**
     * The highest height of a vertex.
     */
    double highest;
    /**
     * The volume of the whole mesh.
     */
    double volume;
} transect_height_range;

/**
 * The measures at one height, with bounds on their errors.
 */
typedef struct transect_curve_point {
    /**
     * The limit of the section's area as the plane is approached from behind.
     */
    double area;
    /**
     * The limit of the section's area as the plane is approached from the front.
     */
    double area_from_front;
    /**
     * A bound on the error of both areas.
     */
    double area_error;
    /**
     * The volume behind the plane.
     */
    double volume;
    /**
     * A bound on the error of the volume.
     */
    double volume_error;
    /**
     * The centroid of the volume behind the plane, if `has_centroid`.
     */
    double centroid[3];
    /**
     * A bound on the error of each coordinate of the centroid.
     */
    double centroid_error;
    /**
     * `true` if the volume is larger than its error, so that there is a centroid.
     */
    bool has_centroid;
} transect_curve_point;

/**
 * A line, a ray or a segment: the points origin + t·direction.
 */
typedef struct transect_line {
    /**
     * The origin.
     */
    double origin[3];
    /**
     * The direction, of any length but zero.
     */
    double direction[3];
    /**
     * The part of the line: one of `transect_line_kind`.
     */
    int32_t kind;
} transect_line;

/**
 * The triangle that a line, ray or segment hits first. The triangle, its place and the side are exact; t is rounded.
 */
typedef struct transect_hit {
    /**
     * The parameter t of the point, as in origin + t·direction.
     */
    double t;
    /**
     * The index of the triangle in the mesh.
     */
    size_t triangle;
    /**
     * The place in the triangle.
     */
    transect_hit_place place;
    /**
     * The number of the edge or the corner, 0 to 2.
     */
    uint32_t place_index;
    /**
     * The side of the triangle on which the origin lies: front if the line hits its outside.
     */
    transect_side from;
    /**
     * `true` if something is hit. Otherwise all other fields are zeros.
     */
    bool is_hit;
} transect_hit;

/**
 * Columns of points. Number i of a column is at `column[i * stride]`: the stride is 1 for one array per coordinate,
 * and 3 for packed records of x, y and z, where `y` is `x + 1` and `z` is `x + 2`. A row with a NaN is null; an
 * infinite number is an error.
 */
typedef struct transect_points_f32 {
    /**
     * The first coordinates.
     */
    const float *x;
    /**
     * The second coordinates.
     */
    const float *y;
    /**
     * The third coordinates.
     */
    const float *z;
    /**
     * The number of points.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_points_f32;

/**
 * Bitmaps of sides: bit i % 64 of word i / 64 belongs to row i, so each bitmap has (count + 63) / 64 words. Bits
 * after the last row are 0. A row with a bit in none of the bitmaps is strictly behind the plane.
 */
typedef struct transect_side_bitmaps {
    /**
     * Rows on the plane.
     */
    uint64_t *on;
    /**
     * Rows strictly in front of the plane.
     */
    uint64_t *front;
    /**
     * Rows that are null; a null pointer if they are not wanted.
     */
    uint64_t *null;
} transect_side_bitmaps;

/**
 * The numbers of rows on each side of a plane. Their sum is the number of rows.
 */
typedef struct transect_side_counts {
    /**
     * Rows strictly behind the plane.
     */
    size_t back;
    /**
     * Rows on the plane.
     */
    size_t on;
    /**
     * Rows strictly in front of the plane.
     */
    size_t front;
    /**
     * Rows that are null, on no side.
     */
    size_t null;
} transect_side_counts;

/**
 * Columns of points. Number i of a column is at `column[i * stride]`: the stride is 1 for one array per coordinate,
 * and 3 for packed records of x, y and z, where `y` is `x + 1` and `z` is `x + 2`. A row with a NaN is null; an
 * infinite number is an error.
 */
typedef struct transect_points_f64 {
    /**
     * The first coordinates.
     */
    const double *x;
    /**
     * The second coordinates.
     */
    const double *y;
    /**
     * The third coordinates.
     */
    const double *z;
    /**
     * The number of points.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_points_f64;

/**
 * Columns of axis-aligned boxes. Number i of a column is at `column[i * stride]`: the stride is 1 for one array per
 * bound, and 6 for packed records of three least and three greatest coordinates. A row with a NaN, or with a least
 * coordinate above the greatest one, is null.
 */
typedef struct transect_boxes_f32 {
    /**
     * The least coordinates on each axis.
     */
    const float *min[3];
    /**
     * The greatest coordinates on each axis.
     */
    const float *max[3];
    /**
     * The number of boxes.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_boxes_f32;

/**
 * Columns of axis-aligned boxes. Number i of a column is at `column[i * stride]`: the stride is 1 for one array per
 * bound, and 6 for packed records of three least and three greatest coordinates. A row with a NaN, or with a least
 * coordinate above the greatest one, is null.
 */
typedef struct transect_boxes_f64 {
    /**
     * The least coordinates on each axis.
     */
    const double *min[3];
    /**
     * The greatest coordinates on each axis.
     */
    const double *max[3];
    /**
     * The number of boxes.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_boxes_f64;

/**
 * Columns of spheres. Number i of a column is at `column[i * stride]`. A row with a NaN or a negative radius is null;
 * an infinite number is an error.
 */
typedef struct transect_spheres_f32 {
    /**
     * The coordinates of the centers on each axis.
     */
    const float *center[3];
    /**
     * The radii.
     */
    const float *radius;
    /**
     * The number of spheres.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_spheres_f32;

/**
 * Columns of spheres. Number i of a column is at `column[i * stride]`. A row with a NaN or a negative radius is null;
 * an infinite number is an error.
 */
typedef struct transect_spheres_f64 {
    /**
     * The coordinates of the centers on each axis.
     */
    const double *center[3];
    /**
     * The radii.
     */
    const double *radius;
    /**
     * The number of spheres.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_spheres_f64;

/**
 * Columns of oriented boxes. Number i of a column is at `column[i * stride]`. A row with a NaN is null;
 * an infinite number is an error.
 */
typedef struct transect_oriented_boxes_f32 {
    /**
     * The coordinates of the centers on each axis.
     */
    const float *center[3];
    /**
     * The three half axes, each with its coordinates.
     */
    const float *half_axes[3][3];
    /**
     * The number of oriented boxes.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_oriented_boxes_f32;

/**
 * Columns of oriented boxes. Number i of a column is at `column[i * stride]`. A row with a NaN is null;
 * an infinite number is an error.
 */
typedef struct transect_oriented_boxes_f64 {
    /**
     * The coordinates of the centers on each axis.
     */
    const double *center[3];
    /**
     * The three half axes, each with its coordinates.
     */
    const double *half_axes[3][3];
    /**
     * The number of oriented boxes.
     */
    size_t count;
    /**
     * The distance of successive numbers of a column, in numbers: 1 or more.
     */
    size_t stride;
} transect_oriented_boxes_f64;

/**
 * The meeting of a plane and a line, a ray or a segment. What is common is exact; the point is rounded.
 */
typedef struct transect_line_meeting {
    /**
     * The common points: nothing, a point or a line.
     */
    transect_common common;
    /**
     * If nothing is common, the side of the whole line, ray or segment. If there is a point, the side to which it
     * leads with growing t.
     */
    transect_side side;
    /**
     * The parameter of the point, with a relative error below 2⁻⁴⁸; 0 without a point.
     */
    double t;
    /**
     * The point; zeros without a point.
     */
    double point[3];
} transect_line_meeting;

/**
 * The meeting of two or three planes. What is common is exact; each number is the float nearest to the true one.
 */
typedef struct transect_planes_meeting {
    /**
     * The common points.
     */
    transect_common common;
    /**
     * The common point, or the origin of the common line; otherwise zeros.
     */
    double point[3];
    /**
     * The direction of the common line; otherwise zeros.
     */
    double direction[3];
} transect_planes_meeting;

/**
 * A column of numbers of the vertices: number k of vertex i is at `numbers[i * stride + k]`. A column whose
 * `numbers` are null is missing.
 */
typedef struct transect_vertex_numbers {
    /**
     * The first number of the first vertex.
     */
    const float *numbers;
    /**
     * The distance of successive vertices, in numbers. For packed columns, it is the width of the column.
     */
    size_t stride;
} transect_vertex_numbers;

/**
 * Vertex and index buffers, as graphics cards have them. Columns may be interleaved. Zeros and null pointers stand for
 * what is missing, so begin with `= {0}`.
 */
typedef struct transect_vertex_arrays {
    /**
     * The positions: three numbers each.
     */
    struct transect_vertex_numbers positions;
    /**
     * The normals: three numbers each.
     */
    struct transect_vertex_numbers normals;
    /**
     * The tangents: four numbers each, a direction and a handedness ±1.
     */
    struct transect_vertex_numbers tangents;
    /**
     * The texture coordinates: two numbers each.
     */
    struct transect_vertex_numbers texture_coordinates;
    /**
     * The linear colors: four numbers each.
     */
    struct transect_vertex_numbers colors;
    /**
     * The number of vertices.
     */
    size_t vertex_count;
    /**
     * The indices: three successive ones are a triangle, counter-clockwise seen from outside.
     */
    const void *indices;
    /**
     * The number of indices, a multiple of three; 0 without an index buffer.
     */
    size_t index_count;
    /**
     * The type of the indices: one of `transect_index_type`.
     */
    int32_t index_type;
} transect_vertex_arrays;

/**
 * An axis-aligned box: the points p with min ≤ p ≤ max on each axis. Bounds may be infinite.
 */
typedef struct transect_box {
    /**
     * The least coordinates.
     */
    double min[3];
    /**
     * The greatest coordinates.
     */
    double max[3];
} transect_box;

/**
 * Measures of a mesh. Counts are exact, areas and volumes rounded.
 */
typedef struct transect_mesh_measured {
    /**
     * The number of vertices: one per exact position.
     */
    size_t vertices;
    /**
     * The number of triangles.
     */
    size_t triangles;
    /**
     * The number of directed edges without a matching reverse edge: 0 if the mesh is closed.
     */
    size_t open_edges;
    /**
     * The area of the triangles.
     */
    double area;
    /**
     * The volume that the mesh encloses; meaningful only if it is closed.
     */
    double volume;
    /**
     * The least box around the vertices; zeros for an empty mesh.
     */
    struct transect_box bounds;
} transect_mesh_measured;

/**
 * The changes that dividing and welding made to a mesh.
 */
typedef struct transect_weld_changes {
    /**
     * The number of open edges before.
     */
    size_t open_edges_before;
    /**
     * The number of open edges after.
     */
    size_t open_edges;
    /**
     * The number of edges that were divided at vertices that lie exactly on them. This moves nothing.
     */
    size_t divided_edges;
    /**
     * The number of vertices that were moved onto another vertex.
     */
    size_t merged_vertices;
    /**
     * The number of edges that were divided at a near vertex, and so bent to it.
     */
    size_t bent_edges;
    /**
     * The number of triangles that vanished.
     */
    size_t vanished;
    /**
     * The number of triangles that were turned by more than 90°.
     */
    size_t turned;
    /**
     * The largest distance by which a vertex was moved, rounded up.
     */
    double largest_move;
} transect_weld_changes;

/**
 * A sphere with its interior.
 */
typedef struct transect_sphere {
    /**
     * The center.
     */
    double center[3];
    /**
     * The radius, 0 or more.
     */
    double radius;
} transect_sphere;

/**
 * An oriented box: the points center + u·a + v·b + w·c, where u, v and w are between −1 and 1, and a, b and c are
 * the half axes. They need not be perpendicular, so this is any parallelepiped.
 */
typedef struct transect_oriented_box {
    /**
     * The center.
     */
    double center[3];
    /**
     * The three half axes: vectors from the center to the middle of a face.
     */
    double half_axes[3][3];
} transect_oriented_box;

/**
 * Bitmaps of relations, in the order of bits of `transect_side_bitmaps`. A row with a bit in none of the bitmaps is
 * outside of the region.
 */
typedef struct transect_region_bitmaps {
    /**
     * Rows with points inside and points outside.
     */
    uint64_t *meets;
    /**
     * Rows wholly in the region.
     */
    uint64_t *inside;
    /**
     * Rows that are null; a null pointer if they are not wanted.
     */
    uint64_t *null;
} transect_region_bitmaps;

/**
 * The numbers of rows with each relation to a region. Their sum is the number of rows.
 */
typedef struct transect_region_counts {
    /**
     * Rows outside of the region.
     */
    size_t outside;
    /**
     * Rows with points inside and points outside.
     */
    size_t meets;
    /**
     * Rows wholly in the region.
     */
    size_t inside;
    /**
     * Rows that are null, without a relation.
     */
    size_t null;
} transect_region_counts;

/**
 * The counts and measures of a section. Counts are exact, measures rounded.
 */
typedef struct transect_section_measured {
    /**
     * The number of closed loops.
     */
    size_t loops;
    /**
     * The number of open chains, where the mesh is open.
     */
    size_t open_chains;
    /**
     * The number of points of all loops and open chains.
     */
    size_t points;
    /**
     * The sum of the areas of the loops: positive counter-clockwise seen from the front, so holes are subtracted.
     */
    double area;
    /**
     * The sum of the lengths of the loops.
     */
    double perimeter;
} transect_section_measured;

/**
 * A closed loop of a section.
 */
typedef struct transect_section_loop {
    /**
     * The signed area: positive counter-clockwise seen from the front of the plane.
     */
    double area;
    /**
     * The index of the least loop around this one, or `SIZE_MAX`.
     */
    size_t parent;
    /**
     * `true` if there is material outside of this loop and none inside.
     */
    bool is_hole;
    /**
     * Zeros.
     */
    uint8_t reserved[7];
} transect_section_loop;

/**
 * The reach of a shape along the normal of a plane: its backmost and its frontmost point. The sides are exact, the
 * distances are rounded. A shape that touches from the front has the sides on and front.
 */
typedef struct transect_reach {
    /**
     * The side of the backmost point.
     */
    transect_side backmost;
    /**
     * The side of the frontmost point.
     */
    transect_side frontmost;
    /**
     * The signed distance of the backmost point.
     */
    double backmost_distance;
    /**
     * The signed distance of the frontmost point.
     */
    double frontmost_distance;
} transect_reach;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes the vertex and index buffers of a mesh. Positions are relative to `origin`, rounded to `float`; null stands
 * for zeros. Free the buffers with `transect_buffers_free`.
 */
transect_status transect_mesh_to_buffers(const struct transect_mesh *mesh,
                                         const double *origin,
                                         struct transect_buffers **buffers);

/**
 * Cuts a mesh along a plane into the buffers of its halves, in less time than `transect_mesh_split` and
 * `transect_mesh_to_buffers`. `origin` is as there. The texture coordinates of caps are lengths divided by
 * `cap_tile`, which is greater than 0. Free both buffers with `transect_buffers_free`.
 */
transect_status transect_mesh_split_to_buffers(const struct transect_mesh *mesh,
                                               const struct transect_plane *plane,
                                               const double *origin,
                                               double cap_tile,
                                               struct transect_buffers **front,
                                               struct transect_buffers **back);

/**
 * Finds the sizes of buffers.
 */
transect_status transect_buffers_sizes(const struct transect_buffers *buffers, struct transect_buffer_sizes *sizes);

/**
 * Copies buffers to the caller's lists, which may be mapped memory of a graphics card. A list that is not null has
 * room for all vertices, or for all indices. A column that the mesh does not have is an error.
 */
transect_status transect_buffers_copy(const struct transect_buffers *buffers,
                                      const struct transect_buffer_targets *targets);

/**
 * Frees buffers. Null is ignored.
 */
void transect_buffers_free(struct transect_buffers *buffers);

/**
 * Returns the status of a cut: success if the certificate found no error, and `TRANSECT_STATUS_WRONG_CUT` otherwise.
 * Then `transect_last_message` is the first error.
 */
transect_status transect_certificate_check(const struct transect_certificate *certificate);

/**
 * Finds the verdict of a certificate.
 */
transect_status transect_certificate_verdict(const struct transect_certificate *certificate,
                                             struct transect_verdict *verdict);

/**
 * Writes a certificate as text: a line for the verdict and one per finding, each with its end, and a null byte.
 * Writes the number of bytes, the null byte included. With `text` null and the capacity 0, writes only the number.
 */
transect_status transect_certificate_text(const struct transect_certificate *certificate,
                                          char *text,
                                          size_t capacity,
                                          size_t *count);

/**
 * Frees a certificate. Null is ignored.
 */
void transect_certificate_free(struct transect_certificate *certificate);

/**
 * Computes the curve of a closed mesh along a direction. Free it with `transect_curve_free`.
 */
transect_status transect_mesh_curve(const struct transect_mesh *mesh,
                                    const double *direction,
                                    struct transect_curve **curve);

/**
 * Finds the range of heights of a curve, and the volume of the mesh. A mesh without triangles has no range, which is
 * an error.
 */
transect_status transect_curve_range(const struct transect_curve *curve, struct transect_height_range *range);

/**
 * Finds the measures at a height.
 */
transect_status transect_curve_at(const struct transect_curve *curve,
                                  double height,
                                  struct transect_curve_point *point);

/**
 * Finds the lowest height at which the volume behind the plane is at least a volume, rounded.
 */
transect_status transect_curve_height_of_volume(const struct transect_curve *curve, double volume, double *height);

/**
 * Frees a curve. Null is ignored.
 */
void transect_curve_free(struct transect_curve *curve);

/**
 * Finds the planes of the frustum of a matrix with 16 numbers, in the order left, right, bottom, top, near, far;
 * their fronts point inward. `planes` has room for 6 planes. A plane that bounds nothing is left out, so
 * `plane_count` is at most 6. The planes are a region. `order`, `depth` and `far_plane` are constants of
 * `transect_matrix_order`, `transect_clip_depth` and `transect_far_plane`.
 */
transect_status transect_frustum_planes_f32(const float *matrix,
                                            int32_t order,
                                            int32_t depth,
                                            int32_t far_plane,
                                            struct transect_plane *planes,
                                            size_t *plane_count);

/**
 * Finds the planes of the frustum of a matrix with 16 numbers, in the order left, right, bottom, top, near, far;
 * their fronts point inward. `planes` has room for 6 planes. A plane that bounds nothing is left out, so
 * `plane_count` is at most 6. The planes are a region. `order`, `depth` and `far_plane` are constants of
 * `transect_matrix_order`, `transect_clip_depth` and `transect_far_plane`.
 */
transect_status transect_frustum_planes_f64(const double *matrix,
                                            int32_t order,
                                            int32_t depth,
                                            int32_t far_plane,
                                            struct transect_plane *planes,
                                            size_t *plane_count);

/**
 * Builds the index of a mesh, which may be freed before it. Free the index with `transect_index_free`.
 */
transect_status transect_index_build(const struct transect_mesh *mesh, struct transect_index **index);

/**
 * Computes the same section as `transect_mesh_section`, from the triangles near the plane only. Free it with
 * `transect_section_free`.
 */
transect_status transect_index_section(const struct transect_index *index,
                                       const struct transect_plane *plane,
                                       int32_t on_plane,
                                       struct transect_section **section);

/**
 * Finds the triangle that a line, ray or segment hits first; of several ones in the same point, the one with the least
 * index. The order is exact: there is no gap at edges and corners.
 */
transect_status transect_index_first_hit(const struct transect_index *index,
                                         const struct transect_line *line,
                                         struct transect_hit *hit);

/**
 * Frees an index. Null is ignored.
 */
void transect_index_free(struct transect_index *index);

/**
 * Begins the layers of a mesh: its sections by the planes direction·p = height. Heights come in any order; equal
 * ones give one layer. `on_plane` is as in `transect_mesh_section`. The mesh may be freed before the layers. Free
 * the layers with `transect_layers_free`.
 */
transect_status transect_mesh_layers(const struct transect_mesh *mesh,
                                     const double *direction,
                                     const double *heights,
                                     size_t height_count,
                                     int32_t on_plane,
                                     struct transect_layers **layers);

/**
 * Computes the next layer: its height and its section. After the last layer, the status is `TRANSECT_STATUS_END`.
 * `height` may be null. Free the section with `transect_section_free`.
 */
transect_status transect_layers_next(struct transect_layers *layers, double *height, struct transect_section **section);

/**
 * Frees layers. Null is ignored.
 */
void transect_layers_free(struct transect_layers *layers);

/**
 * Finds the sides of points, exactly. `counts` may be null.
 */
transect_status transect_sides_of_points_f32(const struct transect_plane *plane,
                                             const struct transect_points_f32 *points,
                                             const struct transect_side_bitmaps *bitmaps,
                                             struct transect_side_counts *counts);

/**
 * Finds the sides of points, exactly. `counts` may be null.
 */
transect_status transect_sides_of_points_f64(const struct transect_plane *plane,
                                             const struct transect_points_f64 *points,
                                             const struct transect_side_bitmaps *bitmaps,
                                             struct transect_side_counts *counts);

/**
 * Finds the sides of boxes, exactly. `counts` may be null.
 */
transect_status transect_sides_of_boxes_f32(const struct transect_plane *plane,
                                            const struct transect_boxes_f32 *boxes,
                                            const struct transect_side_bitmaps *bitmaps,
                                            struct transect_side_counts *counts);

/**
 * Finds the sides of boxes, exactly. `counts` may be null.
 */
transect_status transect_sides_of_boxes_f64(const struct transect_plane *plane,
                                            const struct transect_boxes_f64 *boxes,
                                            const struct transect_side_bitmaps *bitmaps,
                                            struct transect_side_counts *counts);

/**
 * Finds the sides of spheres, exactly. `counts` may be null.
 */
transect_status transect_sides_of_spheres_f32(const struct transect_plane *plane,
                                              const struct transect_spheres_f32 *spheres,
                                              const struct transect_side_bitmaps *bitmaps,
                                              struct transect_side_counts *counts);

/**
 * Finds the sides of spheres, exactly. `counts` may be null.
 */
transect_status transect_sides_of_spheres_f64(const struct transect_plane *plane,
                                              const struct transect_spheres_f64 *spheres,
                                              const struct transect_side_bitmaps *bitmaps,
                                              struct transect_side_counts *counts);

/**
 * Finds the sides of oriented boxes, exactly. `counts` may be null.
 */
transect_status transect_sides_of_oriented_boxes_f32(const struct transect_plane *plane,
                                                     const struct transect_oriented_boxes_f32 *boxes,
                                                     const struct transect_side_bitmaps *bitmaps,
                                                     struct transect_side_counts *counts);

/**
 * Finds the sides of oriented boxes, exactly. `counts` may be null.
 */
transect_status transect_sides_of_oriented_boxes_f64(const struct transect_plane *plane,
                                                     const struct transect_oriented_boxes_f64 *boxes,
                                                     const struct transect_side_bitmaps *bitmaps,
                                                     struct transect_side_counts *counts);

/**
 * Measures the signed distances of points, rounded: one number per point.
 */
transect_status transect_signed_distances_f32(const struct transect_plane *plane,
                                              const struct transect_points_f32 *points,
                                              double *distances);

/**
 * Measures the signed distances of points, rounded: one number per point.
 */
transect_status transect_signed_distances_f64(const struct transect_plane *plane,
                                              const struct transect_points_f64 *points,
                                              double *distances);

/**
 * Finds the common points of a plane and a line, ray or segment.
 */
transect_status transect_plane_meet_line(const struct transect_plane *plane,
                                         const struct transect_line *line,
                                         struct transect_line_meeting *meeting);

/**
 * Finds the common points of two planes: nothing, a line, or the plane itself.
 */
transect_status transect_plane_meet_plane(const struct transect_plane *a,
                                          const struct transect_plane *b,
                                          struct transect_planes_meeting *meeting);

/**
 * Finds the common points of three planes: nothing, a point, a line, or the plane itself.
 */
transect_status transect_planes_meet(const struct transect_plane *a,
                                     const struct transect_plane *b,
                                     const struct transect_plane *c,
                                     struct transect_planes_meeting *meeting);

/**
 * Makes a mesh from vertex and index buffers. Numbers are converted exactly; vertices at the same position become
 * one, and keep their other numbers per corner. Free the mesh with `transect_mesh_free`.
 */
transect_status transect_mesh_from_arrays(const struct transect_vertex_arrays *arrays, struct transect_mesh **mesh);

/**
 * Makes a mesh from positions in `double`, three packed numbers each, and triangles, three indices each. Free the
 * mesh with `transect_mesh_free`.
 */
transect_status transect_mesh_from_triangles(const double *positions,
                                             size_t vertex_count,
                                             const uint32_t *triangles,
                                             size_t triangle_count,
                                             struct transect_mesh **mesh);

/**
 * Measures a mesh.
 */
transect_status transect_mesh_measures(const struct transect_mesh *mesh, struct transect_mesh_measured *measures);

/**
 * Copies the positions and the triangles of a mesh: `transect_mesh_measures` has their numbers, which must be the
 * capacities at least. A null list with the capacity 0 is not wanted.
 */
transect_status transect_mesh_lists(const struct transect_mesh *mesh,
                                    double *positions,
                                    size_t position_capacity,
                                    uint32_t *triangles,
                                    size_t triangle_capacity);

/**
 * Closes gaps of a mesh up to a distance, greater than 0: open edges are divided at vertices on them, and near
 * vertices and edges are joined. Vertices of closed surface do not move. `changes` may be null. Free the new mesh
 * with `transect_mesh_free`.
 */
transect_status transect_mesh_weld(const struct transect_mesh *mesh,
                                   double distance,
                                   struct transect_mesh **welded,
                                   struct transect_weld_changes *changes);

/**
 * Divides open edges of a mesh at the vertices that lie exactly on them (T-junctions). Nothing moves. `changes` may
 * be null. Free the new mesh with `transect_mesh_free`.
 */
transect_status transect_mesh_divide_edges(const struct transect_mesh *mesh,
                                           struct transect_mesh **divided,
                                           struct transect_weld_changes *changes);

/**
 * Frees a mesh. Null is ignored.
 */
void transect_mesh_free(struct transect_mesh *mesh);

/**
 * Divides a mesh by several planes into the parts of all cells, and counts the parts that have triangles. The parts
 * of a closed mesh are closed. `certificate` may be null. Free the parts with `transect_parts_free` and the
 * certificate with `transect_certificate_free`.
 */
transect_status transect_mesh_divide(const struct transect_mesh *mesh,
                                     const struct transect_plane *planes,
                                     size_t plane_count,
                                     struct transect_parts **parts,
                                     size_t *part_count,
                                     struct transect_certificate **certificate);

/**
 * Returns a part as a mesh, and its side of each plane, −1 or 1. `sides` has room for one entry per plane, or is
 * null with the capacity 0. The mesh stays valid after the parts are freed. Free it with `transect_mesh_free`.
 */
transect_status transect_parts_get(const struct transect_parts *parts,
                                   size_t index,
                                   struct transect_mesh **mesh,
                                   int8_t *sides,
                                   size_t side_capacity);

/**
 * Frees parts. Null is ignored.
 */
void transect_parts_free(struct transect_parts *parts);

/**
 * Makes the plane normal·p + offset = 0. This is the form of Jolt, of most textbooks, and of Ax + By + Cz + D = 0.
 * `normal` has three numbers.
 */
transect_status transect_plane_from_normal_and_offset(const double *normal,
                                                      double offset,
                                                      struct transect_plane *plane);

/**
 * Makes the plane normal·p = distance. This is the form of Godot, Unreal Engine and parry. `normal` has three numbers.
 */
transect_status transect_plane_from_normal_and_distance(const double *normal,
                                                        double distance,
                                                        struct transect_plane *plane);

/**
 * Makes the plane through a point with a normal, each of three numbers. The offset is rounded.
 */
transect_status transect_plane_from_point_and_normal(const double *point,
                                                     const double *normal,
                                                     struct transect_plane *plane);

/**
 * Makes the plane through three points, which are counter-clockwise seen from the front. The coefficients are rounded.
 */
transect_status transect_plane_through(const double *a, const double *b, const double *c, struct transect_plane *plane);

/**
 * Makes a plane from text such as `z = 1.2` or `2x + 3y + 6z - 17 = 0`: `length` bytes of UTF-8 without a null byte.
 * The front is where the left side is greater than the right side.
 */
transect_status transect_plane_from_text(const char *text, size_t length, struct transect_plane *plane);

/**
 * Makes the plane with the same points and the opposite front.
 */
transect_status transect_plane_flipped(const struct transect_plane *plane, struct transect_plane *flipped);

/**
 * Makes the plane with a normal of length one. All coefficients are rounded.
 */
transect_status transect_plane_normalized(const struct transect_plane *plane, struct transect_plane *normalized);

/**
 * Measures the signed distance (normal·p + offset)/|normal| of a point, rounded. Use `transect_side_of_point` to
 * decide.
 */
transect_status transect_signed_distance(const struct transect_plane *plane, const double *point, double *distance);

/**
 * Decides whether two convex polygons have a common point, exactly; touching counts. Corners are pairs of numbers,
 * in order around the polygon. If the polygons are apart and `axis` is not null, it gets a vector that points from
 * the first polygon to the second, along which they are apart; zeros if no float vector separates them.
 */
transect_status transect_polygons_overlap(const double *a,
                                          size_t a_count,
                                          const double *b,
                                          size_t b_count,
                                          bool *overlap,
                                          double *axis);

/**
 * Decides whether a convex polygon contains a point, exactly; its border counts.
 */
transect_status transect_polygon_contains(const double *corners, size_t count, const double *point, bool *contains);

/**
 * Decides whether a point is in a region, exactly; borders count. A region without planes is all of space.
 */
transect_status transect_region_contains(const struct transect_plane *planes,
                                         size_t plane_count,
                                         const double *point,
                                         bool *contains);

/**
 * Finds the relation of a box to a region. `precision` is one of `transect_precision`.
 */
transect_status transect_region_overlap_box(const struct transect_plane *planes,
                                            size_t plane_count,
                                            int32_t precision,
                                            const struct transect_box *aabb,
                                            transect_region_overlap *overlap);

/**
 * Finds the relation of a sphere to a region. `precision` is one of `transect_precision`.
 */
transect_status transect_region_overlap_sphere(const struct transect_plane *planes,
                                               size_t plane_count,
                                               int32_t precision,
                                               const struct transect_sphere *sphere,
                                               transect_region_overlap *overlap);

/**
 * Finds the relation of an oriented box to a region. `precision` is one of `transect_precision`.
 */
transect_status transect_region_overlap_oriented_box(const struct transect_plane *planes,
                                                     size_t plane_count,
                                                     int32_t precision,
                                                     const struct transect_oriented_box *oriented_box,
                                                     transect_region_overlap *overlap);

/**
 * Finds the relations of points to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_points_f32(const struct transect_plane *planes,
                                                   size_t plane_count,
                                                   int32_t precision,
                                                   const struct transect_points_f32 *points,
                                                   const struct transect_region_bitmaps *bitmaps,
                                                   struct transect_region_counts *counts);

/**
 * Finds the relations of points to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_points_f64(const struct transect_plane *planes,
                                                   size_t plane_count,
                                                   int32_t precision,
                                                   const struct transect_points_f64 *points,
                                                   const struct transect_region_bitmaps *bitmaps,
                                                   struct transect_region_counts *counts);

/**
 * Finds the relations of boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_boxes_f32(const struct transect_plane *planes,
                                                  size_t plane_count,
                                                  int32_t precision,
                                                  const struct transect_boxes_f32 *boxes,
                                                  const struct transect_region_bitmaps *bitmaps,
                                                  struct transect_region_counts *counts);

/**
 * Finds the relations of boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_boxes_f64(const struct transect_plane *planes,
                                                  size_t plane_count,
                                                  int32_t precision,
                                                  const struct transect_boxes_f64 *boxes,
                                                  const struct transect_region_bitmaps *bitmaps,
                                                  struct transect_region_counts *counts);

/**
 * Finds the relations of spheres to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_spheres_f32(const struct transect_plane *planes,
                                                    size_t plane_count,
                                                    int32_t precision,
                                                    const struct transect_spheres_f32 *spheres,
                                                    const struct transect_region_bitmaps *bitmaps,
                                                    struct transect_region_counts *counts);

/**
 * Finds the relations of spheres to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_spheres_f64(const struct transect_plane *planes,
                                                    size_t plane_count,
                                                    int32_t precision,
                                                    const struct transect_spheres_f64 *spheres,
                                                    const struct transect_region_bitmaps *bitmaps,
                                                    struct transect_region_counts *counts);

/**
 * Finds the relations of oriented boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_oriented_boxes_f32(const struct transect_plane *planes,
                                                           size_t plane_count,
                                                           int32_t precision,
                                                           const struct transect_oriented_boxes_f32 *boxes,
                                                           const struct transect_region_bitmaps *bitmaps,
                                                           struct transect_region_counts *counts);

/**
 * Finds the relations of oriented boxes to a region. `precision` is one of `transect_precision`; `counts` may be null.
 */
transect_status transect_region_overlap_oriented_boxes_f64(const struct transect_plane *planes,
                                                           size_t plane_count,
                                                           int32_t precision,
                                                           const struct transect_oriented_boxes_f64 *boxes,
                                                           const struct transect_region_bitmaps *bitmaps,
                                                           struct transect_region_counts *counts);

/**
 * Computes the section of a mesh. Where faces lie in the plane, the section is a one-sided limit: with `on_plane`
 * front (1), the limit from behind; with back (−1), that from the front. Free the section with
 * `transect_section_free`.
 */
transect_status transect_mesh_section(const struct transect_mesh *mesh,
                                      const struct transect_plane *plane,
                                      int32_t on_plane,
                                      struct transect_section **section);

/**
 * Counts and measures a section.
 */
transect_status transect_section_measures(const struct transect_section *section,
                                          struct transect_section_measured *measures);

/**
 * Copies the polylines of a section: first the loops, whose last point is joined to the first, then the open chains.
 * Line i has the points from `starts[i]` to before `starts[i + 1]`, so `starts` has one entry more than there are
 * lines. A null list with the capacity 0 is not wanted.
 */
transect_status transect_section_lines(const struct transect_section *section,
                                       double *points,
                                       size_t point_capacity,
                                       size_t *starts,
                                       size_t start_capacity);

/**
 * Copies the loops of a section: their areas and how they lie in each other.
 */
transect_status transect_section_loops(const struct transect_section *section,
                                       struct transect_section_loop *loops,
                                       size_t capacity);

/**
 * Fills the loops of a section with triangles, which cover each point as often as the loops wind around it. Writes
 * three indices into the points of `transect_section_lines` per triangle, and the number of triangles. With
 * `triangles` null and the capacity 0, writes only the number.
 */
transect_status transect_section_triangles(const struct transect_section *section,
                                           uint32_t *triangles,
                                           size_t capacity,
                                           size_t *count);

/**
 * Frees a section. Null is ignored.
 */
void transect_section_free(struct transect_section *section);

/**
 * Makes the box of two opposite corners, which come in any order.
 */
transect_status transect_box_from_corners(const double *a, const double *b, struct transect_box *aabb);

/**
 * Makes the box with a center and half sizes, which are 0 or more. Its bounds, center ∓ half
 * sizes, are rounded to the nearest floats.
 */
transect_status transect_box_from_center(const double *center, const double *half_sizes, struct transect_box *aabb);

/**
 * Finds the corners of a box that are farthest back and farthest front along a normal (n-vertex and p-vertex).
 */
transect_status transect_box_extreme_corners(const struct transect_box *aabb,
                                             const double *normal,
                                             double *backmost,
                                             double *frontmost);

/**
 * Finds the side of a point, exactly.
 */
transect_status transect_side_of_point(const struct transect_plane *plane, const double *point, transect_side *side);

/**
 * Finds the side of a box, exactly: on if the plane meets it.
 */
transect_status transect_side_of_box(const struct transect_plane *plane,
                                     const struct transect_box *aabb,
                                     transect_side *side);

/**
 * Finds the side of a sphere, exactly: on if the plane meets it.
 */
transect_status transect_side_of_sphere(const struct transect_plane *plane,
                                        const struct transect_sphere *sphere,
                                        transect_side *side);

/**
 * Finds the side of an oriented box, exactly: on if the plane meets it.
 */
transect_status transect_side_of_oriented_box(const struct transect_plane *plane,
                                              const struct transect_oriented_box *oriented_box,
                                              transect_side *side);

/**
 * Finds the reach of a box along the normal: exact sides and rounded signed distances of its backmost and its
 * frontmost point.
 */
transect_status transect_reach_of_box(const struct transect_plane *plane,
                                      const struct transect_box *aabb,
                                      struct transect_reach *reach);

/**
 * Finds the reach of a sphere along the normal.
 */
transect_status transect_reach_of_sphere(const struct transect_plane *plane,
                                         const struct transect_sphere *sphere,
                                         struct transect_reach *reach);

/**
 * Finds the reach of an oriented box along the normal.
 */
transect_status transect_reach_of_oriented_box(const struct transect_plane *plane,
                                               const struct transect_oriented_box *oriented_box,
                                               struct transect_reach *reach);

/**
 * Cuts a mesh into the halves in front of a plane and behind it. The halves of a closed mesh are closed by caps. Any
 * of the three results may be null; the certificate takes time only if it is wanted. Free the halves with
 * `transect_mesh_free` and the certificate with `transect_certificate_free`.
 */
transect_status transect_mesh_split(const struct transect_mesh *mesh,
                                    const struct transect_plane *plane,
                                    struct transect_mesh **front,
                                    struct transect_mesh **back,
                                    struct transect_certificate **certificate);

/**
 * Cuts a mesh into the part in a region, in front of all planes, and the rest. The parts of a closed mesh are
 * closed. Any of the three results may be null. Free the parts with `transect_mesh_free` and the certificate with
 * `transect_certificate_free`.
 */
transect_status transect_mesh_cut_by_region(const struct transect_mesh *mesh,
                                            const struct transect_plane *planes,
                                            size_t plane_count,
                                            struct transect_mesh **inside,
                                            struct transect_mesh **outside,
                                            struct transect_certificate **certificate);

/**
 * Returns the message of the last call of this thread that failed, in English and UTF-8; an empty text before the
 * first failure. The text is valid until the next failure of this thread, and is never freed by the caller.
 */
const char *transect_last_message(void);

/**
 * Returns the name of a status, such as `invalid`; `unknown` for a number that is not a `transect_status`. The text is
 * never freed.
 */
const char *transect_status_name(int32_t status);

/**
 * Builds a tree of boxes. A row that is null, or not a box, is an error that names the row. Free the tree with
 * `transect_tree_free`.
 */
transect_status transect_tree_build_f32(const struct transect_boxes_f32 *boxes, struct transect_tree **tree);

/**
 * Builds a tree of boxes. A row that is null, or not a box, is an error that names the row. Free the tree with
 * `transect_tree_free`.
 */
transect_status transect_tree_build_f64(const struct transect_boxes_f64 *boxes, struct transect_tree **tree);

/**
 * Gives the boxes of a tree new bounds, in the order of their ids. This takes less time than a new tree, which
 * answers faster after boxes have moved far. On failure the tree keeps its boxes.
 */
transect_status transect_tree_refit_f32(struct transect_tree *tree, const struct transect_boxes_f32 *boxes);

/**
 * Gives the boxes of a tree new bounds, in the order of their ids. This takes less time than a new tree, which
 * answers faster after boxes have moved far. On failure the tree keeps its boxes.
 */
transect_status transect_tree_refit_f64(struct transect_tree *tree, const struct transect_boxes_f64 *boxes);

/**
 * Finds the number of boxes of a tree. Their ids are less than this number, and no query returns more ids.
 */
transect_status transect_tree_count(const struct transect_tree *tree, size_t *count);

/**
 * Finds the boxes on a plane, exactly. Writes their ids, in no particular order, and their number. With `ids` null
 * and the capacity 0, writes only the number; room for `transect_tree_count` ids is always enough.
 */
transect_status transect_tree_on(const struct transect_tree *tree,
                                 const struct transect_plane *plane,
                                 uint32_t *ids,
                                 size_t capacity,
                                 size_t *count);

/**
 * Finds the boxes that meet a region or are inside. Writes first the ids of the `inside_count` boxes inside, then
 * those of the others, in no particular order, and their number. With `ids` null and the capacity 0, writes only the
 * numbers. `precision` is one of `transect_precision`.
 */
transect_status transect_tree_overlap(const struct transect_tree *tree,
                                      const struct transect_plane *planes,
                                      size_t plane_count,
                                      int32_t precision,
                                      uint32_t *ids,
                                      size_t capacity,
                                      size_t *inside_count,
                                      size_t *count);

/**
 * Finds the boxes that meet a box, exactly. Writes their ids, in no particular order, and their number. With `ids`
 * null and the capacity 0, writes only the number.
 */
transect_status transect_tree_meeting(const struct transect_tree *tree,
                                      const struct transect_box *aabb,
                                      uint32_t *ids,
                                      size_t capacity,
                                      size_t *count);

/**
 * Finds the boxes that a line, ray or segment meets, exactly. Writes their ids, ascending, and their number. With
 * `ids` null and the capacity 0, writes only the number.
 */
transect_status transect_tree_ray(const struct transect_tree *tree,
                                  const struct transect_line *line,
                                  uint32_t *ids,
                                  size_t capacity,
                                  size_t *count);

/**
 * Frees a tree. Null is ignored.
 */
void transect_tree_free(struct transect_tree *tree);

/**
 * Returns the `TRANSECT_ABI_VERSION` of the loaded library. A program that was compiled with another version must not
 * call its other functions.
 */
uint32_t transect_abi_version(void);

/**
 * Returns the `TRANSECT_ABI_REVISION` of the loaded library. A program needs a library whose revision is not less than
 * the one it was compiled with.
 */
uint32_t transect_abi_revision(void);

/**
 * Returns the version of the package, such as `0.1.0`. The text is never freed.
 */
const char *transect_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TRANSECT_H */

/**
 * Returns the bit of a row in a bitmap of rows.
 */
static inline bool transect_bit(const uint64_t *bitmap, size_t row) {
    return (bitmap[row / 64] >> (row % 64) & 1) != 0;
}
