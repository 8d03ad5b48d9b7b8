/*
 * Fifteen questions that tutorials on planes and boxes in game engines answer, in C. Numbers of type float are converted
 * to double exactly, and all sides are exact: touching counts as on the plane.
 *
 * cc questions.c $(pkg-config --cflags --libs transect-c) && ./a.out
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transect.h"

/* Ends the program with the place of a check that fails. */
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, transect_last_message());               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The call succeeds. */
#define OK(call) CHECK((call) == TRANSECT_STATUS_OK)

static bool is_met(const transect_plane *plane, const double a[3], const double b[3]) {
    transect_box aabb;
    transect_side side;
    OK(transect_box_from_corners(a, b, &aabb)); /* corners come in any order */
    OK(transect_side_of_box(plane, &aabb, &side));
    return side == TRANSECT_SIDE_ON;
}

int main(void) {
    /* The normal may have any length. The plane is y = 1. */
    const double point[3] = {0, 1, 0}, normal[3] = {0, 2, 0}, origin[3] = {0, 0, 0};
    transect_plane plane;
    OK(transect_plane_from_point_and_normal(point, normal, &plane));

    /* 1. The scalar form is n·p + d = 0, and the signed distance of a point is (n·p + d)/|n|. */
    double distance;
    CHECK(plane.normal[1] == 2 && plane.offset == -2);
    OK(transect_signed_distance(&plane, origin, &distance));
    CHECK(distance == -1);

    /* Half of the engines write n·p = distance instead. Both forms have their name. */
    transect_plane same;
    OK(transect_plane_from_normal_and_distance(normal, 2, &same));
    CHECK(memcmp(&same, &plane, sizeof plane) == 0);
    OK(transect_plane_from_normal_and_offset(normal, -2, &same));
    CHECK(memcmp(&same, &plane, sizeof plane) == 0);

    /* 2. The side of a point, and of the same point when the plane is flipped. */
    const double above[3] = {0, 3, 0};
    transect_plane flipped;
    transect_side side;
    OK(transect_side_of_point(&plane, above, &side));
    CHECK(side == TRANSECT_SIDE_FRONT);
    OK(transect_plane_flipped(&plane, &flipped));
    OK(transect_side_of_point(&flipped, above, &side));
    CHECK(side == TRANSECT_SIDE_BACK);

    /* 3. The side of a box. It stands on the plane, so it touches it. */
    const double center[3] = {0, 2, 0}, half_sizes[3] = {1, 1, 1};
    transect_box aabb;
    transect_reach reach;
    OK(transect_box_from_center(center, half_sizes, &aabb));
    OK(transect_side_of_box(&plane, &aabb, &side));
    CHECK(side == TRANSECT_SIDE_ON);
    OK(transect_reach_of_box(&plane, &aabb, &reach));
    CHECK(reach.backmost == TRANSECT_SIDE_ON && reach.frontmost == TRANSECT_SIDE_FRONT);

    /* 4. Its backmost and frontmost corners along the normal (n-vertex and p-vertex). */
    double backmost[3], frontmost[3];
    OK(transect_box_extreme_corners(&aabb, plane.normal, backmost, frontmost));
    OK(transect_side_of_point(&plane, backmost, &side));
    CHECK(side == TRANSECT_SIDE_ON);
    OK(transect_side_of_point(&plane, frontmost, &side));
    CHECK(side == TRANSECT_SIDE_FRONT);

    /* 5. All eight corners, which give the same answer. */
    int on = 0;
    for (int corner = 0; corner < 8; corner++) {
        double at[3];
        for (int axis = 0; axis < 3; axis++) {
            at[axis] = corner >> axis & 1 ? aabb.max[axis] : aabb.min[axis];
        }
        OK(transect_side_of_point(&plane, at, &side));
        on += side == TRANSECT_SIDE_ON;
    }
    CHECK(on == 4);

    /* 6. Center and half sizes: the box touches the plane if |n·c + d| <= sum of e[i]·|n[i]|. */
    double value = plane.offset, radius = 0;
    for (int axis = 0; axis < 3; axis++) {
        value += plane.normal[axis] * center[axis];
        radius += half_sizes[axis] * fabs(plane.normal[axis]);
    }
    CHECK(fabs(value) <= radius);

    /* 7. A sphere that touches the plane. */
    const transect_sphere sphere = {{0, 2, 0}, 1};
    OK(transect_side_of_sphere(&plane, &sphere, &side));
    CHECK(side == TRANSECT_SIDE_ON);

    /* 8. An oriented box, turned by 45 degrees about z. */
    const transect_oriented_box oriented = {{0, 3, 0}, {{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};
    OK(transect_side_of_oriented_box(&plane, &oriented, &side));
    CHECK(side == TRANSECT_SIDE_ON);

    /* 9. A ray. One that begins on the plane meets it at t = 0. */
    const transect_line falling = {{0, 5, 0}, {1, -1, 0}, TRANSECT_LINE_KIND_RAY};
    transect_line_meeting meeting;
    OK(transect_plane_meet_line(&plane, &falling, &meeting));
    CHECK(meeting.common == TRANSECT_COMMON_POINT && meeting.t == 4);
    CHECK(meeting.point[0] == 4 && meeting.point[1] == 1 && meeting.point[2] == 0);

    /* 10. A line: a point, no point (parallel), or within the plane. */
    const transect_line slope = {{0, 0, 0}, {1, 1, 0}, TRANSECT_LINE_KIND_LINE};
    OK(transect_plane_meet_line(&plane, &slope, &meeting));
    CHECK(meeting.common == TRANSECT_COMMON_POINT);
    CHECK(meeting.point[0] == 1 && meeting.point[1] == 1 && meeting.point[2] == 0);

    /* 11. Two planes meet in a line, unless they are parallel. */
    const transect_plane wall = {{1, 0, 0}, -2};
    transect_planes_meeting edge;
    OK(transect_plane_meet_plane(&plane, &wall, &edge));
    CHECK(edge.common == TRANSECT_COMMON_LINE);
    double at[3];
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = edge.point[axis] + 3 * edge.direction[axis];
    }
    OK(transect_side_of_point(&plane, at, &side));
    CHECK(side == TRANSECT_SIDE_ON);
    OK(transect_side_of_point(&wall, at, &side));
    CHECK(side == TRANSECT_SIDE_ON);

    /* 12. Three planes meet in a point, unless their normals depend on each other. */
    const transect_plane x = {{1, 0, 0}, 0}, z = {{0, 0, 1}, 0};
    transect_planes_meeting corner;
    OK(transect_planes_meet(&plane, &x, &z, &corner));
    CHECK(corner.common == TRANSECT_COMMON_POINT);
    CHECK(corner.point[0] == 0 && corner.point[1] == 1 && corner.point[2] == 0);

    /* 13. The plane through three points, counter-clockwise seen from the front. */
    const double a[3] = {0, 1, 0}, b[3] = {0, 1, 1}, c[3] = {1, 1, 0};
    transect_plane through;
    OK(transect_plane_through(a, b, c, &through));
    OK(transect_side_of_point(&through, above, &side));
    CHECK(side == TRANSECT_SIDE_FRONT);

    /* 14. Two convex polygons that touch at a corner overlap. If one is moved away, an axis separates them. */
    const double one[] = {0, 0, 2, 0, 1, 2}, touching[] = {2, 0, 4, 0, 3, 2}, apart[] = {2.5, 0, 4.5, 0, 3.5, 2};
    bool overlap;
    double axis[2];
    OK(transect_polygons_overlap(one, 3, touching, 3, &overlap, NULL));
    CHECK(overlap);
    OK(transect_polygons_overlap(one, 3, apart, 3, &overlap, axis));
    CHECK(!overlap && axis[0] > 0); /* the axis points from the first polygon to the second */

    /* 15. A point in a polygon. */
    const double within[2] = {1, 1}, beside[2] = {2, 1};
    bool contains;
    OK(transect_polygon_contains(one, 3, within, &contains));
    CHECK(contains);
    OK(transect_polygon_contains(one, 3, beside, &contains));
    CHECK(!contains);

    /* The test of four boxes, whose corners may come in any order. */
    const transect_plane slanted = {{0, 1, 0.5}, 0};
    CHECK(!is_met(&slanted, (double[]){-2, -2, -2}, (double[]){-1, -1, -1}));
    CHECK(!is_met(&slanted, (double[]){2, 1, 2}, (double[]){4, 3, 4}));
    CHECK(is_met(&slanted, (double[]){1, 0, 1}, (double[]){0, -1, 0}));
    CHECK(is_met(&slanted, (double[]){5, 5, 5}, (double[]){-5, -5, -5}));

    puts("fifteen questions and four boxes: answered");
    return 0;
}
