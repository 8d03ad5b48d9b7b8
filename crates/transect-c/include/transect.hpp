/*
 * transect for C++17: classes over transect.h that own their handles, views of lists, and points of any vector type.
 *
 * - A failure throws transect::error. With TRANSECT_NO_EXCEPTIONS defined before this header, functions that may fail
 *   return a transect::result<T> instead: it converts to bool, and has value() and error().
 * - Points are anything with x, y, z (glm, Godot), with X, Y, Z (Unreal Engine) or with an index (std::array, arrays).
 *   For other types, specialize transect::point_traits.
 * - Lists are transect::span: a pointer and a size, made from std::vector, std::array, std::span and arrays.
 *
 * License: MIT or Apache-2.0.
 */
#ifndef TRANSECT_HPP
#define TRANSECT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef TRANSECT_NO_EXCEPTIONS
#include <stdexcept>
#endif

#include "transect.h"

namespace transect {

/** A failure: its status, and the message of the library. */
#ifndef TRANSECT_NO_EXCEPTIONS
class error : public std::runtime_error {
  public:
    error(transect_status status, const char *message) : std::runtime_error(message), status_(status) {}
    transect_status status() const noexcept { return status_; }

  private:
    transect_status status_;
};

/** The value of a function that may fail. It throws the failure. */
template <class T> using result = T;
#else
class error {
  public:
    error(transect_status status, const char *message) : status_(status), message_(message) {}
    transect_status status() const noexcept { return status_; }
    const char *what() const noexcept { return message_.c_str(); }

