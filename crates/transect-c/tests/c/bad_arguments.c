/* Bad arguments of every kind: each call returns its status, and writes nothing. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transect.h"

static int checks = 0;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, transect_last_message());               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#define IS(status, call) CHECK((call) == TRANSECT_STATUS_##status)

static const transect_plane plane = {{0, 0, 1}, -1};

/* Bytes among which a pointer can be misaligned. The sanitizer of undefined behavior cannot see that it is. */
static void *misaligned(void *bytes) { return (char *)bytes + 1; }

static void nulls(void) {
    const double point[3] = {0, 0, 2};
    transect_side side = TRANSECT_SIDE_BACK;
    transect_mesh *mesh = NULL;
    size_t count = 7;
    IS(NULL_POINTER, transect_side_of_point(NULL, point, &side));
    CHECK(strcmp(transect_last_message(), "plane is null") == 0);
    IS(NULL_POINTER, transect_side_of_point(&plane, NULL, &side));
    CHECK(side == TRANSECT_SIDE_BACK);
    IS(NULL_POINTER, transect_side_of_point(&plane, point, NULL));
    IS(NULL_POINTER, transect_plane_from_text(NULL, 3, (transect_plane *)&plane));
    IS(NULL_POINTER, transect_mesh_from_arrays(NULL, &mesh));
    IS(NULL_POINTER, transect_mesh_measures(NULL, NULL));
    IS(NULL_POINTER, transect_mesh_split(NULL, &plane, &mesh, NULL, NULL));
    IS(NULL_POINTER, transect_tree_on(NULL, &plane, NULL, 0, &count));
    IS(NULL_POINTER, transect_layers_next(NULL, NULL, NULL));
    IS(NULL_POINTER, transect_curve_at(NULL, 0, NULL));
    IS(NULL_POINTER, transect_index_first_hit(NULL, NULL, NULL));
    IS(NULL_POINTER, transect_certificate_check(NULL));
    CHECK(mesh == NULL && count == 7);
    transect_mesh_free(NULL);
    transect_tree_free(NULL);
    transect_parts_free(NULL);
    transect_layers_free(NULL);
    transect_section_free(NULL);
    transect_certificate_free(NULL);
    transect_buffers_free(NULL);
    transect_curve_free(NULL);
    transect_index_free(NULL);

    /* With the count 0, null is allowed. */
    const transect_points_f32 none = {NULL, NULL, NULL, 0, 1};
    const transect_side_bitmaps bitmaps = {NULL, NULL, NULL};
    transect_side_counts counts = {9, 9, 9, 9};
    IS(OK, transect_sides_of_points_f32(&plane, &none, &bitmaps, &counts));
    CHECK(counts.back == 0 && counts.on == 0 && counts.front == 0 && counts.null == 0);
    bool contains = false;
    IS(OK, transect_region_contains(NULL, 0, point, &contains));
    CHECK(contains); /* a region without planes is all of space */
}

static void misalignments(void) {
    double room[8] = {0};
    transect_side side;
    IS(MISALIGNED, transect_side_of_point(&plane, (const double *)misaligned(room), &side));
    CHECK(strcmp(transect_last_message(), "point is at an address that is not a multiple of 8") == 0);
    IS(MISALIGNED, transect_side_of_point((const transect_plane *)misaligned(room), room, &side));
    IS(MISALIGNED, transect_plane_flipped(&plane, (transect_plane *)misaligned(room)));
    IS(MISALIGNED, transect_signed_distance(&plane, room, (double *)misaligned(room)));
    const float *odd = (const float *)misaligned(room);
    const transect_points_f32 points = {odd, odd, odd, 1, 1};
    uint64_t words[2] = {5, 5};
    const transect_side_bitmaps bitmaps = {&words[0], &words[1], NULL};
    IS(MISALIGNED, transect_sides_of_points_f32(&plane, &points, &bitmaps, NULL));
    CHECK(words[0] == 5 && words[1] == 5);
    transect_mesh_free((transect_mesh *)misaligned(room));
}

