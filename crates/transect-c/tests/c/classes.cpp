// The classes of transect.hpp: ownership, lists, trees, layers and curves; and failures as exceptions.
#include <algorithm>
#include <iostream>

#include "transect.hpp"

static int checks = 0;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition)) {                                                                                            \
            std::cerr << __FILE__ << ":" << __LINE__ << ": " #condition "\n";                                          \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

// A vector type of its own, with its traits.
struct Packed {
    float numbers[4];
};

namespace transect {
template <> struct point_traits<Packed> {
    static vector3 coordinates(const Packed &v) { return {v.numbers[1], v.numbers[2], v.numbers[3]}; }
};
} // namespace transect

int main() {
    using transect::side;
    const auto level = transect::plane::parse("z = 2");
    CHECK(level.side(Packed{{9, 0, 0, 3}}) == side::front);
    const double array[3] = {0, 0, 1};
    CHECK(level.side(array) == side::back);

    // A failure has its status and message, and nothing leaks.
    try {
        transect::plane::parse("z = ");
        CHECK(false);
    } catch (const transect::error &error) {
        CHECK(error.status() == TRANSECT_STATUS_INVALID && std::string(error.what()).rfind("text: ", 0) == 0);
    }
    transect_vertex_arrays none{};
    none.index_type = 9;
    try {
        transect::mesh::from_arrays(none);
        CHECK(false);
    } catch (const transect::error &error) {
        CHECK(error.status() == TRANSECT_STATUS_INVALID);
    }

    std::vector<transect::vector3> positions;
    for (int corner = 0; corner < 8; corner++) {
        positions.push_back({4.0 * (corner & 1), 4.0 * (corner >> 1 & 1), 4.0 * (corner >> 2)});
    }
    const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                              {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                              {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    auto cube = transect::mesh::from_triangles(positions, triangles);
    const auto same = cube; // shares the mesh
    CHECK(same.measures().volume == 64);

    const std::vector<transect::plane> planes{transect::plane::parse("x = 1"), transect::plane::parse("z = 3")};
    const auto parts = cube.divide(planes);
    CHECK(parts.size() == 4 && parts[1].sides[0] == side::front && parts[1].sides[1] == side::back);
    CHECK(parts[1].mesh.measures().volume == 36);
    const auto corner = cube.cut_by_region(planes);
    CHECK(corner.inside.measures().volume == 12 && corner.certificate.is_correct());
    CHECK(corner.certificate.text() == "correct\n" && corner.certificate.verdict().parts == 2);

    auto layers = cube.layers(transect::vector3{0, 0, 1}, std::vector<double>{3, 1});
    int count = 0;
    cube = transect::mesh::from_triangles({}, {}); // the layers keep their mesh
    while (auto layer = layers.next()) {
        count++;
        CHECK(layer->height == 2 * count - 1 && layer->section.measures().area == 16);
        CHECK(layer->section.triangles().size() >= 2 && layer->section.loops()[0].area == 16);
    }
    CHECK(count == 2);
    CHECK(same.curve(transect::vector3{0, 0, 1}).at(1).volume == 16);
    CHECK(same.curve(transect::vector3{0, 0, 1}).height_of_volume(32) == 2);

    const auto index = transect::index::build(same);
    const auto hit = index.first_hit(transect::line::ray(array, transect::vector3{1, 0.5, 0}));
    CHECK(hit.is_hit && hit.t == 0);
    CHECK(!index.first_hit(transect::line::ray(transect::vector3{9, 9, 9}, transect::vector3{1, 0, 0})).is_hit);
    CHECK(index.section(level).measures().perimeter == 16);

    const auto halves = same.split_to_buffers(level);
    const auto sizes = halves.first.sizes();
    CHECK(sizes.indices - sizes.first_cap_index == 3 * 6 && sizes.normal_width == 0);
    std::vector<float> own(3 * sizes.vertices);
    transect_buffer_targets targets{};
    targets.positions = own.data();
    targets.vertex_capacity = sizes.vertices;
    halves.first.copy(targets);
    CHECK(*std::max_element(own.begin(), own.end()) == 4);

    // Boxes in records: the stride of six numbers.
    struct record {
        float min[3], max[3];
    };
    std::vector<record> records;
    for (int row = 0; row < 1000; row++) {
        const float low = float(row), high = low + 1.5f;
        records.push_back({{low, low, low}, {high, high, high}});
    }
    transect_boxes_f32 boxes{};
    for (int axis = 0; axis < 3; axis++) {
        boxes.min[axis] = &records[0].min[axis];
        boxes.max[axis] = &records[0].max[axis];
    }
    boxes.count = records.size();
    boxes.stride = 6;
    const auto wall = transect::plane::parse("x = 700.25");
    const auto masks = transect::sides(wall, boxes);
    CHECK(masks.counts.on == 2 && masks.counts.front == 299 && masks.counts.back == 699);
    CHECK(transect_bit(masks.on.data(), 699) && transect_bit(masks.on.data(), 700));
    const auto tree = transect::tree::build(boxes);
    auto ids = tree.on(wall);
    std::sort(ids.begin(), ids.end());
    CHECK(ids == (std::vector<std::uint32_t>{699, 700}));
    std::size_t inside = 0;
    const std::vector<transect::plane> slab{transect::plane::parse("x = 10"), transect::plane::parse("20 = x")};
    CHECK(tree.overlap(slab, inside).size() == 12 && inside == 9);
    CHECK(transect::overlaps(slab, boxes).counts.inside == 9);
    CHECK(transect::overlap(slab, transect::sphere(array, 1)) == transect::region_overlap::outside);
    CHECK(transect::contains(slab, Packed{{0, 15, 0, 0}}));
    CHECK(tree.meeting(transect::box::from_corners(array, array)).size() == 1);

    const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -3, 0, 0, -1, 0};
    const auto frustum =
        transect::frustum(matrix, TRANSECT_MATRIX_ORDER_ROW_MAJOR, TRANSECT_CLIP_DEPTH_MINUS_ONE_TO_ONE);
    CHECK(frustum.size() == 6 && transect::contains(frustum, transect::vector3{3, -3, -3}));
    std::cout << checks << " checks\n";
}