  private:
    transect_status status_;
    std::string message_;
};

/** The value of a function, or its failure. */
template <class T> class result {
  public:
    result(T value) : value_(std::move(value)) {}
    result(transect::error failure) : error_(std::move(failure)) {}
    explicit operator bool() const noexcept { return value_.has_value(); }
    bool has_value() const noexcept { return value_.has_value(); }
    T &value() & { return *value_; }
    const T &value() const & { return *value_; }
    T &&value() && { return std::move(*value_); }
    T &operator*() & { return *value_; }
    const T &operator*() const & { return *value_; }
    T *operator->() { return &*value_; }
    const T *operator->() const { return &*value_; }
    const transect::error &error() const { return *error_; }

  private:
    std::optional<T> value_;
    std::optional<transect::error> error_;
};
#endif

/** A list in somebody's memory: a pointer and a size. */
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&list)[N]) noexcept : data_(list), size_(N) {}
    template <class List, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<List &>().data()), T *>>>
    constexpr span(List &&list) noexcept : data_(list.data()), size_(list.size()) {}
    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const { return data_[index]; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using vector3 = std::array<double, 3>;

namespace detail {

template <class V, class = void> struct has_lower : std::false_type {};
template <class V>
struct has_lower<V, std::void_t<decltype(std::declval<const V &>().x), decltype(std::declval<const V &>().z)>>
    : std::true_type {};
template <class V, class = void> struct has_upper : std::false_type {};
template <class V>
struct has_upper<V, std::void_t<decltype(std::declval<const V &>().X), decltype(std::declval<const V &>().Z)>>
    : std::true_type {};

} // namespace detail

/** The coordinates of a vector type. */
template <class V, class = void> struct point_traits {
    static vector3 coordinates(const V &v) {
        if constexpr (detail::has_lower<V>::value) {
            return {double(v.x), double(v.y), double(v.z)};
        } else if constexpr (detail::has_upper<V>::value) {
            return {double(v.X), double(v.Y), double(v.Z)};
        } else {
            return {double(v[0]), double(v[1]), double(v[2])};
        }
    }
};

/** Returns the coordinates of a point or vector as double; the conversion is exact. */
template <class V> vector3 coordinates(const V &v) { return point_traits<V>::coordinates(v); }

inline vector3 coordinates(const double (&v)[3]) { return {v[0], v[1], v[2]}; }

namespace detail {

inline error last(transect_status status) { return error(status, transect_last_message()); }

/** Returns a value, or the failure of a call. */
template <class T> result<T> checked(transect_status status, T &&value) {
    if (status != TRANSECT_STATUS_OK) {
#ifndef TRANSECT_NO_EXCEPTIONS
        throw last(status);
#else
        return last(status);
#endif
    }
    return std::forward<T>(value);
}

/** Calls a function that writes its result to a place. */
template <class T, class Call> result<T> made(Call &&call) {
    T value{};
    const transect_status status = call(&value);
    return checked(status, std::move(value));
}

template <class T, void (*Free)(T *)> struct deleter {
    void operator()(T *handle) const noexcept { Free(handle); }
};

template <class T, void (*Free)(T *)> using owned = std::unique_ptr<T, deleter<T, Free>>;

/** Calls a function that writes a handle, and returns the class that owns it. */
template <class Class, class T, class Call> result<Class> owner(Call &&call) {
    T *handle = nullptr;
    const transect_status status = call(&handle);
    return checked(status, Class(handle));
}

/** Asks for the size of a list, and then for the list. */
template <class T, class Call> result<std::vector<T>> list(Call &&call) {
    std::size_t count = 0;
    transect_status status = call(static_cast<T *>(nullptr), std::size_t(0), &count);
    std::vector<T> found(status == TRANSECT_STATUS_OK ? count : 0);
    if (status == TRANSECT_STATUS_OK && count > 0) {
        status = call(found.data(), found.size(), &count);
    }
    return checked(status, std::move(found));
}

} // namespace detail

/** A side of a plane. */
enum class side : std::int32_t { back = TRANSECT_SIDE_BACK, on = TRANSECT_SIDE_ON, front = TRANSECT_SIDE_FRONT };

/** The relation of a shape to a region. */
enum class region_overlap : std::int32_t {
    outside = TRANSECT_REGION_OVERLAP_OUTSIDE,
    meets = TRANSECT_REGION_OVERLAP_MEETS,
    inside = TRANSECT_REGION_OVERLAP_INSIDE
};

/** An axis-aligned box. */
struct box : transect_box {
    /** Makes the box of two opposite corners, which come in any order. */
    template <class A, class B> static result<box> from_corners(const A &a, const B &b) {
        const vector3 one = coordinates(a), other = coordinates(b);
        return detail::made<box>(
            [&](box *place) { return transect_box_from_corners(one.data(), other.data(), place); });
    }

    /** Makes the box with a center and half sizes. */
    template <class C, class H> static result<box> from_center(const C &center, const H &half_sizes) {
        const vector3 c = coordinates(center), half = coordinates(half_sizes);
        return detail::made<box>([&](box *place) { return transect_box_from_center(c.data(), half.data(), place); });
    }

    /** Returns the corners that are farthest back and farthest front along a normal. */
    template <class N> result<std::pair<vector3, vector3>> extreme_corners(const N &normal) const {
        const vector3 n = coordinates(normal);
        std::pair<vector3, vector3> corners{};
        const auto status = transect_box_extreme_corners(this, n.data(), corners.first.data(), corners.second.data());
        return detail::checked(status, std::move(corners));
    }
};

/** A sphere with its interior. */
struct sphere : transect_sphere {
    template <class C> sphere(const C &center, double radius) : transect_sphere{} {
        const vector3 c = coordinates(center);
        for (int axis = 0; axis < 3; axis++) {
            this->center[axis] = c[axis];
        }
        this->radius = radius;
    }
};

/** An oriented box: a center and three half axes. */
struct oriented_box : transect_oriented_box {
    template <class C, class A, class B, class D>
    oriented_box(const C &center, const A &a, const B &b, const D &c) : transect_oriented_box{} {
        const vector3 rows[4] = {coordinates(center), coordinates(a), coordinates(b), coordinates(c)};
        for (int axis = 0; axis < 3; axis++) {
            this->center[axis] = rows[0][axis];
            for (int half = 0; half < 3; half++) {
                half_axes[half][axis] = rows[half + 1][axis];
            }
        }
    }
};

/** A line, a ray or a segment: origin + t·direction. */
struct line : transect_line {
    template <class O, class D>
    line(const O &origin, const D &direction, transect_line_kind kind = TRANSECT_LINE_KIND_LINE) : transect_line{} {
        const vector3 o = coordinates(origin), d = coordinates(direction);
        for (int axis = 0; axis < 3; axis++) {
            this->origin[axis] = o[axis];
            this->direction[axis] = d[axis];
        }
        this->kind = kind;
    }

    template <class O, class D> static line ray(const O &origin, const D &direction) {
        return line(origin, direction, TRANSECT_LINE_KIND_RAY);
    }
};

/** A plane: the points with normal·p + offset = 0. The front is where the sum is positive. */
struct plane : transect_plane {
    /** Makes the plane normal·p + offset = 0. */
    template <class N> static result<plane> from_normal_and_offset(const N &normal, double offset) {
        const vector3 n = transect::coordinates(normal);
        return detail::made<plane>(
            [&](plane *place) { return transect_plane_from_normal_and_offset(n.data(), offset, place); });
    }

    /** Makes the plane normal·p = distance, as Unreal Engine and Godot write it. */
    template <class N> static result<plane> from_normal_and_distance(const N &normal, double distance) {
        const vector3 n = transect::coordinates(normal);
        return detail::made<plane>(
            [&](plane *place) { return transect_plane_from_normal_and_distance(n.data(), distance, place); });
    }

    /** Makes the plane through a point with a normal. */
    template <class P, class N> static result<plane> from_point_and_normal(const P &point, const N &normal) {
        const vector3 p = transect::coordinates(point), n = transect::coordinates(normal);
        return detail::made<plane>(
            [&](plane *place) { return transect_plane_from_point_and_normal(p.data(), n.data(), place); });
    }

    /** Makes the plane through three points, counter-clockwise seen from the front. */
    template <class A, class B, class C> static result<plane> through(const A &a, const B &b, const C &c) {
        const vector3 p = transect::coordinates(a), q = transect::coordinates(b), r = transect::coordinates(c);
        return detail::made<plane>(
            [&](plane *place) { return transect_plane_through(p.data(), q.data(), r.data(), place); });
    }

    /** Makes a plane from text such as "z = 1.2". */
    static result<plane> parse(std::string_view text) {
        return detail::made<plane>(
            [&](plane *place) { return transect_plane_from_text(text.data(), text.size(), place); });
    }

    result<plane> flipped() const {
        return detail::made<plane>([&](plane *place) { return transect_plane_flipped(this, place); });
    }

    result<plane> normalized() const {
        return detail::made<plane>([&](plane *place) { return transect_plane_normalized(this, place); });
    }

    /** Measures the signed distance of a point, rounded. Use side() to decide. */
    template <class P> result<double> signed_distance(const P &point) const {
        const vector3 p = transect::coordinates(point);
        return detail::made<double>([&](double *place) { return transect_signed_distance(this, p.data(), place); });
    }

    /** Finds the side of a point, a box, a sphere or an oriented box, exactly. */
    template <class Shape> result<transect::side> side(const Shape &shape) const {
        transect_side found{};
        transect_status status;
        if constexpr (std::is_convertible_v<const Shape *, const transect_box *>) {
            status = transect_side_of_box(this, &shape, &found);
        } else if constexpr (std::is_convertible_v<const Shape *, const transect_sphere *>) {
            status = transect_side_of_sphere(this, &shape, &found);
        } else if constexpr (std::is_convertible_v<const Shape *, const transect_oriented_box *>) {
            status = transect_side_of_oriented_box(this, &shape, &found);
        } else {
            const vector3 p = transect::coordinates(shape);
            status = transect_side_of_point(this, p.data(), &found);
        }
        return detail::checked(status, static_cast<transect::side>(found));
    }

    result<transect_reach> reach(const transect_box &shape) const {
        return detail::made<transect_reach>(
            [&](transect_reach *place) { return transect_reach_of_box(this, &shape, place); });
    }

    result<transect_reach> reach(const transect_sphere &shape) const {
        return detail::made<transect_reach>(
            [&](transect_reach *place) { return transect_reach_of_sphere(this, &shape, place); });
    }

    result<transect_reach> reach(const transect_oriented_box &shape) const {
        return detail::made<transect_reach>(
            [&](transect_reach *place) { return transect_reach_of_oriented_box(this, &shape, place); });
    }

    result<transect_line_meeting> meet(const transect_line &line) const {
        return detail::made<transect_line_meeting>(
            [&](transect_line_meeting *place) { return transect_plane_meet_line(this, &line, place); });
    }

    result<transect_planes_meeting> meet(const transect_plane &other) const {
        return detail::made<transect_planes_meeting>(
            [&](transect_planes_meeting *place) { return transect_plane_meet_plane(this, &other, place); });
    }

    result<transect_planes_meeting> meet(const transect_plane &b, const transect_plane &c) const {
        return detail::made<transect_planes_meeting>(
            [&](transect_planes_meeting *place) { return transect_planes_meet(this, &b, &c, place); });
    }
};

static_assert(sizeof(plane) == sizeof(transect_plane), "a list of plane is a list of transect_plane");

/** The sides of rows, as bitmaps. */
struct side_masks {
    std::vector<std::uint64_t> on, front, null;
    transect_side_counts counts{};
};

/** The relations of rows to a region, as bitmaps. */
struct region_masks {
    std::vector<std::uint64_t> meets, inside, null;
    transect_region_counts counts{};
};

namespace detail {

template <class Columns, class Call> result<side_masks> sides(const Columns &columns, Call &&call) {
    const std::size_t words = columns.count / 64 + (columns.count % 64 != 0);
    side_masks masks{std::vector<std::uint64_t>(words), std::vector<std::uint64_t>(words),
                     std::vector<std::uint64_t>(words), {}};
    const transect_side_bitmaps bitmaps = {masks.on.data(), masks.front.data(), masks.null.data()};
    const transect_status status = call(&bitmaps, &masks.counts);
    return checked(status, std::move(masks));
}

template <class Columns, class Call> result<region_masks> overlaps(const Columns &columns, Call &&call) {
    const std::size_t words = columns.count / 64 + (columns.count % 64 != 0);
    region_masks masks{std::vector<std::uint64_t>(words), std::vector<std::uint64_t>(words),
                       std::vector<std::uint64_t>(words), {}};
    const transect_region_bitmaps bitmaps = {masks.meets.data(), masks.inside.data(), masks.null.data()};
    const transect_status status = call(&bitmaps, &masks.counts);
    return checked(status, std::move(masks));
}

} // namespace detail

/* Finds the sides of columns of shapes, and their relations to a region. */
#define TRANSECT_COLUMNS(shapes)                                                                                       \
    inline result<side_masks> sides(const transect_plane &plane, const transect_##shapes &columns) {                   \
        return detail::sides(columns, [&](const transect_side_bitmaps *bitmaps, transect_side_counts *counts) {        \
            return transect_sides_of_##shapes(&plane, &columns, bitmaps, counts);                                      \
        });                                                                                                            \
    }                                                                                                                  \
    inline result<region_masks> overlaps(span<const plane> region, const transect_##shapes &columns,                   \
                                         transect_precision precision = TRANSECT_PRECISION_EXACT) {                    \
        return detail::overlaps(columns, [&](const transect_region_bitmaps *bitmaps, transect_region_counts *counts) { \
            return transect_region_overlap_##shapes(region.data(), region.size(), precision, &columns, bitmaps,        \
                                                    counts);                                                           \
        });                                                                                                            \
    }
