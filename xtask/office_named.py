"""Writes assets/office_named.glb from office_a.ifc: the office with storeys, and with the names of its products.

Usage: python office_named.py office_a.ifc assets/office_named.glb (needs the package ifcopenshell from PyPI, 0.9.0)

The file has one node per storey, and below it one node per product. The name of a product's node is its IFC class, a
slash, and its name; a room's name is followed by its long name, such as "IfcSpace/203 OPEN OFFICE". If several products
would have the same name, the tag or the number of each follows. The extras of a node hold the IFC attributes.
Coordinates are world coordinates in metres, z up, stored as f32.
"""

import json
import multiprocessing
import struct
import sys
from collections import Counter

import ifcopenshell
import ifcopenshell.geom

ARRAY_BUFFER = 34962
ELEMENT_ARRAY_BUFFER = 34963
FLOAT = 5126
UNSIGNED_SHORT = 5123
UNSIGNED_INT = 5125


def storey_of(product):
    """Returns the storey that contains a product, directly or by way of the element that it is a part of."""
    while product is not None and not product.is_a("IfcBuildingStorey"):
        links = [
            *(link.RelatingStructure for link in getattr(product, "ContainedInStructure", ())),
            *(link.RelatingObject for link in getattr(product, "Decomposes", ())),
            *(link.RelatingBuildingElement for link in getattr(product, "VoidsElements", ())),
        ]
        product = links[0] if links else None
    return product


def title(product):
    """Returns the class and the name of a product, without the number that Revit appends."""
    words = product.Name or ""
    if product.is_a("IfcSpace"):
        words = " ".join(filter(None, [product.Name, product.LongName]))
    elif product.Tag and words.endswith(":" + product.Tag):
        words = words[: -len(product.Tag) - 1]
    return f"{product.is_a()}/{words}"


def distinct(products):
    """Returns the title of each product. A tag or a number follows titles that several products have, and titles
    of products without a name."""
    titles = [title(product) for product in products]
    counts = Counter(titles)
    numbers = Counter()
    names = []
    for product, name in zip(products, titles):
        if counts[name] > 1 or name.endswith("/"):
            numbers[name] += 1
            number = getattr(product, "Tag", None) or numbers[name]
            name += f"{number}" if name.endswith("/") else f" {number}"
        names.append(name)
    assert len(set(names)) == len(names), "two products have the same name"
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
            "asset": {"version": "2.0", "generator": "office_named.py"},
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


def main(source, target):
    model = ifcopenshell.open(source)
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    iterator = ifcopenshell.geom.iterator(settings, model, multiprocessing.cpu_count())
    shapes = {}
    if iterator.initialize():
        while True:
            shape = iterator.get()
            shapes[shape.guid] = (list(shape.geometry.verts), list(shape.geometry.faces))
            if not iterator.next():
                break
    # The iterator returns shapes in an order that depends on its threads. So the order of the IFC file is used.
    products = [product for product in model.by_type("IfcProduct") if product.GlobalId in shapes]
    document = Document()
    storeys = sorted(model.by_type("IfcBuildingStorey"), key=lambda storey: storey.Elevation)
    children = {storey.GlobalId: [] for storey in storeys}
    outside = []
    for product, name in zip(products, distinct(products)):
        mesh = document.add_mesh(*shapes[product.GlobalId])
        node = document.add_node({"name": name, "mesh": mesh, "extras": extras(product)})
        storey = storey_of(product)
        (children[storey.GlobalId] if storey else outside).append(node)
    roots = []
    for storey in storeys:
        elevation = {"class": "IfcBuildingStorey", "elevation": storey.Elevation}
        nodes = children[storey.GlobalId]
        roots.append(document.add_node({"name": storey.Name, "children": nodes, "extras": elevation}))
    with open(target, "wb") as file:
        file.write(document.glb(roots + outside))
    counts = ", ".join(f"{storey.Name}: {len(children[storey.GlobalId])}" for storey in storeys)
    print(f"{len(products)} products ({counts}, outside of storeys: {len(outside)})")


if __name__ == "__main__":
    main(*sys.argv[1:])
