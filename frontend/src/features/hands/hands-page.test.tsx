import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend, HandsView } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { HandsPage } from "./hands-page";

const WELCOME = "/home/ada/welcome";

function Page({ first, at }: { first: string; at: number }) {
  const [hand, setHand] = useState(first);
  const space = fixtures.spaces[at];
  return space && <HandsPage space={space} hand={hand} onOpen={setHand} />;
}

const open = (hand = "", backend: Backend = quickBackend(), at = 0) => renderPage(<Page first={hand} at={at} />, backend);
const json = () => screen.findByLabelText<HTMLTextAreaElement>("ctxnest.json as text");
const form = (hand: string) => screen.findByRole("form", { name: `Form for ${hand}` });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

it("lists hands with their command, and says which does not load and why", async () => {
  open();
  const list = await screen.findByRole("listbox", { name: "Hands" });
  const row = (name: string) => within(list).getByText(name).closest("[role=option]")?.textContent;
  expect(row("list-files")).toContain("gitls-files");
  expect(row("deploy-staging")).toContain("asks");
  expect(row("deploy-production")).toContain("Off");
  expect(row("tag-release")).toContain("Rejectedplaceholder {{message}} has no param def");
});

it("says what hands are where there are none, and offers both ways to get one", async () => {
  const { user } = open("", quickBackend(), 3);
  await screen.findByText("No hands yet");
  expect(screen.getByRole("button", { name: "Suggest hands" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add hand" }));
  expect((await json()).value).toContain('"new-hand"');
  expect(document.activeElement).toBe(screen.getByDisplayValue("new-hand"));
});

it("keeps form and text in step, both ways", async () => {
  const { user } = open("run-suite");
  const description = await screen.findByRole("textbox", { name: "Description" });
  await user.clear(description);
  await user.type(description, "Runs");
  const text = await json();
  expect(text.value).toContain('"description": "Runs"');
  fireEvent.change(text, { target: { value: text.value.replace('"Runs"', '"Walks"') } });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Description" }).value).toBe("Walks");
  expect(screen.getByText("Unsaved")).toBeTruthy();
});

it("shows a problem beside its field and beside its line, as soon as it is made", async () => {
  const { user } = open("run-suite");
  const within_ = within(await form("run-suite"));
  await user.type(within_.getByDisplayValue("^[a-zA-Z0-9 _/-]*$"), "(");
  await within_.findByText(/^param 'filter' invalid pattern/);
  expect(within(screen.getByLabelText("Errors and warnings")).getAllByText(/invalid pattern/)).toHaveLength(1);
});

it("changes the elements of a command with the keys alone", async () => {
  const { user } = open("list-files");
  await form("list-files");
  await user.click(screen.getByPlaceholderText("add an argument"));
  await user.keyboard("--full-name{Enter}{Backspace}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Argument 2: --full-name");
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect((await json()).value).toContain('"command": ["git", "--full-name", "ls-files"]');
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Argument 1: --full-name");
  await user.keyboard("{Enter}--cached{Enter}");
  expect((await json()).value).toContain('"command": ["git", "--cached", "ls-files"]');
  await user.keyboard("{Delete}");
  expect((await json()).value).toContain('"command": ["git", "ls-files"]');
  expect(screen.queryByText("Unsaved")).toBeNull();
});

it("makes the parameter of a placeholder that has none", async () => {
  const { user } = open("tag-release");
  await user.click(await screen.findByRole("button", { name: "Add parameter message" }));
  expect((await json()).value).toContain('"message": {');
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add parameter message" })).toBeNull());
});

it("asks Go whether a value passes a pattern", async () => {
  const tryPattern = vi.fn(quickBackend().tryPattern);
  const { user } = open("remove-temp", { ...quickBackend(), tryPattern });
  await user.click(await screen.findByRole("button", { name: "Try values for name" }));
  await user.keyboard("../x");
  await screen.findByText("Invalid");
  expect(tryPattern).toHaveBeenLastCalledWith("^[a-zA-Z0-9._-]+$", "../x");
});

it("shows what would run, with what is left out, and holds it back until it is saved", async () => {
  const { user } = open("run-suite");
  await user.click(await screen.findByRole("tab", { name: "Run" }));
  expect((await screen.findByLabelText("Preview, one argument per line")).textContent).toContain("vitest");
  expect(screen.getByText("Left out because empty:").textContent).toContain("filter");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run" }).disabled).toBe(false);
  await user.click(screen.getByRole("tab", { name: "Edit" }));
  await user.type(await screen.findByRole("textbox", { name: "Description" }), "!");
  await user.click(screen.getByRole("tab", { name: "Run" }));
  await screen.findByText("The preview includes your unsaved changes. Running uses the saved file.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run" }).disabled).toBe(true);
});

it("lists the past calls, and opens one", async () => {
  const { user, ways } = open("run-suite");
  await user.click(await screen.findByRole("tab", { name: "History" }));
  await user.click(await screen.findByRole("button", { name: "npx vitest --reporter=verbose totals" }));
  expect(ways.inspect).toHaveBeenCalledWith("run-06", "run-06-c1");
  expect(screen.getByText("exit code 1")).toBeTruthy();
  expect(screen.getByText("Invalid input")).toBeTruthy();
});

it("saves what was changed, and only that", async () => {
  const backend = quickBackend();
  const before = await backend.hands(WELCOME);
  const { user } = open("list-files", backend);
  await user.type(await screen.findByRole("textbox", { name: "Description" }), "!");
  expect(save().disabled).toBe(false);
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(screen.queryByText("Unsaved")).toBeNull());
  expect((await backend.hands(WELCOME)).text).toBe(before.text.replace("completely safe)", "completely safe)!"));
  expect(save().disabled).toBe(true);
});