TRANSECT_COLUMNS(points_f32)
TRANSECT_COLUMNS(points_f64)
TRANSECT_COLUMNS(boxes_f32)
TRANSECT_COLUMNS(boxes_f64)
TRANSECT_COLUMNS(spheres_f32)
TRANSECT_COLUMNS(spheres_f64)
TRANSECT_COLUMNS(oriented_boxes_f32)
TRANSECT_COLUMNS(oriented_boxes_f64)
#undef TRANSECT_COLUMNS

/** Decides whether a point is in a region: in front of all planes, or on them. */
template <class P> result<bool> contains(span<const plane> region, const P &point) {
    const vector3 p = coordinates(point);
    return detail::made<bool>(
        [&](bool *place) { return transect_region_contains(region.data(), region.size(), p.data(), place); });
}

/** Finds the relation of a box, a sphere or an oriented box to a region. */
template <class Shape>
result<region_overlap> overlap(span<const plane> region, const Shape &shape,
                               transect_precision precision = TRANSECT_PRECISION_EXACT) {
    transect_region_overlap found{};
    transect_status status;
    if constexpr (std::is_convertible_v<const Shape *, const transect_box *>) {
        status = transect_region_overlap_box(region.data(), region.size(), precision, &shape, &found);
    } else if constexpr (std::is_convertible_v<const Shape *, const transect_sphere *>) {
        status = transect_region_overlap_sphere(region.data(), region.size(), precision, &shape, &found);
    } else {
        status = transect_region_overlap_oriented_box(region.data(), region.size(), precision, &shape, &found);
    }
    return detail::checked(status, static_cast<region_overlap>(found));
}

