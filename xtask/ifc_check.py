"""Checks docs/ifc_to_glb.py: the classes, names, storeys and coordinates of a building that is made here and of a real
one, and what the command says about files of other converters.

Usage: ifc_check.py COMMAND FOLDER MODEL.ifc:PLANE…
"""

import json
import struct
import subprocess
import sys
from pathlib import Path

import ifcopenshell
import ifcopenshell.api.aggregate
import ifcopenshell.api.context
import ifcopenshell.api.feature
import ifcopenshell.api.geometry
import ifcopenshell.api.root
import ifcopenshell.api.spatial
import ifcopenshell.api.unit
import ifcopenshell.geom
import numpy

COMMAND, FOLDER = sys.argv[1], Path(sys.argv[2])
PROBLEMS = []


def expect(what, found, expected):
    if found != expected:
        PROBLEMS.append(f"{what}: {found}, not {expected}")


def ask(*arguments):
    """Returns the JSON and the messages of the command."""
    run = subprocess.run([COMMAND, *map(str, arguments), "--json"], capture_output=True, text=True)
    if run.returncode != 0:
        PROBLEMS.append(f"{arguments}: status {run.returncode}: {run.stderr}")
        return {}, run.stderr
    return json.loads(run.stdout), run.stderr


def converted(source, name, *options):
    """Converts an IFC file, and returns the path of the GLB file."""
    target = FOLDER / name
    script = Path("docs/ifc_to_glb.py")
    run = subprocess.run(
        [sys.executable, script, source, target, *options], capture_output=True, text=True, check=True
    )
    print(f"{name}: {'; '.join(run.stdout.splitlines())}")
    return target


def house(path, origin=(0.0, 0.0, 0.0)):
    """Writes an IFC file in millimetres: two storeys with walls of the same name, a wall with an opening, a room, and a
    wall outside of the storeys. `origin` is in metres."""
    model = ifcopenshell.file(schema="IFC4")
    project = ifcopenshell.api.root.create_entity(model, ifc_class="IfcProject", name="House")
    ifcopenshell.api.unit.assign_unit(model, length={"is_metric": True, "raw": "MILLIMETERS"})
    context = ifcopenshell.api.context.add_context(model, context_type="Model")
    body = ifcopenshell.api.context.add_context(
        model, context_type="Model", context_identifier="Body", target_view="MODEL_VIEW", parent=context
    )

    def part_of(parent, ifc_class, name, **more):
        own = ifcopenshell.api.root.create_entity(model, ifc_class=ifc_class, name=name)
        ifcopenshell.api.aggregate.assign_object(model, products=[own], relating_object=parent)
        for key, value in more.items():
            setattr(own, key, value)
        return own

    def block(ifc_class, name, least, size):
        own = ifcopenshell.api.root.create_entity(model, ifc_class=ifc_class, name=name)
        matrix = numpy.eye(4)
        matrix[:3, 3] = [a + b for a, b in zip(least, origin)]
        ifcopenshell.api.geometry.edit_object_placement(model, product=own, matrix=matrix, is_si=True)
        x, y, z = (1000.0 * length for length in size)
        profile = model.createIfcRectangleProfileDef(
            "AREA", None,
            model.createIfcAxis2Placement2D(model.createIfcCartesianPoint((x / 2, y / 2)), None), x, y,
        )
        solid = model.createIfcExtrudedAreaSolid(
            profile,
            model.createIfcAxis2Placement3D(model.createIfcCartesianPoint((0.0, 0.0, 0.0)), None, None),
            model.createIfcDirection((0.0, 0.0, 1.0)), z,
        )
        shape = model.createIfcShapeRepresentation(body, "Body", "SweptSolid", [solid])
        ifcopenshell.api.geometry.assign_representation(model, product=own, representation=shape)
        return own

    def put(storey, *products):
        ifcopenshell.api.spatial.assign_container(
            model, products=list(products), relating_structure=storey
        )

    site = part_of(project, "IfcSite", "Site")
    building = part_of(site, "IfcBuilding", "Building")
    upper = part_of(building, "IfcBuildingStorey", "Upper", Elevation=3000.0)
    lower = part_of(building, "IfcBuildingStorey", "Lower", Elevation=0.0)
    north = block("IfcWall", "Wall", (0, 4, 0), (5, 0.25, 3))
    south = block("IfcWall", "Wall", (0, 0, 0), (5, 0.25, 3))
    opening = block("IfcOpeningElement", "Hole", (2, -0.25, 1), (1, 0.75, 1))
    ifcopenshell.api.feature.add_feature(model, feature=opening, element=south)
    room = block("IfcSpace", "101", (0, 0.25, 0), (5, 3.75, 2.5))
    room.LongName = "KITCHEN"
    ifcopenshell.api.aggregate.assign_object(model, products=[room], relating_object=lower)
    put(lower, north, south)
    put(upper, block("IfcSlab", None, (0, 0, 3), (5, 4.25, 0.25)), block("IfcWall", "Wall 2", (0, 0, 3.25), (5, 0.25, 2.75)))
    block("IfcFurniture", "Bench", (8, 0, 0), (1, 1, 0.5))
    model.write(str(path))
    return path


