import { afterEach, expect, it, vi } from "vitest";
import { speak } from "../words/language";
import { areas as german } from "../words/de";

afterEach(() => {
  speak("en");
  vi.resetModules();
});

it("names the keys as the keyboards of a language do", async () => {
  expect((await import("./keys")).sayKey("palette")).toBe("Ctrl K");
  vi.resetModules();
  (await import("../words/language")).speak("de", german);
  expect((await import("./keys")).sayKey("palette")).toBe("Strg K");
});
