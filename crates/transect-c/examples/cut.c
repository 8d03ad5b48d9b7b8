/*
 * Cuts a cube along a plane, certifies the cut, and prints the halves and the section.
 *
 * cc cut.c $(pkg-config --cflags --libs transect-c) && ./a.out
 */
#include <stdio.h>
#include <stdlib.h>

#include "transect.h"

/* Ends the program if a call fails. */
static void ok(transect_status status) {
    if (status != TRANSECT_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", transect_status_name(status), transect_last_message());
        exit(1);
    }
}

int main(void) {
    if (transect_abi_version() != TRANSECT_ABI_VERSION) {
        fputs("transect.h and the library have different versions\n", stderr);
        return 1;
    }

    /* A cube from 0 to 4. Faces are counter-clockwise seen from outside. */
    const float positions[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 0, 0, 4, 4, 0, 4, 0, 4, 4, 4, 4, 4};
    const uint16_t indices[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    transect_vertex_arrays arrays = {0};
    arrays.positions.numbers = positions;
    arrays.positions.stride = 3;
    arrays.vertex_count = 8;
    arrays.indices = indices;
    arrays.index_count = 36;
    arrays.index_type = TRANSECT_INDEX_TYPE_U16;
    transect_mesh *cube;
    ok(transect_mesh_from_arrays(&arrays, &cube));

    /* The halves, closed by caps, and the certificate of the cut. */
    const char text[] = "x + z = 5";
    transect_plane plane;
    ok(transect_plane_from_text(text, sizeof text - 1, &plane));
    transect_mesh *front, *back;
    transect_certificate *certificate;
    ok(transect_mesh_split(cube, &plane, &front, &back, &certificate));
    ok(transect_certificate_check(certificate));
    transect_mesh_measured measured;
    ok(transect_mesh_measures(front, &measured));
    printf("front: volume %g, %zu open edges\n", measured.volume, measured.open_edges);
    ok(transect_mesh_measures(back, &measured));
    printf("back: volume %g, %zu open edges\n", measured.volume, measured.open_edges);

    /* The section as polylines. The sizes are asked first. */
    transect_section *section;
    transect_section_measured sizes;
    ok(transect_mesh_section(cube, &plane, TRANSECT_SIDE_FRONT, &section));
    ok(transect_section_measures(section, &sizes));
    double *points = malloc(3 * sizes.points * sizeof *points);
    size_t *starts = malloc((sizes.loops + sizes.open_chains + 1) * sizeof *starts);
    if (points == NULL || starts == NULL) {
        return 1;
    }
    ok(transect_section_lines(section, points, sizes.points, starts, sizes.loops + sizes.open_chains + 1));
    for (size_t line = 0; line < sizes.loops; line++) {
        printf("loop:");
        for (size_t point = starts[line]; point < starts[line + 1]; point++) {
            printf(" (%g, %g, %g)", points[3 * point], points[3 * point + 1], points[3 * point + 2]);
        }
        printf("\n");
    }

    free(points);
    free(starts);
    transect_section_free(section);
    transect_certificate_free(certificate);
    transect_mesh_free(front);
    transect_mesh_free(back);
    transect_mesh_free(cube);
    return 0;
}
