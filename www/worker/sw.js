// Keeps the page on this device. The build puts the list of its files in front: `files`, the SHA-256 of each by its path.
/* global files */
const prefix = `secondwind:${self.registration.scope}:`;
const list = Object.entries(files);
const name = prefix + files["index.html"];
const scope = new URL(self.registration.scope);

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Fetches a file past the browser's own cache. A file of another version, while a host is being updated, is refused. */
async function take(cache, path, hash) {
  const url = new URL(path, scope);
  const response = await fetch(url, { cache: "no-cache", credentials: "same-origin" });
  if (!response.ok || response.redirected) throw new Error(`${path}: status ${response.status}`);
  const body = await response.arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", body)) !== hash) throw new Error(`${path} is of another version`);
  await cache.put(url, new Response(body, { headers: response.headers }));
}

async function install() {
  const cache = await caches.open(name);
  try {
    await Promise.all(list.map(([path, hash]) => take(cache, path, hash)));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** Several copies of the page may lie below one origin: only what this one has left behind is removed. */
async function clean() {
  const names = await caches.keys();
  await Promise.all(names.filter((old) => old.startsWith(prefix) && old !== name).map((old) => caches.delete(old)));
  await self.clients.claim();
}

/** The path below the scope that a request asks for, or null where the request is none of this page's. */
function asked(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return null;
  const path = url.pathname.slice(scope.pathname.length) || "index.html";
  if (!Object.hasOwn(files, path)) return null;
  return url.search === "" || request.mode === "navigate" ? path : null;
}

async function answer(request, path) {
  const kept = await (await caches.open(name)).match(new URL(path, scope));
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean()));
self.addEventListener("fetch", (event) => {
  const path = asked(event.request);
  if (path !== null) event.respondWith(answer(event.request, path));
});
self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});
