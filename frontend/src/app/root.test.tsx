import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { quickBackend } from "../testing/render";
import { texts } from "../words/app";
import { open } from "./root";

afterEach(() => {
  delete window.go;
  delete window.runtime;
  document.body.innerHTML = "";
});

type Call = (...args: unknown[]) => Promise<unknown>;

/** Binds Go as Wails does, with an app that is opened when `opened` says so. */
function bind(opened: Promise<void>) {
  const asked: string[] = [];
  const functions = Object.entries(quickBackend({ empty: true }) as unknown as Record<string, Call>).map(([name, call]): [string, Call] => {
    const bound = name.charAt(0).toUpperCase() + name.slice(1);
    return [bound, (...args) => {
      asked.push(bound);
      return name === "opened" ? opened : call(...args);
    }];
  });
  window.go = { window: { Frame: Object.fromEntries(functions) } };
  window.runtime = { EventsOn: () => () => undefined, ClipboardSetText: () => Promise.resolve(true), BrowserOpenURL: vi.fn() };
  const place = document.body.appendChild(document.createElement("div"));
  return { asked, place };
}

it("asks nothing of an app that is not open yet, and says that it opens", async () => {
  let finish: () => void = vi.fn();
  const { asked, place } = bind(new Promise((resolve) => { finish = resolve; }));
  const opening = open(place);
  expect((await screen.findByRole("status")).textContent).toBe(texts.opening.app);
  expect(asked).toEqual(["Opened"]);
  await act(async () => {
    finish();
    const close = await opening;
    onTestFinished(close);
  });
  await screen.findByText(texts.sidebar.settings);
  expect(asked).toContain("Spaces");
});

it("says why an app cannot be opened, and asks nothing of it", async () => {
  const { asked, place } = bind(Promise.reject(new Error("the record is locked: close the other program")));
  const close = await open(place);
  onTestFinished(close);
  expect((await screen.findByRole("alert")).textContent).toContain("the record is locked: close the other program");
  expect(asked).toEqual(["Opened"]);
});
