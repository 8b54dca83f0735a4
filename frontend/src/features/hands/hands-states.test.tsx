// The states of the hands page, what its buttons ask of Go, its keys and its errors.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend, HandsView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { HandsPage } from "./hands-page";

const WELCOME = "/home/ada/welcome";
const WHY = /The journal is locked by another program/;

function Page({ first, at }: { first: string; at: number }) {
  const [hand, setHand] = useState(first);
  const space = fixtures.spaces[at];
  return space && <HandsPage space={space} hand={hand} onOpen={setHand} />;
}

const open = (hand = "", backend: Backend = quickBackend(), at = 0) => renderPage(<Page first={hand} at={at} />, backend);
const json = () => screen.findByLabelText<HTMLTextAreaElement>("ctxnest.json as text");
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
const alert = async (what: string) => expect((await screen.findByText(what)).closest("[role=alert]")?.textContent).toMatch(WHY);
const options = () => within(screen.getByRole("listbox", { name: "Hands" })).getAllByRole("option");

async function edit(hand: string, backend: Backend = quickBackend()) {
  const page = open(hand, backend);
  await page.user.type(await screen.findByRole("textbox", { name: "Description" }), "!");
  return { ...page, backend };
}

/** The file of the first space, otherwise. */
async function fileOf(text: string, change: Partial<HandsView> = {}): Promise<Backend> {
  const backend = quickBackend();
  const check = await backend.checkHands(WELCOME, text);
  return { ...backend, hands: async (path) => ({ ...(await backend.hands(path)), text, check, ...change }) };
}

it("says that it reads the file", async () => {
  open("", quickBackend({ hang: ["hands"] }));
  await screen.findByText("Loading ctxnest.json…");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says that a file has no hands, and offers both ways to one", async () => {
  open("", await fileOf('{"hands": {}}'));
  await screen.findByText("No hands in this file. Add one, or let Handrail suggest some.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add hand" }).disabled).toBe(false);
  screen.getByRole("button", { name: "Suggest hands" });
});

it("lists no hands of what is no JSON, says which line, and adds none to it", async () => {
  open("", await fileOf('{\n  "hands": {,}\n}'));
  await screen.findByText("Fix line 2 of the JSON to see the hands.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add hand" }).disabled).toBe(true);
});

it("finds a hand by its name, command and description, and shows all again where none fits", async () => {
  const { user } = open();
  const search = await screen.findByRole("searchbox", { name: "Search hands" });
  const all = options().length;
  await user.type(search, "git ls-files");
  expect(options().map((one) => one.textContent)).toEqual([expect.stringContaining("list-files")]);
  await user.type(search, " nothing");
  await user.click(await screen.findByRole("button", { name: "Show all hands" }));
  expect(options()).toHaveLength(all);
});

it("opens a hand with the keys alone, and goes through its parts", async () => {
  const { user } = open();
  const list = await screen.findByRole("listbox", { name: "Hands" });
  list.focus();
  await user.keyboard("{ArrowDown}");
  (await screen.findByRole("tab", { name: "Edit" })).focus();
  for (const name of ["Run", "History"]) {
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(screen.getByRole("tab", { name }).getAttribute("aria-selected")).toBe("true"));
  }
});

it("says that a hand is gone, and shows the file", async () => {
  const { user } = open("nobody");
  await screen.findByText("No hand named nobody");
  await user.click(screen.getByRole("button", { name: "Show the file" }));
  await waitFor(() => expect(screen.queryByText("No hand named nobody")).toBeNull());
});

it("removes a hand from the text, and takes it back with all that was not saved", async () => {
  const backend = quickBackend();
  const saveHands = vi.fn(backend.saveHands);
  const { user } = open("list-files", { ...backend, saveHands });
  const before = (await json()).value;
  await user.click(screen.getByRole("button", { name: "Remove this hand" }));
  await waitFor(async () => expect((await json()).value).not.toContain('"list-files"'));
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await waitFor(async () => expect((await json()).value).toBe(before));
  expect(save().disabled).toBe(true);
  expect(saveHands).not.toHaveBeenCalled();
});

it("saves the text that is shown, with the digest of what it was made from, once", async () => {
  const backend = quickBackend();
  const saveHands = vi.fn<Backend["saveHands"]>(() => new Promise(() => undefined));
  const { user } = await edit("list-files", { ...backend, saveHands });
  await user.click(save());
  await waitFor(() => expect(save().disabled).toBe(true));
  await user.keyboard("{Control>}s{/Control}");
  expect(saveHands).toHaveBeenCalledExactlyOnceWith(WELCOME, (await json()).value, (await backend.hands(WELCOME)).digest);
});

it("says why it was not saved, keeps what was written, and saves it when asked again", async () => {
  const backend = quickBackend();
  let broken = true;
  const saveHands: Backend["saveHands"] = (...args) => (broken ? Promise.reject(new Error("The journal is locked by another program.")) : backend.saveHands(...args));
  const { user } = await edit("list-files", { ...backend, saveHands });
  await user.click(save());
  await alert("Couldn't save ctxnest.json.");
  expect((await json()).value).toContain("safe)!");
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("Unsaved")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});

