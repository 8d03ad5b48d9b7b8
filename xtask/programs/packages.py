"""Questions to libraries, about 3MF files."""


def lib3mf(path):
    """Reads a package as strictly as the library can, and counts its objects, solids and warnings."""
    from lib3mf import get_wrapper

    model = get_wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(path))
    objects = model.GetMeshObjects()
    count = triangles = solids = open_solids = 0
    while objects.MoveNext():
        mesh = objects.GetCurrentMeshObject()
        is_solid = mesh.GetType().name == "Model"
        count += 1
        triangles += mesh.GetTriangleCount()
        solids += is_solid
        open_solids += is_solid and not mesh.IsManifoldAndOriented()
    warnings = reader.GetWarningCount()
    return f"{warnings} warnings; {count} objects, {triangles} triangles; {solids} solids, {open_solids} of them open"


def trimesh(path):
    """Reads a package, and gives the sum of the volumes and the unit."""
    import trimesh

    scene = trimesh.load_scene(path)
    meshes = scene.geometry.values()
    triangles = sum(len(mesh.faces) for mesh in meshes)
    volume = sum(mesh.volume for mesh in meshes)
    return f"{len(meshes)} objects, {triangles} triangles, volume {volume:.4f}, {scene.units}"
