/*
 * Fifteen questions that tutorials on planes and boxes in game engines answer, in C++. Points of any vector type go in:
 * here one with x, y, z, as those of glm, and one with X, Y, Z, as those of Unreal Engine.
 *
 * c++ -std=c++17 questions.cpp $(pkg-config --cflags --libs transect-c) && ./a.out
 */
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "transect.hpp"

struct vec3 {
    float x, y, z;
};

struct FVector {
    double X, Y, Z;
};

using transect::side;

#define CHECK(condition)                                                                                               \
    if (!(condition)) {                                                                                                \
        std::cerr << __FILE__ << ":" << __LINE__ << ": " #condition "\n";                                              \
        std::exit(1);                                                                                                  \
    }

static bool is_met(const transect::plane &plane, vec3 a, vec3 b) {
    return plane.side(transect::box::from_corners(a, b)) == side::on; // corners come in any order
}

static void questions() {
    // The normal may have any length. The plane is y = 1.
    const auto plane = transect::plane::from_point_and_normal(vec3{0, 1, 0}, FVector{0, 2, 0});

    // 1. The scalar form is n·p + d = 0, and the signed distance of a point is (n·p + d)/|n|.
    CHECK(plane.normal[1] == 2 && plane.offset == -2);
    CHECK(plane.signed_distance(vec3{0, 0, 0}) == -1);

    // Half of the engines write n·p = distance instead. Both forms have their name.
    CHECK(transect::plane::from_normal_and_distance(FVector{0, 2, 0}, 2).offset == -2);
    CHECK(transect::plane::from_normal_and_offset(vec3{0, 2, 0}, -2).offset == -2);

    // 2. The side of a point, and of the same point when the plane is flipped.
    const vec3 above{0, 3, 0};
    CHECK(plane.side(above) == side::front);
    CHECK(plane.flipped().side(above) == side::back);

    // 3. The side of a box. It stands on the plane, so it touches it.
    const auto box = transect::box::from_center(vec3{0, 2, 0}, vec3{1, 1, 1});
    CHECK(plane.side(box) == side::on);
    const auto reach = plane.reach(box);
    CHECK(reach.backmost == TRANSECT_SIDE_ON && reach.frontmost == TRANSECT_SIDE_FRONT);

    // 4. Its backmost and frontmost corners along the normal (n-vertex and p-vertex).
    const auto [backmost, frontmost] = box.extreme_corners(plane.normal);
    CHECK(plane.side(backmost) == side::on && plane.side(frontmost) == side::front);

    // 5. All eight corners, which give the same answer.
    int on = 0;
    for (int corner = 0; corner < 8; corner++) {
        transect::vector3 at;
        for (int axis = 0; axis < 3; axis++) {
            at[axis] = corner >> axis & 1 ? box.max[axis] : box.min[axis];
        }
        on += plane.side(at) == side::on;
    }
    CHECK(on == 4);

    // 6. Center and half sizes: the box touches the plane if |n·c + d| <= sum of e[i]·|n[i]|.
    double value = plane.offset, radius = 0;
    for (int axis = 0; axis < 3; axis++) {
        value += plane.normal[axis] * 0.5 * (box.min[axis] + box.max[axis]);
        radius += 0.5 * (box.max[axis] - box.min[axis]) * std::abs(plane.normal[axis]);
    }
    CHECK(std::abs(value) <= radius);

    // 7. A sphere that touches the plane.
    CHECK(plane.side(transect::sphere(vec3{0, 2, 0}, 1)) == side::on);

    // 8. An oriented box, turned by 45 degrees about z.
    const transect::oriented_box oriented(vec3{0, 3, 0}, vec3{1, 1, 0}, vec3{-1, 1, 0}, vec3{0, 0, 1});
    CHECK(plane.side(oriented) == side::on);

    // 9. A ray. One that begins on the plane meets it at t = 0.
    const auto falling = plane.meet(transect::line::ray(vec3{0, 5, 0}, vec3{1, -1, 0}));
    CHECK(falling.common == TRANSECT_COMMON_POINT && falling.t == 4);
    CHECK(falling.point[0] == 4 && falling.point[1] == 1 && falling.point[2] == 0);

    // 10. A line: a point, no point (parallel), or within the plane.
    const auto slope = plane.meet(transect::line(vec3{0, 0, 0}, vec3{1, 1, 0}));
    CHECK(slope.common == TRANSECT_COMMON_POINT);
    CHECK(slope.point[0] == 1 && slope.point[1] == 1 && slope.point[2] == 0);

    // 11. Two planes meet in a line, unless they are parallel.
    const auto wall = transect::plane::from_normal_and_offset(vec3{1, 0, 0}, -2);
    const auto edge = plane.meet(wall);
    CHECK(edge.common == TRANSECT_COMMON_LINE);
    transect::vector3 at;
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = edge.point[axis] + 3 * edge.direction[axis];
    }
    CHECK(plane.side(at) == side::on && wall.side(at) == side::on);

    // 12. Three planes meet in a point, unless their normals depend on each other.
    const auto corner = plane.meet(transect::plane::parse("x = 0"), transect::plane::parse("z = 0"));
    CHECK(corner.common == TRANSECT_COMMON_POINT);
    CHECK(corner.point[0] == 0 && corner.point[1] == 1 && corner.point[2] == 0);

    // 13. The plane through three points, counter-clockwise seen from the front.
    const auto through = transect::plane::through(vec3{0, 1, 0}, vec3{0, 1, 1}, vec3{1, 1, 0});
    CHECK(through.side(above) == side::front);

    // 14. Two convex polygons that touch at a corner overlap. If one is moved away, an axis separates them.
    using polygon = std::vector<std::array<double, 2>>;
    const polygon one{{0, 0}, {2, 0}, {1, 2}}, touching{{2, 0}, {4, 0}, {3, 2}}, apart{{2.5, 0}, {4.5, 0}, {3.5, 2}};
    CHECK(transect::overlap(one, touching).overlap);
    const auto separated = transect::overlap(one, apart);
    CHECK(!separated.overlap && separated.axis[0] > 0); // the axis points from the first polygon to the second

    // 15. A point in a polygon.
    CHECK(transect::contains(one, {1, 1}));
    CHECK(!transect::contains(one, {2, 1}));

    // The test of four boxes, whose corners may come in any order.
    const auto slanted = transect::plane::from_normal_and_offset(FVector{0, 1, 0.5}, 0);
    CHECK(!is_met(slanted, {-2, -2, -2}, {-1, -1, -1}));
    CHECK(!is_met(slanted, {2, 1, 2}, {4, 3, 4}));
    CHECK(is_met(slanted, {1, 0, 1}, {0, -1, 0}));
    CHECK(is_met(slanted, {5, 5, 5}, {-5, -5, -5}));
}

int main() {
    try {
        questions();
    } catch (const transect::error &error) {
        std::cerr << transect_status_name(error.status()) << ": " << error.what() << "\n";
        return 1;
    }
    std::cout << "fifteen questions and four boxes: answered\n";
}