/** Finds the planes of the frustum of a matrix of 16 numbers, float or double. */
template <class T>
result<std::vector<plane>> frustum(const T *matrix, transect_matrix_order order, transect_clip_depth depth,
                                   transect_far_plane far_plane = TRANSECT_FAR_PLANE_FROM_MATRIX) {
    std::vector<plane> planes(6);
    std::size_t count = 0;
    transect_status status;
    if constexpr (std::is_same_v<T, float>) {
        status = transect_frustum_planes_f32(matrix, order, depth, far_plane, planes.data(), &count);
    } else {
        status = transect_frustum_planes_f64(matrix, order, depth, far_plane, planes.data(), &count);
    }
    planes.resize(count);
    return detail::checked(status, std::move(planes));
}

/** Two convex polygons in 2D: whether they overlap, and the axis that separates them. */
struct polygons_overlap {
    bool overlap;
    std::array<double, 2> axis;
};

inline result<polygons_overlap> overlap(span<const std::array<double, 2>> a, span<const std::array<double, 2>> b) {
    polygons_overlap found{};
    const auto status =
        transect_polygons_overlap(reinterpret_cast<const double *>(a.data()), a.size(),
                                  reinterpret_cast<const double *>(b.data()), b.size(), &found.overlap,
                                  found.axis.data());
    return detail::checked(status, std::move(found));
}