def document_of(path):
    """Returns the JSON of a GLB file."""
    data = Path(path).read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length]), data[20 + length :]


def check_house():
    glb = converted(house(FOLDER / "house.ifc"), "house.glb")
    nodes = document_of(glb)[0]["nodes"]
    names = {node["name"]: node for node in nodes}
    expected = [
        "IfcFurniture/Bench", "IfcOpeningElement/Hole", "IfcSlab/1", "IfcSpace/101 KITCHEN", "IfcWall/Wall 1",
        "IfcWall/Wall 2", "IfcWall/Wall 3", "Lower", "Upper",
    ]
    found = sorted(names)
    expect("names", [name.split("/")[0] for name in found], [name.split("/")[0] for name in expected])
    expect("different names", len(set(found)), len(nodes))
    expect("the name of a room", "IfcSpace/101 KITCHEN" in names, True)
    for storey, elevation, count in [("Lower", 0.0, 4), ("Upper", 3.0, 2)]:
        expect(storey, names[storey]["extras"], {"class": "IfcBuildingStorey", "elevation": elevation})
        expect(f"products on {storey}", len(names[storey]["children"]), count)
    # The wall with the opening has the area 2·0.25 + 2·0.25 at this height, the other wall 5·0.25, and the room 5·3.75.
    report, _ = ask("cut", glb, "--plane", "z=1.5")
    section = report["planes"][0]["section"]
    expect("area of the section", round(section["area"], 9), 1.0 + 1.25 + 18.75 + 0.75)
    report, _ = ask("slice", glb, "--storeys", "--axis", "z")
    expect("floors", [(own["name"], own["floor"]) for own in report["storeys"]], [("Lower", 0.0), ("Upper", 3.25)])

    # Far from the origin, numbers of the file are small, and the world is the same.
    far = converted(house(FOLDER / "far.ifc", (500_000.0, 4_100_000.0, 250.0)), "far.glb")
    report, _ = ask("cut", far, "--plane", "z=251.5")
    expect("area far away", round(report["planes"][0]["section"]["area"], 9), 1.0 + 1.25 + 18.75 + 0.75)
    report, _ = ask("info", far)
    expect("bounds far away", report["bounds"]["min"], [500_000.0, 4_099_999.75, 250.0])

    # With y up, the same parts lie below the same height.
    turned = converted(FOLDER / "house.ifc", "turned.glb", "--y-up")
    report, _ = ask("cut", turned, "--plane", "y=1.5")
    expect("area with y up", round(report["planes"][0]["section"]["area"], 9), 1.0 + 1.25 + 18.75 + 0.75)
    report, _ = ask("info", turned)
    expect("bounds with y up", report["bounds"]["min"], [0.0, 0.0, -4.25])


def classes(path):
    report, messages = ask("info", path)
    return {own["name"]: own["objects"] for own in report.get("classes", [])}, messages


def check_office(source, plane):
    glb = converted(source, "office.glb")
    expect("the sample file", glb.read_bytes() == Path("assets/office_named.glb").read_bytes(), True)
    report, _ = ask("cut", glb, "--plane", plane)
    sides = report["planes"][0]["objects"]
    expect("front, on, back", [sides["front"], sides["on"], sides["back"]], [549, 519, 15])
    storeys = [ask("slice", path, "--storeys")[0]["storeys"] for path in (glb, "assets/office.glb")]
    heights = [[(own["floor"], own["plan"]) for own in report] for report in storeys]
    expect("storeys", heights[0], heights[1])
    expect("three storeys", len(heights[0]), 3)

    # IfcConvert writes GUIDs alone. A later version may write extras.
    model = ifcopenshell.open(source)
    settings = ifcopenshell.geom.settings()
    plain = FOLDER / "converted.glb"
    serializer = ifcopenshell.geom.serializers.glb(str(plain), settings)
    serializer.setFile(model)
    serializer.setUnitNameAndMagnitude("METER", 1.0)
    serializer.writeHeader()
    for shape in ifcopenshell.geom.iterate(settings, model, 2):
        serializer.write(shape)
    serializer.finalize()
    # The last bytes are written when the object is freed.
    del serializer
    found, messages = classes(plain)
    expect("classes of IfcConvert", list(found), ["IfcProduct"])
    expect("the advice", "docs/from-ifc.md" in messages, True)
    document, binary = document_of(plain)
    for node in document["nodes"]:
        if "mesh" in node:
            hexadecimal = node["name"].removeprefix("product-").removesuffix("-body").replace("-", "")
            product = model.by_guid(ifcopenshell.guid.compress(hexadecimal))
            node["extras"] = {"GlobalId": product.GlobalId, "IfcType": product.is_a(), "Name": product.Name}
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + binary
    described = FOLDER / "described.glb"
    described.write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)
    expect("classes in extras", classes(described)[0], classes(glb)[0])


FOLDER.mkdir(parents=True, exist_ok=True)
check_house()
for case in sys.argv[3:]:
    check_office(*case.rsplit(":", 1))
for problem in PROBLEMS:
    print(problem, file=sys.stderr)
sys.exit(1 if PROBLEMS else 0)
