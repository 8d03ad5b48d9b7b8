// The classes of transect.hpp without exceptions: functions return values or failures.
#define TRANSECT_NO_EXCEPTIONS
#include "transect.hpp"

#include <cstdio>
#include <cstring>

#define CHECK(condition)                                                                                               \
    if (!(condition)) {                                                                                                \
        std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                           \
        return 1;                                                                                                      \
    }

int main() {
    const auto plane = transect::plane::parse("z = 2");
    CHECK(plane && plane->offset == -2);
    const auto wrong = transect::plane::parse("z = ");
    CHECK(!wrong && wrong.error().status() == TRANSECT_STATUS_INVALID);
    CHECK(std::strncmp(wrong.error().what(), "text: ", 6) == 0);
    const auto side = plane->side(transect::vector3{0, 0, 3});
    CHECK(side && *side == transect::side::front);

    const transect::vector3 positions[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    const std::array<std::uint32_t, 3> triangles[] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const auto mesh = transect::mesh::from_triangles(positions, triangles);
    CHECK(mesh);
    auto halves = mesh->split(*plane);
    CHECK(halves && halves->certificate.is_correct());
    const auto open = transect::mesh::from_triangles(positions, {triangles, 3});
    CHECK(open && !open->curve(transect::vector3{0, 0, 1}));
    std::puts("no exceptions");
    return 0;
}