inline result<bool> contains(span<const std::array<double, 2>> polygon, const std::array<double, 2> &point) {
    return detail::made<bool>([&](bool *place) {
        return transect_polygon_contains(reinterpret_cast<const double *>(polygon.data()), polygon.size(),
                                         point.data(), place);
    });
}

/** The section of a mesh by a plane. */
class section {
  public:
    /** The polylines of a section: first the loops, then the open chains. */
    struct polylines {
        std::vector<vector3> points;
        std::vector<std::size_t> starts;
        std::size_t loops;

        std::size_t size() const { return starts.size() - 1; }
        span<const vector3> operator[](std::size_t line) const {
            return {points.data() + starts[line], starts[line + 1] - starts[line]};
        }
    };

    explicit section(transect_section *handle) : handle_(handle) {}
    const transect_section *get() const { return handle_.get(); }

    result<transect_section_measured> measures() const {
        return detail::made<transect_section_measured>(
            [&](transect_section_measured *place) { return transect_section_measures(get(), place); });
    }

    result<polylines> lines() const {
        transect_section_measured sizes{};
        transect_status status = transect_section_measures(get(), &sizes);
        polylines lines{std::vector<vector3>(sizes.points),
                        std::vector<std::size_t>(sizes.loops + sizes.open_chains + 1), sizes.loops};
        if (status == TRANSECT_STATUS_OK) {
            status = transect_section_lines(get(), reinterpret_cast<double *>(lines.points.data()),
                                            lines.points.size(), lines.starts.data(), lines.starts.size());
        }
        return detail::checked(status, std::move(lines));
    }

    result<std::vector<transect_section_loop>> loops() const {
        transect_section_measured sizes{};
        transect_status status = transect_section_measures(get(), &sizes);
        std::vector<transect_section_loop> loops(sizes.loops);
        if (status == TRANSECT_STATUS_OK) {
            status = transect_section_loops(get(), loops.data(), loops.size());
        }
        return detail::checked(status, std::move(loops));
    }

    /** Returns triangles that fill the loops: indices into the points of lines(). */
    result<std::vector<std::array<std::uint32_t, 3>>> triangles() const {
        using triangle = std::array<std::uint32_t, 3>;
        return detail::list<triangle>([&](triangle *list, std::size_t capacity, std::size_t *count) {
            return transect_section_triangles(get(), reinterpret_cast<std::uint32_t *>(list), capacity, count);
        });
    }

  private:
    detail::owned<transect_section, transect_section_free> handle_;
};

/** The certificate of a cut. */
class certificate {
  public:
    explicit certificate(transect_certificate *handle) : handle_(handle) {}
    const transect_certificate *get() const { return handle_.get(); }

