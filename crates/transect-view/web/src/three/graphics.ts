/**
 * `true` if WebGL renders in software. The page then draws large models with fewer triangles and samples, and shows a
 * note.
 */
let known: boolean | null = null;

export function softwareGraphics(): boolean {
  known ??= ask();
  return known;
}

function ask(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
