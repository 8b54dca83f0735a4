import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { quickBackend, renderPage } from "../../testing/render";
import { FilesPage } from "./files-page";

const space = (await quickBackend().spaces()).find(({ path }) => path === "/home/ada/welcome");
if (!space) throw new Error("no space");
const here = space;
const COUNT = "agent/tools/count-lines.md";

/** The page as the shell has it: what is opened is shown. */
function Shown({ first = "", line = 0, adding }: { first?: string; line?: number; adding?: string }) {
  const [file, setFile] = useState(first);
  const [start, setStart] = useState(adding);
  const open = (next: string) => {
    setFile(next);
    setStart(undefined);
  };
  return <FilesPage space={here} file={file} line={line} start={start} onNew={() => setStart("")} onOpen={open} onHooks={vi.fn()} onRules={vi.fn()} onHands={vi.fn()} />;
}

function first(found: HTMLElement[]): HTMLElement {
  const [one] = found;
  if (!one) throw new Error("nothing was found");
  return one;
}

const saved = async (backend: ReturnType<typeof quickBackend>) => (await backend.definition(here.path, COUNT)).text;

it("changes a tool by its form, shows the command, and saves the file", async () => {
  const { user, backend } = renderPage(<Shown first={COUNT} />);
  const form = await screen.findByRole("form", { name: "Tool" });
  const command = within(form).getByLabelText("Command");
  await user.type(command, " {{{{how}}");
  await user.click(await within(form).findByRole("button", { name: "Add parameter how" }));
  expect(within(form).getAllByLabelText("Parameter name").map((field) => (field as HTMLInputElement).value)).toEqual(["file", "how"]);
  expect(screen.getByText("Unsaved", { selector: "header *" })).toBeTruthy();
  await user.click(first(screen.getAllByRole("button", { name: "Save" })));
  await waitFor(async () => expect(await saved(backend)).toContain("command: wc -l -- {{file}} {{how}}\n"));
  expect(await saved(backend)).toContain("  - name: how\n    type: string\n    required: true\n");
  await waitFor(() => expect(screen.queryByText("Unsaved", { selector: "header *" })).toBeNull());
});

it("names what is wrong, and leads to its line in the text", async () => {
  const { user } = renderPage(<Shown first={COUNT} />);
  const form = await screen.findByRole("form", { name: "Tool" });
  await user.clear(within(form).getByLabelText("Command"));
  await user.type(within(form).getByLabelText("Command"), "wc {{{{whom}}");
  await user.click(await screen.findByRole("button", { name: /Line 10.*whom/ }));
  const text = await screen.findByLabelText(`${COUNT} as text`);
  await waitFor(() => expect(document.activeElement).toBe(text));
  expect((text as HTMLTextAreaElement).value.slice(0, (text as HTMLTextAreaElement).selectionStart).split("\n")).toHaveLength(10);
});

it("steps aside for a text that is no YAML, and loses nothing", async () => {
  const { user } = renderPage(<Shown first={COUNT} line={1} />);
  const text = await screen.findByLabelText(`${COUNT} as text`);
  await user.clear(text);
  await user.type(text, "---\nid: [[a\n---\n");
  await user.click(first(screen.getAllByRole("radio", { name: "Form" })));
  expect(await screen.findByText("Fix the front matter to use the form.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show the text" }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>(`${COUNT} as text`)).value).toBe("---\nid: [a\n---\n");
});

it("begins a new file, which is not there until it is saved", async () => {
  const { user, backend } = renderPage(<Shown adding="skill" />);
  const dialog = await screen.findByRole("dialog", { name: "Add to this space" });
  expect(within(dialog).getByRole("radio", { name: /Skill/ })).toHaveProperty("checked", true);
  await user.type(within(dialog).getByLabelText("Name"), "Say Hello");
  await user.click(within(dialog).getByRole("button", { name: "Create" }));
  expect(await screen.findByText("Not saved yet")).toBeTruthy();
  expect((await backend.definition(here.path, "agent/skills/say-hello.md")).exists).toBe(false);
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(async () => expect((await backend.definition(here.path, "agent/skills/say-hello.md")).exists).toBe(true));
  expect(await screen.findByRole("option", { name: /say-hello/ })).toBeTruthy();
});

it("says why a name can't be taken, and keeps what was typed", async () => {
  const { user } = renderPage(<Shown adding="tool" />);
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Name"), "count lines{Enter}");
  expect((await within(dialog).findByRole("alert")).textContent).toMatch(/is there already: choose another name/);
  expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", "count lines");
});

it("writes over nothing that somebody else wrote", async () => {
  const backend = quickBackend();
  const { user } = renderPage(<Shown first={COUNT} line={1} />, backend);
  const text = await screen.findByLabelText<HTMLTextAreaElement>(`${COUNT} as text`);
  await user.type(text, "More.");
  const theirs = (await saved(backend)).replace("30", "31") + "\n";
  await backend.saveDefinition(here.path, COUNT, theirs, (await backend.definition(here.path, COUNT)).digest);
  await user.click(first(screen.getAllByRole("button", { name: "Save" })));
  const dialog = await screen.findByRole("dialog", { name: "This file has changed" });
  expect(await saved(backend)).toBe(theirs);
  await user.click(within(dialog).getByRole("button", { name: "Overwrite" }));
  await waitFor(async () => expect(await saved(backend)).toContain("More."));
});

it("deletes a file once the person has said so", async () => {
  const { user, backend } = renderPage(<Shown first={COUNT} />);
  await user.click(await screen.findByRole("button", { name: "Delete file" }));
  const dialog = await screen.findByRole("dialog", { name: `Delete ${COUNT}?` });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(async () => expect((await backend.definition(here.path, COUNT)).exists).toBe(false));
  await waitFor(() => expect(screen.queryByRole("option", { name: /count-lines/ })).toBeNull());
});

it("shows what a model reads of an agent", async () => {
  renderPage(<Shown first="agent/config.md" />);
  expect(await screen.findByText("You keep the books of this shop.", { selector: "p" })).toBeTruthy();
});
