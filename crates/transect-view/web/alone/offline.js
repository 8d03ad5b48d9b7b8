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
  if (event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin) event.respondWith(newest(event));
});

async function newest(event) {
  const { request } = event;
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    const copy = await caches.open(COPY);
    const found = await copy.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
  // A copy that cannot be kept, for lack of room, does not matter while there is a network.
  if (response.status === 200) event.waitUntil(keep(request, response.clone()).catch(() => {}));
  return response;
}

async function keep(request, response) {
  const copy = await caches.open(COPY);
  await copy.put(request, response);
}
