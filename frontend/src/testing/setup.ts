// What happy-dom lacks of a browser, and a clean page for every test.

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { APPEARS_MS } from "./patience";

// Nothing has a size without a layout, and the lists draw only what is in view.
const VIEW_PX = 600;
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: { configurable: true, get: () => VIEW_PX },
  offsetWidth: { configurable: true, get: () => VIEW_PX },
  clientHeight: { configurable: true, get: () => VIEW_PX },
});
// The parts of pointer events that the menus use.
Object.assign(HTMLElement.prototype, { hasPointerCapture: () => false, setPointerCapture: () => undefined, releasePointerCapture: () => undefined });

// A page dump in an error helps nobody.
configure({ asyncUtilTimeout: APPEARS_MS, getElementError: (message) => new Error(message ?? "") });

afterEach(() => {
  cleanup();
  window.location.hash = "";
});
