/** Contents that an HTML file holds: each is the text of an element, compressed and in base64. */

/** Returns the bytes that an element holds; none, if there is no element. */
export async function embedded(element: Element | null): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(element?.textContent ?? ""), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
