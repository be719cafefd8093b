import { changes } from "./coursesource";
import { notices } from "./notices.svelte";
import { scriptUrl } from "./trusted";

export type OfflineState = "none" | "loading" | "ready" | "failed";

class Offline {
  /** Whether the page is kept on this device; "none" where the browser or the host cannot. */
  state = $state<OfflineState>("none");

  /** Has the service worker keep the page. A new version is told, and taken only when the learner says so. */
  async start(): Promise<void> {
    // What is being written must come from where it is written.
    if (changes !== null) return;
    if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !/^https?:$/.test(location.protocol)) return;
    this.state = "loading";
    try {
      const registration = await navigator.serviceWorker.register(scriptUrl("sw.js"), { scope: "./", updateViaCache: "none" });
      this.#watch(registration);
      if (registration.active) this.state = "ready";
      else await this.#first(registration);
    } catch {
      // No secure context, forbidden by the learner, or a host without the file. The page works as before.
      this.state = "failed";
    }
  }

  async #first(registration: ServiceWorkerRegistration): Promise<void> {
    const worker = registration.installing ?? registration.waiting;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "activated") this.state = "ready";
      else if (worker.state === "redundant") this.state = "failed";
    });
    if (worker?.state === "activated" || registration.active) this.state = "ready";
  }

  #watch(registration: ServiceWorkerRegistration): void {
    const arrived = (): void => {
      const next = registration.waiting;
      if (!next || !navigator.serviceWorker.controller) return;
      notices.replace("version", [{ key: "keep-new-version", args: {}, action: { key: "keep-new-version-take", run: () => this.#take(next) } }]);
    };
    arrived();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", arrived));
  }

  #take(next: ServiceWorker): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take-over");
  }
}

export const offline = new Offline();