    /** Returns true if the certificate found no error. */
    bool is_correct() const { return transect_certificate_check(get()) == TRANSECT_STATUS_OK; }

    result<transect_verdict> verdict() const {
        return detail::made<transect_verdict>(
            [&](transect_verdict *place) { return transect_certificate_verdict(get(), place); });
    }

    result<std::string> text() const {
        std::size_t count = 0;
        transect_status status = transect_certificate_text(get(), nullptr, 0, &count);
        std::string text(count, '\0');
        if (status == TRANSECT_STATUS_OK) {
            status = transect_certificate_text(get(), text.data(), text.size(), &count);
            text.pop_back();
        }
        return detail::checked(status, std::move(text));
    }

  private:
    detail::owned<transect_certificate, transect_certificate_free> handle_;
};

/** Vertex and index buffers of a mesh. */
class buffers {
  public:
    explicit buffers(transect_buffers *handle) : handle_(handle) {}
    const transect_buffers *get() const { return handle_.get(); }

    result<transect_buffer_sizes> sizes() const {
        return detail::made<transect_buffer_sizes>(
            [&](transect_buffer_sizes *place) { return transect_buffers_sizes(get(), place); });
    }

    /** Copies the buffers to the lists of the caller. */
    result<bool> copy(const transect_buffer_targets &targets) const {
        return detail::checked(transect_buffers_copy(get(), &targets), true);
    }

  private:
    detail::owned<transect_buffers, transect_buffers_free> handle_;
};

/** Measures of a closed mesh against the height of a plane. */
class curve {
  public:
    explicit curve(transect_curve *handle) : handle_(handle) {}
    const transect_curve *get() const { return handle_.get(); }

    result<transect_height_range> range() const {
        return detail::made<transect_height_range>(
            [&](transect_height_range *place) { return transect_curve_range(get(), place); });
    }

    result<transect_curve_point> at(double height) const {
        return detail::made<transect_curve_point>(
            [&](transect_curve_point *place) { return transect_curve_at(get(), height, place); });
    }

    result<double> height_of_volume(double volume) const {
        return detail::made<double>(
            [&](double *place) { return transect_curve_height_of_volume(get(), volume, place); });
    }

  private:
    detail::owned<transect_curve, transect_curve_free> handle_;
};

/** A layer: a section at a height. */
struct layer {
    double height;
    transect::section section;
};

/** The layers of a mesh, one after the other. */
class layers {
  public:
    explicit layers(transect_layers *handle) : handle_(handle) {}

    /** Returns the next layer, or nothing after the last one. */
    result<std::optional<layer>> next() {
        double height = 0;
        transect_section *section = nullptr;
        transect_status status = transect_layers_next(handle_.get(), &height, &section);
        std::optional<layer> found;
        if (status == TRANSECT_STATUS_OK) {
            found.emplace(layer{height, transect::section(section)});
        } else if (status == TRANSECT_STATUS_END) {
            status = TRANSECT_STATUS_OK;
        }
        return detail::checked(status, std::move(found));
    }

  private:
    detail::owned<transect_layers, transect_layers_free> handle_;
};

class mesh;
struct halves;
struct region_parts;
struct part;

/** A triangle mesh with one vertex per exact position. Copies share one mesh, which never changes. */
class mesh {
  public:
    explicit mesh(transect_mesh *handle) : handle_(handle, transect_mesh_free) {}
    const transect_mesh *get() const { return handle_.get(); }

    /** Makes a mesh from vertex and index buffers. */
    static result<mesh> from_arrays(const transect_vertex_arrays &arrays) {
        return detail::owner<mesh, transect_mesh>(
            [&](transect_mesh **place) { return transect_mesh_from_arrays(&arrays, place); });
    }

    /** Makes a mesh from positions and triangles. */
    static result<mesh> from_triangles(span<const vector3> positions,
                                       span<const std::array<std::uint32_t, 3>> triangles) {
        return detail::owner<mesh, transect_mesh>([&](transect_mesh **place) {
            return transect_mesh_from_triangles(reinterpret_cast<const double *>(positions.data()), positions.size(),
                                                reinterpret_cast<const std::uint32_t *>(triangles.data()),
                                                triangles.size(), place);
        });
    }