/** A backend whose file somebody else changes after it was read. */
function contested(): { backend: Backend; theirs: () => Promise<HandsView> } {
  const backend = quickBackend();
  const theirs = async () => {
    const now = await backend.hands(WELCOME);
    return (await backend.saveHands(WELCOME, now.text.replace("Tag a release", "Written by somebody else"), now.digest)).now;
  };
  return { backend: { ...backend, listen: () => () => undefined }, theirs };
}

it.each([
  ["Keep editing", async (user: ReturnType<typeof open>["user"]) => {
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect((await json()).value).toContain("completely safe)!");
    expect(screen.getByText("Unsaved")).toBeTruthy();
  }, "Written by somebody else"],
  ["Use the version on disk", async (user: ReturnType<typeof open>["user"]) => {
    await user.click(screen.getByRole("button", { name: "Use the version on disk" }));
    await waitFor(async () => expect((await json()).value).toContain("Written by somebody else"));
    expect(screen.queryByText("Unsaved")).toBeNull();
  }, "Written by somebody else"],
  ["Overwrite", async (user: ReturnType<typeof open>["user"]) => {
    await user.click(screen.getByRole("button", { name: "Overwrite" }));
    await waitFor(() => expect(screen.queryByText("Unsaved")).toBeNull());
  }, "completely safe)!"],
])("does not write over what somebody else wrote: %s", async (_, answer, onDisk) => {
  const { backend, theirs } = contested();
  const { user } = open("list-files", backend);
  await user.type(await screen.findByRole("textbox", { name: "Description" }), "!");
  await theirs();
  await user.click(save());
  const dialog = await screen.findByRole("dialog", { name: "This file has changed" });
  expect(within(dialog).getByLabelText("Changes from the version on disk to yours").textContent).toContain('-      "description": "Written by somebody else"');
  await answer(user);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect((await backend.hands(WELCOME)).text).toContain(onDisk);
});

it("keeps changes while one looks elsewhere, and lets them go when told", async () => {
  const { user, unmount, live, backend } = open("list-files");
  await user.type(await screen.findByRole("textbox", { name: "Description" }), "!");
  unmount();
  expect(Object.keys(live.store.getState().edits)).toHaveLength(1);
  expect((await backend.hands(WELCOME)).text).not.toContain("safe)!");
});

it("has no form of what is no JSON, and leads to the line", async () => {
  const { user } = open("list-files");
  const text = await json();
  fireEvent.change(text, { target: { value: text.value.replace('"1",', '"1"') } });
  await screen.findByText("Fix the JSON to use the form.");
  await user.click(screen.getByRole("button", { name: "Go to the line" }));
  await waitFor(() => expect(document.activeElement).toBe(text));
});

it("proposes hands, takes those that are chosen, and writes nothing", async () => {
  const backend = quickBackend();
  const { user } = open("", backend, 3);
  await user.click(await screen.findByRole("button", { name: "Suggest hands" }));
  await user.click(await screen.findByRole("checkbox", { name: "build" }));
  await user.click(screen.getByRole("button", { name: "Add 2 hands" }));
  const text = (await json()).value;
  expect(text).toContain('"publish"');
  expect(text).not.toContain('"build"');
  expect((await backend.hands("/home/ada/notes")).exists).toBe(false);
});

it("says that the file could not be read, and reads it when asked again", async () => {
  const backend = quickBackend();
  let broken = true;
  const hands: Backend["hands"] = (path) => (broken ? Promise.reject(new Error("ctxnest.json is not valid UTF-8")) : backend.hands(path));
  const { user } = open("", { ...backend, hands });
  expect((await screen.findByRole("alert")).textContent).toContain("not valid UTF-8");
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("listbox", { name: "Hands" });
});

it("says of a hand that it only looks, that twice is as once, and of a parameter what it is", async () => {
  const { user } = open("run-suite");
  const within_ = within(await form("run-suite"));
  const text = await json();
  await user.click(within_.getByLabelText("Read-only: changes nothing"));
  await user.click(within_.getByLabelText("Safe to repeat"));
  await user.type(within_.getByLabelText("Description of filter"), "Words in names of tests");
  expect(text.value).toContain('"sideEffect": false');
  expect(text.value).toContain('"idempotent": true');
  expect(text.value).toContain('"description": "Words in names of tests"');
  await user.click(within_.getByLabelText("Read-only: changes nothing"));
  await user.clear(within_.getByLabelText("Description of filter"));
  expect(text.value).not.toContain("sideEffect");
  expect(text.value).not.toContain("Words in names");
});

/** As the window has it: the address follows a moment later. */
function Late() {
  const [hand, setHand] = useState("run-suite");
  const space = fixtures.spaces[0];
  return space && <HandsPage space={space} hand={hand} onOpen={(next) => void Promise.resolve().then(() => setHand(next))} />;
}

it("keeps the next field when a hand was renamed, and goes back when that is discarded", async () => {
  const { user } = renderPage(<Late />);
  const name = await screen.findByDisplayValue("run-suite");
  const description = screen.getByRole("textbox", { name: "Description" });
  await user.clear(name);
  await user.type(name, "run-all");
  await user.click(description);
  await user.keyboard(" and more");
  await form("run-all");
  expect(document.activeElement).toBe(description);
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Description" }).value).toContain("and more");
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await form("run-suite");
  expect(screen.queryByText(/There is no hand/)).toBeNull();
  expect(screen.queryByText(/isn't in|not found/)).toBeNull();
});

it("does not call a command wrong that nobody has written yet", async () => {
  const { user } = open("", quickBackend(), 3);
  await user.click(await screen.findByRole("button", { name: "Add hand" }));
  await form("new-hand");
  expect(screen.queryByText(/non-empty array/)).toBeNull();
});
