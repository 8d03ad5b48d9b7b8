"""Writes the products of an IFC file as a GLB file, with their classes, names and storeys.

Usage: python ifc_to_glb.py MODEL.ifc MODEL.glb [--y-up]
Needs IfcOpenShell, version 0.8 or later: pip install ifcopenshell

The file has one node per storey, and below it one node per product. The name of a product's node is its IFC class, a
slash, and its name; a room's name is followed by its long name, such as "IfcSpace/203 OPEN OFFICE". If several products
would have the same name, the tag or a number follows. The extras of a node hold the IFC attributes of the product, or
the class and the elevation of the storey.

Coordinates are world coordinates in metres, stored as f32, and z points up as in the IFC file. In a model that is far
from the origin, they count from a point near its middle, and a node at the root has the rest. With --y-up, a node at
the root turns the model, so that y points up, as the specification of glTF demands.
"""

import argparse
import json
import math
import multiprocessing
import struct
import sys
from collections import Counter

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.placement
import ifcopenshell.util.unit

ARRAY_BUFFER = 34962
ELEMENT_ARRAY_BUFFER = 34963
FLOAT = 5126
UNSIGNED_SHORT = 5123
UNSIGNED_INT = 5125

# The distance from the origin in metres beyond which a model is moved. Up to it, numbers of f32 are at most 0.00006 m
# apart.
FAR = 1000.0


def storey_of(product):
    """Returns the storey that contains a product, directly or by way of the element that it is a part of."""
    seen = set()
    while product is not None and not product.is_a("IfcBuildingStorey") and product.id() not in seen:
        seen.add(product.id())
        links = [
            *(link.RelatingStructure for link in getattr(product, "ContainedInStructure", ())),
            *(link.RelatingObject for link in getattr(product, "Decomposes", ())),
            *(link.RelatingObject for link in getattr(product, "Nests", ())),
            *(link.RelatingBuildingElement for link in getattr(product, "VoidsElements", ())),
            *(link.RelatingOpeningElement for link in getattr(product, "FillsVoids", ())),
        ]
        product = links[0] if links else None
    return product if product is not None and product.is_a("IfcBuildingStorey") else None


def title(product):
    """Returns the class and the name of a product, without the number that Revit appends."""
    words = product.Name or ""
    if product.is_a("IfcSpace"):
        words = " ".join(filter(None, [product.Name, product.LongName]))
    elif getattr(product, "Tag", None) and words.endswith(":" + product.Tag):
        words = words[: -len(product.Tag) - 1]
    return f"{product.is_a()}/{words}"


def distinct(products):
    """Returns a name for each product, different from all others. A tag or a number follows titles that several products
    have, and titles of products without a name."""
    titles = [title(product) for product in products]
    counts = Counter(titles)
    numbers = Counter()
    names = []
    taken = {name for name in titles if counts[name] == 1 and not name.endswith("/")}
    for product, own in zip(products, titles):
        name = own
        tag = getattr(product, "Tag", None)
        if counts[own] > 1 or own.endswith("/"):
            while name == own or name in taken:
                numbers[own] += 1
                number, tag = tag or numbers[own], None
                name = f"{own}{number}" if own.endswith("/") else f"{own} {number}"
        taken.add(name)
        names.append(name)
    return names


def extras(product):
    """Returns the IFC attributes of a product that have a value."""
    keys = {
        "class": product.is_a(),
        "globalId": product.GlobalId,
        "name": product.Name,
        "longName": getattr(product, "LongName", None),
        "objectType": getattr(product, "ObjectType", None),
        "tag": getattr(product, "Tag", None),
    }
    return {key: value for key, value in keys.items() if value}


def elevation_of(storey, metres):
    """Returns the elevation of a storey in metres: that of the file, or else that of its placement."""
    elevation = storey.Elevation
    if elevation is None:
        elevation = float(ifcopenshell.util.placement.get_local_placement(storey.ObjectPlacement)[2][3])
    return elevation * metres


class Document:
    """A glTF document under construction: its JSON lists and its binary buffer."""

    def __init__(self):
        self.buffer = bytearray()
        self.views = []
        self.accessors = []
        self.meshes = []
        self.nodes = []

    def add_view(self, data, target):
        self.views.append(
            {"buffer": 0, "byteOffset": len(self.buffer), "byteLength": len(data), "target": target}
        )
        self.buffer += data + bytes(-len(data) % 4)
        return len(self.views) - 1

    def add_mesh(self, vertices, faces):
        """Adds a mesh from flat lists of coordinates and of vertex indices, and returns its index."""
        data = struct.pack(f"<{len(vertices)}f", *vertices)
        rounded = struct.unpack(f"<{len(vertices)}f", data)
        positions = len(self.accessors)
        self.accessors.append({
            "bufferView": self.add_view(data, ARRAY_BUFFER),
            "componentType": FLOAT,
            "count": len(vertices) // 3,
            "type": "VEC3",
            "min": [min(rounded[axis::3]) for axis in range(3)],
            "max": [max(rounded[axis::3]) for axis in range(3)],
        })
        is_short = len(vertices) // 3 < 65535
        self.accessors.append({
            "bufferView": self.add_view(
                struct.pack(f"<{len(faces)}{'H' if is_short else 'I'}", *faces), ELEMENT_ARRAY_BUFFER
            ),
            "componentType": UNSIGNED_SHORT if is_short else UNSIGNED_INT,
            "count": len(faces),
            "type": "SCALAR",
        })
        primitive = {"attributes": {"POSITION": positions}, "indices": positions + 1}
        self.meshes.append({"primitives": [primitive]})
        return len(self.meshes) - 1

    def add_node(self, node):
        self.nodes.append(node)
        return len(self.nodes) - 1

    def glb(self, roots):
        document = {
            "asset": {"version": "2.0", "generator": "ifc_to_glb.py"},
            "scene": 0,
            "scenes": [{"nodes": roots}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.buffer)}],
        }
        text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
        chunks += struct.pack("<II", len(self.buffer), 0x004E4942) + bytes(self.buffer)
        return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