static void overlaps(void) {
    double column[128] = {0};
    uint64_t words[2] = {0};
    const transect_points_f64 points = {column, column, column, 64, 1};
    transect_side_bitmaps bitmaps = {words, words, NULL};
    IS(OVERLAP, transect_sides_of_points_f64(&plane, &points, &bitmaps, NULL));
    CHECK(strcmp(transect_last_message(), "bitmaps.front overlaps with bitmaps.on") == 0);
    bitmaps.front = (uint64_t *)&column[63];
    IS(OVERLAP, transect_sides_of_points_f64(&plane, &points, &bitmaps, NULL));
    bitmaps.front = &words[1];
    IS(OK, transect_sides_of_points_f64(&plane, &points, &bitmaps, NULL)); /* inputs may overlap */
    IS(OVERLAP, transect_signed_distances_f64(&plane, &points, &column[60]));
    IS(OVERLAP, transect_sides_of_points_f64(&plane, &points, &bitmaps, (transect_side_counts *)&column[61]));

    /* Values are copied first, so a plane may be flipped in its place. */
    transect_plane own = plane;
    IS(OK, transect_plane_flipped(&own, &own));
    CHECK(own.normal[2] == -1 && own.offset == 1);

    transect_mesh *mesh, *half = NULL;
    IS(OK, transect_mesh_from_triangles(NULL, 0, NULL, 0, &mesh));
    IS(OVERLAP, transect_mesh_split(mesh, &plane, &half, &half, NULL));
    CHECK(half == NULL);
    transect_mesh_free(mesh);
}

static void numbers(void) {
    const double nan_point[3] = {0, NAN, 0}, point[3] = {0, 0, 0}, zero[3] = {0, 0, 0};
    const transect_plane flat = {{0, 0, 0}, 1}, infinite = {{0, INFINITY, 0}, 1};
    transect_plane made = {{9, 9, 9}, 9};
    transect_side side;
    bool contains;
    size_t count;
    transect_region_overlap overlap;
    IS(INVALID, transect_plane_from_normal_and_offset(zero, 1, &made));
    IS(INVALID, transect_plane_from_normal_and_distance(point, NAN, &made));
    IS(INVALID, transect_plane_through(point, point, point, &made));
    IS(INVALID, transect_plane_from_text("z = ", 4, &made));
    IS(INVALID, transect_plane_from_text("z = \xff", 5, &made));
    IS(INVALID, transect_plane_from_text("z\0 = 1", 6, &made));
    CHECK(made.normal[0] == 9);
    IS(INVALID, transect_side_of_point(&plane, nan_point, &side));
    CHECK(strcmp(transect_last_message(), "point: coordinate y is NaN, not a finite number") == 0);
    IS(INVALID, transect_side_of_point(&flat, point, &side));
    IS(INVALID, transect_side_of_point(&infinite, point, &side));
    const transect_box empty = {{1, 0, 0}, {0, 1, 1}};
    const transect_sphere negative = {{0, 0, 0}, -1};
    IS(INVALID, transect_side_of_box(&plane, &empty, &side));
    IS(INVALID, transect_side_of_sphere(&plane, &negative, &side));
    const transect_plane planes[2] = {plane, flat};
    IS(INVALID, transect_region_contains(planes, 2, point, &contains));
    CHECK(strncmp(transect_last_message(), "planes[1]: ", 11) == 0);
    const transect_box unit = {{0, 0, 0}, {1, 1, 1}};
    IS(INVALID, transect_region_overlap_box(planes, 1, 7, &unit, &overlap));
    const transect_line still = {{0, 0, 0}, {0, 0, 0}, 0}, unknown = {{0, 0, 0}, {0, 0, 1}, 3};
    transect_line_meeting meeting;
    IS(INVALID, transect_plane_meet_line(&plane, &still, &meeting));
    IS(INVALID, transect_plane_meet_line(&plane, &unknown, &meeting));
    float matrix[16] = {0};
    transect_plane frustum[6];
    IS(INVALID, transect_frustum_planes_f32(matrix, 2, 0, 0, frustum, &count));
    IS(INVALID, transect_frustum_planes_f32(matrix, 0, -1, 0, frustum, &count));
    IS(INVALID, transect_frustum_planes_f32(matrix, 0, 0, 2, frustum, &count));
    matrix[3] = NAN;
    IS(INVALID, transect_frustum_planes_f32(matrix, 0, 0, 0, frustum, &count));

    /* Rows with NaN are null, in no bitmap of a side. */
    const float numbers[2] = {NAN, 5};
    const transect_points_f32 points = {numbers, numbers, numbers, 2, 1};
    uint64_t on, front, null;
    const transect_side_bitmaps bitmaps = {&on, &front, &null};
    transect_side_counts counts;
    IS(OK, transect_sides_of_points_f32(&plane, &points, &bitmaps, &counts));
    CHECK(on == 0 && front == 2 && null == 1 && counts.null == 1);
    double distances[2] = {7, 7};
    IS(INVALID, transect_signed_distances_f32(&plane, &points, distances));
    CHECK(distances[0] == 7 && distances[1] == 7);

    /* Infinite coordinates of points are refused before anything is written; numbers between rows have no meaning. */
    const float packed[6] = {1, 2, INFINITY, 3, 4, 5};
    const transect_points_f32 rows = {&packed[0], &packed[1], &packed[0], 2, 3};
    on = front = 99;
    IS(OK, transect_sides_of_points_f32(&plane, &rows, &bitmaps, &counts));
    CHECK(on == 1 && front == 2);
    const transect_points_f32 far = {&packed[0], &packed[1], &packed[2], 2, 3};
    IS(INVALID, transect_sides_of_points_f32(&plane, &far, &bitmaps, &counts));
    CHECK(strcmp(transect_last_message(), "points: row 0 has an infinite number") == 0);
    CHECK(on == 1 && front == 2 && counts.on == 1);

    transect_tree *tree = NULL;
    const float *n = numbers;
    const transect_boxes_f32 boxes = {{n, n, n}, {n, n, n}, 2, 1};
    IS(INVALID, transect_tree_build_f32(&boxes, &tree));
    CHECK(tree == NULL && strncmp(transect_last_message(), "boxes: row 0 is not a box", 25) == 0);
}

