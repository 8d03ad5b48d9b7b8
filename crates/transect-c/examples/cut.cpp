/*
 * Cuts a cube along a plane, certifies the cut, and prints the halves and the section.
 *
 * c++ -std=c++17 cut.cpp $(pkg-config --cflags --libs transect-c) && ./a.out
 */
#include <iostream>

#include "transect.hpp"

int main() try {
    // A cube from 0 to 4. Faces are counter-clockwise seen from outside.
    std::vector<transect::vector3> positions;
    for (int corner = 0; corner < 8; corner++) {
        positions.push_back({4.0 * (corner & 1), 4.0 * (corner >> 1 & 1), 4.0 * (corner >> 2)});
    }
    const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                                              {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                                              {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const auto cube = transect::mesh::from_triangles(positions, triangles);

    const auto plane = transect::plane::parse("x + z = 5");
    const auto [front, back, certificate] = cube.split(plane);
    std::cout << certificate.text();
    std::cout << "front: volume " << front.measures().volume << "\n";
    std::cout << "back: volume " << back.measures().volume << "\n";

    const auto lines = cube.section(plane).lines();
    for (std::size_t line = 0; line < lines.size(); line++) {
        std::cout << (line < lines.loops ? "loop:" : "open:");
        for (const auto &[x, y, z] : lines[line]) {
            std::cout << " (" << x << ", " << y << ", " << z << ")";
        }
        std::cout << "\n";
    }
} catch (const transect::error &error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
}
