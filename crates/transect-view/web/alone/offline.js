// The copy of the page for times without a network. The page comes from the network where there is one, so it is never
// older than what the host has.
const COPY = "transect";
const PAGE = ["./", "manifest.webmanifest", "icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(COPY).then((copy) => copy.addAll(PAGE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin) event.respondWith(newest(event.request));
});

async function newest(request) {
  const copy = await caches.open(COPY);
  try {
    const response = await fetch(request);
    if (response.ok) await copy.put(request, response.clone());
    return response;
  } catch (error) {
    const found = await copy.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}