static void counts(void) {
    const float numbers[12] = {0};
    uint64_t words[2];
    const transect_side_bitmaps bitmaps = {&words[0], &words[1], NULL};
    transect_points_f32 points = {numbers, numbers, numbers, 4, 0};
    IS(COUNT, transect_sides_of_points_f32(&plane, &points, &bitmaps, NULL)); /* no stride */
    points.stride = SIZE_MAX;
    IS(COUNT, transect_sides_of_points_f32(&plane, &points, &bitmaps, NULL));
    points.stride = 1;
    points.count = SIZE_MAX / 2;
    IS(COUNT, transect_sides_of_points_f32(&plane, &points, &bitmaps, NULL));
    points.count = SIZE_MAX;
    points.stride = 2;
    IS(COUNT, transect_sides_of_points_f32(&plane, &points, &bitmaps, NULL));

    const uint16_t indices[3] = {0, 1, 9};
    transect_vertex_arrays arrays = {0};
    transect_mesh *mesh = NULL;
    arrays.positions.numbers = numbers;
    arrays.positions.stride = 2;
    arrays.vertex_count = 4;
    IS(COUNT, transect_mesh_from_arrays(&arrays, &mesh)); /* a position has three numbers */
    arrays.positions.stride = 3;
    arrays.index_count = 3;
    IS(INVALID, transect_mesh_from_arrays(&arrays, &mesh)); /* without a type */
    arrays.index_type = 3;
    IS(INVALID, transect_mesh_from_arrays(&arrays, &mesh));
    arrays.index_type = TRANSECT_INDEX_TYPE_U16;
    IS(NULL_POINTER, transect_mesh_from_arrays(&arrays, &mesh));
    arrays.indices = indices;
    IS(MESH, transect_mesh_from_arrays(&arrays, &mesh)); /* an index out of range */
    CHECK(strcmp(transect_last_message(), "triangle 0: index 9 is out of range, there are 4 vertices") == 0);
    arrays.index_count = 2;
    IS(MESH, transect_mesh_from_arrays(&arrays, &mesh)); /* an incomplete triangle */
    arrays.vertex_count = SIZE_MAX;
    IS(COUNT, transect_mesh_from_arrays(&arrays, &mesh));
    CHECK(mesh == NULL);
}