    result<transect_mesh_measured> measures() const {
        return detail::made<transect_mesh_measured>(
            [&](transect_mesh_measured *place) { return transect_mesh_measures(get(), place); });
    }

    /** Cuts this mesh into two halves, with the certificate of the cut. */
    result<halves> split(const transect_plane &plane) const;

    /** Cuts this mesh into the part in a region and the rest, with the certificate of the cut. */
    result<region_parts> cut_by_region(span<const plane> region) const;

    /** Divides this mesh by several planes into the parts of all cells. */
    result<std::vector<part>> divide(span<const plane> planes) const;

    result<transect::section> section(const transect_plane &plane, side on_plane = side::front) const {
        return detail::owner<transect::section, transect_section>([&](transect_section **place) {
            return transect_mesh_section(get(), &plane, static_cast<std::int32_t>(on_plane), place);
        });
    }

    template <class D>
    result<transect::layers> layers(const D &direction, span<const double> heights, side on_plane = side::front) const {
        const vector3 d = coordinates(direction);
        return detail::owner<transect::layers, transect_layers>([&](transect_layers **place) {
            return transect_mesh_layers(get(), d.data(), heights.data(), heights.size(),
                                        static_cast<std::int32_t>(on_plane), place);
        });
    }

    template <class D> result<transect::curve> curve(const D &direction) const {
        const vector3 d = coordinates(direction);
        return detail::owner<transect::curve, transect_curve>(
            [&](transect_curve **place) { return transect_mesh_curve(get(), d.data(), place); });
    }

    /** Closes gaps up to a distance. */
    result<mesh> welded(double distance, transect_weld_changes *changes = nullptr) const {
        return detail::owner<mesh, transect_mesh>(
            [&](transect_mesh **place) { return transect_mesh_weld(get(), distance, place, changes); });
    }

    /** Divides open edges at the vertices that lie exactly on them. */
    result<mesh> with_divided_edges(transect_weld_changes *changes = nullptr) const {
        return detail::owner<mesh, transect_mesh>(
            [&](transect_mesh **place) { return transect_mesh_divide_edges(get(), place, changes); });
    }

    result<transect::buffers> to_buffers(const double *origin = nullptr) const {
        return detail::owner<transect::buffers, transect_buffers>(
            [&](transect_buffers **place) { return transect_mesh_to_buffers(get(), origin, place); });
    }

    /** Cuts this mesh into the buffers of its halves: in front, and behind. */
    result<std::pair<transect::buffers, transect::buffers>>
    split_to_buffers(const transect_plane &plane, const double *origin = nullptr, double cap_tile = 1) const {
        transect_buffers *front = nullptr, *back = nullptr;
        const auto status = transect_mesh_split_to_buffers(get(), &plane, origin, cap_tile, &front, &back);
        return detail::checked(status, std::make_pair(transect::buffers(front), transect::buffers(back)));
    }

  private:
    std::shared_ptr<transect_mesh> handle_;
};

/** The halves of a mesh, and the certificate of the cut. */
struct halves {
    mesh front, back;
    transect::certificate certificate;
};

/** The parts of a mesh inside and outside of a region, and the certificate of the cut. */
struct region_parts {
    mesh inside, outside;
    transect::certificate certificate;
};

/** A part of a divided mesh, and its side of each plane. */
struct part {
    transect::mesh mesh;
    std::vector<side> sides;
};

inline result<halves> mesh::split(const transect_plane &plane) const {
    transect_mesh *front = nullptr, *back = nullptr;
    transect_certificate *certificate = nullptr;
    const auto status = transect_mesh_split(get(), &plane, &front, &back, &certificate);
    return detail::checked(status, halves{mesh(front), mesh(back), transect::certificate(certificate)});
}

inline result<region_parts> mesh::cut_by_region(span<const plane> region) const {
    transect_mesh *inside = nullptr, *outside = nullptr;
    transect_certificate *certificate = nullptr;
    const auto status =
        transect_mesh_cut_by_region(get(), region.data(), region.size(), &inside, &outside, &certificate);
    return detail::checked(status, region_parts{mesh(inside), mesh(outside), transect::certificate(certificate)});
}