def shapes_of(model):
    """Returns the triangles of each product that has some, by its GUID: flat lists of coordinates and of indices."""
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    iterator = ifcopenshell.geom.iterator(settings, model, multiprocessing.cpu_count())
    shapes = {}
    if iterator.initialize():
        while True:
            shape = iterator.get()
            if shape.geometry.faces:
                shapes[shape.guid] = (list(shape.geometry.verts), list(shape.geometry.faces))
            if not iterator.next():
                break
    return shapes


def origin_of(shapes):
    """Returns the point in whole metres from which coordinates count: zero, or the middle of a model that is far away."""
    least = [min(min(vertices[axis::3]) for vertices, _ in shapes.values()) for axis in range(3)]
    most = [max(max(vertices[axis::3]) for vertices, _ in shapes.values()) for axis in range(3)]
    middle = [math.floor((low + high) / 2) for low, high in zip(least, most)]
    return [own if max(abs(low), abs(high)) > FAR else 0 for own, low, high in zip(middle, least, most)]


def root_matrix(origin, y_up):
    """Returns the matrix of a node around the whole model, column by column; None if there is nothing to move or turn."""
    x, y, z = origin
    if y_up:
        return [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, x, z, -y, 1]
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1] if any(origin) else None


def convert(model, y_up):
    """Returns the bytes of a GLB file, and a list of sentences about it."""
    shapes = shapes_of(model)
    if not shapes:
        sys.exit("error: no product of the file has triangles")
    # The iterator returns shapes in an order that depends on its threads. So the order of the IFC file is used.
    all_products = model.by_type("IfcProduct")
    products = [product for product in all_products if product.GlobalId in shapes]
    left_out = [product for product in all_products if product.Representation and product.GlobalId not in shapes]
    metres = ifcopenshell.util.unit.calculate_unit_scale(model)
    origin = origin_of(shapes)
    document = Document()
    storeys = sorted(model.by_type("IfcBuildingStorey"), key=lambda storey: elevation_of(storey, metres))
    children = {storey.GlobalId: [] for storey in storeys}
    outside = []
    for product, name in zip(products, distinct(products)):
        vertices, faces = shapes[product.GlobalId]
        if any(origin):
            vertices = [number - origin[index % 3] for index, number in enumerate(vertices)]
        mesh = document.add_mesh(vertices, faces)
        node = document.add_node({"name": name, "mesh": mesh, "extras": extras(product)})
        storey = storey_of(product)
        (children[storey.GlobalId] if storey else outside).append(node)
    roots = []
    for storey in storeys:
        elevation = {"class": "IfcBuildingStorey", "elevation": elevation_of(storey, metres)}
        nodes = children[storey.GlobalId]
        node = {"name": storey.Name or storey.GlobalId, "children": nodes, "extras": elevation}
        if not nodes:
            del node["children"]
        roots.append(document.add_node(node))
    roots += outside
    matrix = root_matrix(origin, y_up)
    if matrix:
        roots = [document.add_node({"name": "root", "children": roots, "matrix": matrix})]
    counts = [f"{storey.Name or storey.GlobalId}: {len(children[storey.GlobalId])}" for storey in storeys]
    sentences = [f"{len(products)} products ({', '.join(counts + [f'outside of storeys: {len(outside)}'])})"]
    if any(origin):
        sentences.append(f"coordinates count from ({origin[0]}, {origin[1]}, {origin[2]}); the node at the root has the rest")
    if left_out:
        names = ", ".join(title(product) for product in left_out[:3])
        more = f" and {len(left_out) - 3} more" if len(left_out) > 3 else ""
        sentences.append(f"without triangles, and left out: {names}{more}")
    return document.glb(roots), sentences


def main():
    parser = argparse.ArgumentParser(description="Writes the products of an IFC file as a GLB file.")
    parser.add_argument("source", metavar="MODEL.ifc")
    parser.add_argument("target", metavar="MODEL.glb")
    parser.add_argument("--y-up", action="store_true", help="turn the model so that y points up, as in glTF")
    arguments = parser.parse_args()
    try:
        model = ifcopenshell.open(arguments.source)
    except (OSError, ifcopenshell.Error) as error:
        sys.exit(f"error: {arguments.source}: {error}")
    data, sentences = convert(model, arguments.y_up)
    with open(arguments.target, "wb") as file:
        file.write(data)
    print(*sentences, sep="\n")


if __name__ == "__main__":
    main()