it("tells what Go has to say of a file that was saved", async () => {
  const backend = quickBackend();
  const saveHands: Backend["saveHands"] = async (...args) => ({ ...(await backend.saveHands(...args)), note: "It is kept as a link." });
  const { user, live } = await edit("list-files", { ...backend, saveHands });
  await user.click(save());
  await waitFor(() => expect(live.store.getState().notices).toMatchObject([{ level: "warning", text: "It is kept as a link." }]));
});

it("saves by Ctrl S only: neither with Alt nor with Shift, and nothing where nothing is changed", async () => {
  const backend = quickBackend();
  const saveHands = vi.fn(backend.saveHands);
  const { user } = open("list-files", { ...backend, saveHands });
  await screen.findByRole("textbox", { name: "Description" });
  await user.keyboard("{Control>}s{/Control}");
  await user.type(screen.getByRole("textbox", { name: "Description" }), "!");
  await user.keyboard("{Control>}{Alt>}s{/Alt}{/Control}{Control>}{Shift>}s{/Shift}{/Control}");
  expect(saveHands).not.toHaveBeenCalled();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(saveHands).toHaveBeenCalledOnce());
});

it("says that the hands could not be checked, and still saves", async () => {
  await edit("list-files", quickBackend({ fail: ["checkHands"] }));
  await alert("Couldn't check ctxnest.json.");
  expect(save().disabled).toBe(false);
});

it("leads from a problem to its line", async () => {
  const { user } = open("tag-release");
  const problems = within(await screen.findByLabelText(/^(Errors and w|W)arnings$/));
  const first = problems.getAllByRole("button")[0];
  expect(first?.textContent).toMatch(/^Line \d+/);
  await user.click(first ?? document.body);
  const text = await json();
  await waitFor(() => expect(document.activeElement).toBe(text));
});

it("says that a hand does not load, in place of a form to run it", async () => {
  const { user } = open("tag-release");
  await user.click(await screen.findByRole("tab", { name: "Run" }));
  expect((await screen.findByText("This hand is invalid and can't run.")).closest("[role=alert]")?.textContent).toContain("message");
  expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
});

it("says why what would run could not be worked out, and tries it again", async () => {
  const backend = quickBackend();
  let broken = true;
  const resolveHand: Backend["resolveHand"] = (...args) => (broken ? Promise.reject(new Error("The journal is locked by another program.")) : backend.resolveHand(...args));
  const { user } = open("list-files", { ...backend, resolveHand });
  await user.click(await screen.findByRole("tab", { name: "Run" }));
  await alert("Couldn't preview the command.");
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByLabelText("Preview, one argument per line");
});

it("says that it works out what would run", async () => {
  const { user } = open("list-files", quickBackend({ hang: ["resolveHand"] }));
  await user.click(await screen.findByRole("tab", { name: "Run" }));
  expect((await screen.findAllByText("Loading preview…")).length).toBeGreaterThan(0);
});

it("says that a hand was never called, and leads to running it", async () => {
  const backend = quickBackend();
  const handHistory = vi.fn<Backend["handHistory"]>(() => Promise.resolve([]));
  const { user } = open("list-files", { ...backend, handHistory });
  await user.click(await screen.findByRole("tab", { name: "History" }));
  await screen.findByText("No calls yet");
  expect(handHistory).toHaveBeenCalledWith(WELCOME, "list-files");
  await user.click(screen.getByRole("button", { name: "Run this hand" }));
  await waitFor(() => expect(screen.getByRole("tab", { name: "Run" }).getAttribute("aria-selected")).toBe("true"));
});

it.each([
  ["hang", "Loading calls…"],
  ["fail", "Couldn't load the calls."],
] as const)("says how it goes to read its calls: %s", async (how, said) => {
  const { user } = open("list-files", quickBackend({ [how]: ["handHistory"] }));
  await user.click(await screen.findByRole("tab", { name: "History" }));
  await screen.findByText(said);
});

it("says that the file is another one by now, and shows the difference before anything is written", async () => {
  const backend = quickBackend();
  let now = await backend.hands(WELCOME);
  const { user, unmount, live } = await edit("list-files", { ...backend, hands: () => Promise.resolve(now) });
  const edits = live.store.getState().edits;
  unmount();
  now = { ...now, text: now.text.replace("Tag a release", "Theirs"), digest: "another" };
  const again = open("list-files", { ...backend, hands: () => Promise.resolve(now) });
  for (const [key, made] of Object.entries(edits)) again.live.setEdit(key, made);
  await screen.findByText("Changed on disk");
  expect((await json()).value).toContain("safe)!");
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(screen.queryByText("Changed on disk")).toBeNull());
  expect((await json()).value).toContain("Theirs");
});

it("goes from a hand to all of them and back to the text where there is no room for both", async () => {
  const { user } = open("list-files");
  await user.click(await screen.findByRole("radio", { name: /^JSON/ }));
  fireEvent.focus(await json());
  await user.click(screen.getByRole("radio", { name: "Form" }));
  await user.click(screen.getByRole("button", { name: "Back to all hands" }));
  await waitFor(() => expect(screen.queryByRole("tab", { name: "Edit" })).toBeNull());
});