inline result<std::vector<part>> mesh::divide(span<const plane> planes) const {
    transect_parts *handle = nullptr;
    std::size_t count = 0;
    transect_status status = transect_mesh_divide(get(), planes.data(), planes.size(), &handle, &count, nullptr);
    const detail::owned<transect_parts, transect_parts_free> owned(handle);
    std::vector<part> parts;
    std::vector<std::int8_t> sides(planes.size());
    for (std::size_t index = 0; index < count && status == TRANSECT_STATUS_OK; index++) {
        transect_mesh *own = nullptr;
        status = transect_parts_get(handle, index, &own, sides.data(), sides.size());
        part next{mesh(own), {}};
        for (const std::int8_t own_side : sides) {
            next.sides.push_back(static_cast<side>(own_side));
        }
        parts.push_back(std::move(next));
    }
    return detail::checked(status, std::move(parts));
}

/** A tree of axis-aligned boxes. */
class tree {
  public:
    explicit tree(transect_tree *handle) : handle_(handle) {}
    const transect_tree *get() const { return handle_.get(); }

    static result<tree> build(const transect_boxes_f32 &boxes) {
        return detail::owner<tree, transect_tree>(
            [&](transect_tree **place) { return transect_tree_build_f32(&boxes, place); });
    }

    static result<tree> build(const transect_boxes_f64 &boxes) {
        return detail::owner<tree, transect_tree>(
            [&](transect_tree **place) { return transect_tree_build_f64(&boxes, place); });
    }

    result<bool> refit(const transect_boxes_f32 &boxes) {
        return detail::checked(transect_tree_refit_f32(handle_.get(), &boxes), true);
    }

    result<bool> refit(const transect_boxes_f64 &boxes) {
        return detail::checked(transect_tree_refit_f64(handle_.get(), &boxes), true);
    }

    /** Returns the boxes on a plane. */
    result<std::vector<std::uint32_t>> on(const transect_plane &plane) const {
        return detail::list<std::uint32_t>([&](std::uint32_t *ids, std::size_t capacity, std::size_t *count) {
            return transect_tree_on(get(), &plane, ids, capacity, count);
        });
    }

    /** Returns the boxes that meet a box. */
    result<std::vector<std::uint32_t>> meeting(const transect_box &box) const {
        return detail::list<std::uint32_t>([&](std::uint32_t *ids, std::size_t capacity, std::size_t *count) {
            return transect_tree_meeting(get(), &box, ids, capacity, count);
        });
    }

    /** Returns the boxes that a line, ray or segment meets, ascending. */
    result<std::vector<std::uint32_t>> ray(const transect_line &line) const {
        return detail::list<std::uint32_t>([&](std::uint32_t *ids, std::size_t capacity, std::size_t *count) {
            return transect_tree_ray(get(), &line, ids, capacity, count);
        });
    }

    /** Returns the boxes that meet a region: first those inside, whose number goes to `inside`. */
    result<std::vector<std::uint32_t>> overlap(span<const plane> region, std::size_t &inside,
                                               transect_precision precision = TRANSECT_PRECISION_EXACT) const {
        return detail::list<std::uint32_t>([&](std::uint32_t *ids, std::size_t capacity, std::size_t *count) {
            return transect_tree_overlap(get(), region.data(), region.size(), precision, ids, capacity, &inside,
                                         count);
        });
    }

  private:
    detail::owned<transect_tree, transect_tree_free> handle_;
};

/** A mesh with a tree over its triangles, for many sections and rays. */
class index {
  public:
    explicit index(transect_index *handle) : handle_(handle) {}

    static result<index> build(const mesh &mesh) {
        return detail::owner<index, transect_index>(
            [&](transect_index **place) { return transect_index_build(mesh.get(), place); });
    }

    result<transect::section> section(const transect_plane &plane, side on_plane = side::front) const {
        return detail::owner<transect::section, transect_section>([&](transect_section **place) {
            return transect_index_section(handle_.get(), &plane, static_cast<std::int32_t>(on_plane), place);
        });
    }

    /** Returns the first triangle that a line, ray or segment hits; its is_hit is false if there is none. */
    result<transect_hit> first_hit(const transect_line &line) const {
        return detail::made<transect_hit>(
            [&](transect_hit *place) { return transect_index_first_hit(handle_.get(), &line, place); });
    }

  private:
    detail::owned<transect_index, transect_index_free> handle_;
};

} // namespace transect

#endif