static void sizes(void) {
    float low[100], high[100];
    for (int row = 0; row < 100; row++) {
        low[row] = (float)row;
        high[row] = (float)row + 1.5f;
    }
    const transect_boxes_f32 boxes = {{low, low, low}, {high, high, high}, 100, 1};
    transect_tree *tree;
    IS(OK, transect_tree_build_f32(&boxes, &tree));
    const transect_plane middle = {{1, 0, 0}, -50.25};
    uint32_t ids[2] = {77, 77};
    size_t count = 0;
    IS(OK, transect_tree_on(tree, &middle, NULL, 0, &count));
    CHECK(count == 2);
    count = 0;
    IS(TOO_SMALL, transect_tree_on(tree, &middle, ids, 1, &count));
    CHECK(count == 2 && ids[0] == 77);
    IS(NULL_POINTER, transect_tree_on(tree, &middle, NULL, 5, &count));
    IS(OK, transect_tree_on(tree, &middle, ids, 2, &count));
    CHECK(ids[0] + ids[1] == 99);
    double unknown[6] = {0};
    const transect_boxes_f64 others = {{unknown, unknown, unknown}, {unknown, unknown, unknown}, 6, 1};
    IS(INVALID, transect_tree_refit_f64(tree, &others));
    const transect_boxes_f32 fewer = {{low, low, low}, {high, high, high}, 99, 1};
    IS(COUNT, transect_tree_refit_f32(tree, &fewer));
    IS(OK, transect_tree_refit_f32(tree, &boxes));
    transect_tree_free(tree);

    /* An open mesh has sections with open chains, and no curve. */
    const double corners[9] = {0, 0, 0, 4, 0, 0, 0, 0, 4};
    const uint32_t triangle[3] = {0, 1, 2};
    transect_mesh *mesh;
    IS(OK, transect_mesh_from_triangles(corners, 3, triangle, 1, &mesh));
    transect_curve *curve = NULL;
    const double up[3] = {0, 0, 1};
    IS(MESH, transect_mesh_curve(mesh, up, &curve));
    transect_section *section;
    transect_section_measured measured;
    IS(INVALID, transect_mesh_section(mesh, &plane, TRANSECT_SIDE_ON, &section));
    IS(OK, transect_mesh_section(mesh, &plane, TRANSECT_SIDE_BACK, &section));
    IS(OK, transect_section_measures(section, &measured));
    CHECK(measured.loops == 0 && measured.open_chains == 1 && measured.points == 2);
    double points[6];
    size_t starts[2];
    IS(TOO_SMALL, transect_section_lines(section, points, 1, starts, 2));
    IS(TOO_SMALL, transect_section_lines(section, points, 2, starts, 1));
    IS(OK, transect_section_lines(section, points, 2, starts, 2));
    CHECK(starts[0] == 0 && starts[1] == 2 && points[2] == 1 && points[5] == 1);
    transect_section_free(section);

    transect_buffers *buffers;
    IS(OK, transect_mesh_to_buffers(mesh, NULL, &buffers));
    float normals[9];
    uint32_t indices[2];
    transect_buffer_targets targets = {0};
    targets.vertex_capacity = 3;
    targets.normals = normals;
    IS(MESH, transect_buffers_copy(buffers, &targets)); /* the mesh has no normals */
    targets.normals = NULL;
    targets.indices = indices;
    targets.index_capacity = 2;
    IS(TOO_SMALL, transect_buffers_copy(buffers, &targets));
    transect_buffers_free(buffers);
    IS(INVALID, transect_mesh_split_to_buffers(mesh, &plane, NULL, 0, &buffers, &buffers));
    IS(INVALID, transect_mesh_weld(mesh, -1, &mesh, NULL));

    /* Parts that do not exist; layers after the last one. */
    transect_parts *parts;
    IS(OK, transect_mesh_divide(mesh, &plane, 1, &parts, &count, NULL));
    CHECK(count == 2);
    transect_mesh *part = NULL;
    int8_t side;
    IS(COUNT, transect_parts_get(parts, 2, &part, &side, 1));
    IS(TOO_SMALL, transect_parts_get(parts, 0, &part, &side, 0));
    CHECK(part == NULL);
    IS(OK, transect_parts_get(parts, 1, &part, &side, 1));
    CHECK(side == -1);
    transect_mesh_free(part);
    transect_parts_free(parts);
    const double heights[3] = {2, NAN, 1};
    transect_layers *layers = NULL;
    IS(INVALID, transect_mesh_layers(mesh, up, heights, 3, 1, &layers));
    IS(OK, transect_mesh_layers(mesh, up, heights, 1, 1, &layers));
    transect_mesh_free(mesh); /* the layers keep the mesh */
    double height;
    IS(OK, transect_layers_next(layers, &height, &section));
    CHECK(height == 2);
    transect_section_free(section);
    section = NULL;
    IS(END, transect_layers_next(layers, &height, &section));
    CHECK(section == NULL);
    transect_layers_free(layers);
}

/* Each thread has its own message. */
static void *other_thread(void *unused) {
    (void)unused;
    CHECK(transect_last_message()[0] == '\0');
    transect_side side;
    IS(NULL_POINTER, transect_side_of_point(&plane, NULL, &side));
    CHECK(strcmp(transect_last_message(), "point is null") == 0);
    return NULL;
}

int main(void) {
    nulls();
    misalignments();
    overlaps();
    numbers();
    counts();
    sizes();
    transect_plane made;
    IS(INVALID, transect_plane_from_text("?", 1, &made));
    char before[200];
    snprintf(before, sizeof before, "%s", transect_last_message());
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, other_thread, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(strcmp(before, transect_last_message()) == 0);
    printf("%d checks\n", checks);
    return 0;
}
