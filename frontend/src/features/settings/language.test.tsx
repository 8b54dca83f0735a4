import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { areas } from "../../words/de";
import { Look } from "./look";

afterEach(() => {
  vi.resetModules();
});

it("changes the language and loads the page again", async () => {
  const backend = quickBackend();
  const reload = vi.fn();
  const setLanguage = vi.fn(backend.setLanguage);
  const { user } = renderPage(<Look settings={await backend.settings()} reload={reload} />, { ...backend, setLanguage });
  await user.click(await screen.findByRole("combobox", { name: "Language" }));
  await user.click(await screen.findByRole("option", { name: "Deutsch" }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(setLanguage.mock.calls).toEqual([["de"]]);
});

it("speaks German when it is told to before its texts are read", async () => {
  vi.resetModules();
  (await import("../../words/language")).speak("de", areas);
  const { texts } = await import("../../words/settings");
  const { plural, sayBytes, sayDuration, sayTime, sentence } = await import("../../words/format");
  expect(texts.page.title).toBe("Einstellungen");
  expect(plural(1234, "Aufruf", "Aufrufe")).toBe("1.234 Aufrufe");
  expect([sayBytes(1), sayBytes(1_500_000), sayDuration(1500), sayDuration(0.2)]).toEqual(["1 Byte", "1,5 MB", "1,5 s", "unter 1 ms"]);
  expect(sayTime("2026-11-03T14:03:00", new Date("2026-11-28T12:00:00"))).toBe("3. Nov.");
  expect(sayTime("2026-11-28T14:03:00", new Date("2026-11-28T12:00:00"))).toBe("14:03");
  // All anew, as their texts are read when they are evaluated.
  const { quickBackend: backend, renderPage: render } = await import("../../testing/render");
  const { SettingsPage } = await import("./settings-page");
  render(<SettingsPage part="look" onPart={vi.fn()} />, backend());
  expect(await screen.findByRole("heading", { name: "Textgröße" })).toBeTruthy();
  expect(screen.getByRole("combobox", { name: "Sprache" }).textContent).toBe("Systemsprache");
  expect(sentence("änderungen gibt es keine")).toBe("Änderungen gibt es keine.");
});
