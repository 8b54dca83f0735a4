import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { HooksPage } from "./hooks-page";

const WELCOME = "/home/ada/welcome";
const onReplay = vi.fn();

function Page({ first, at }: { first: string; at: number }) {
  const [hook, setHook] = useState(first);
  const space = fixtures.spaces[at];
  return space && <HooksPage space={space} hook={hook} onOpen={setHook} onReplay={onReplay} />;
}

const open = (hook = "", backend: Backend = quickBackend(), at = 0) => renderPage(<Page first={hook} at={at} />, backend);
const button = (name: string | RegExp) => screen.getByRole("button", { name });

/** Chooses JSON and writes it. */
async function write(user: ReturnType<typeof open>["user"], input: string) {
  await user.click(await screen.findByRole("radio", { name: "JSON" }));
  const field = screen.getByLabelText("Input");
  await user.clear(field);
  await user.click(field);
  await user.paste(input);
}

it("lists hooks by phase, with what they have done, and what is kept shut by one that does not run", async () => {
  open();
  const row = (await screen.findByRole("button", { name: "guard-git" })).closest("tr");
  expect(row?.textContent).toContain("agent/hooks/git.json:3bash, spawnYes310");
  const titles = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(titles).toEqual(["Before a call · pre_tool, in this order", "After a call · post_tool, in this order", "Couldn't load"]);
  screen.getByText("Until then, it blocks bash, grep, read.");
  screen.getByText(/^Last error: .*cannot read the query/);
});

it("turns a hook off, and says why if it could not", async () => {
  const backend = quickBackend();
  const { user, unmount } = open("", backend);
  const flip = await screen.findByRole("switch", { name: "Run the hook guard-git" });
  await user.click(flip);
  await waitFor(() => expect(flip.getAttribute("aria-checked")).toBe("false"));
  expect((await backend.hooks(WELCOME)).hooks[0]).toMatchObject({ enabled: false, state: "off" });
  expect(screen.getByRole<HTMLButtonElement>("switch", { name: /safety.json:12/ }).disabled).toBe(true);
  unmount();
  const { user: again } = open("", quickBackend({ fail: ["setHookEnabled"] }));
  await again.click(await screen.findByRole("switch", { name: "Run the hook guard-git" }));
  await screen.findByText("Couldn't turn the hook on or off.");
});

it("explains hooks where there are none, with an example to copy and where it goes", async () => {
  open("", quickBackend(), 3);
  await screen.findByText("No hooks yet");
  screen.getByText("1. Declare hooks in agent/hooks/safety.json");
  expect(JSON.parse(screen.getByLabelText("Example hooks file").textContent)).toMatchObject({ hooks: [{ id: "validate-sql" }, { type: "post_tool" }, { blocking: true }] });
});

it("says what a hook that is gone or broken needs", async () => {
  const { unmount, user } = open("gone");
  await user.click(await screen.findByRole("button", { name: "Show all hooks" }));
  await screen.findByRole("button", { name: "guard-git" });
  unmount();
  open("agent/hooks/safety.json:12");
  await screen.findByText(/no-such-phase.*cannot be loaded/);
  expect(screen.queryByText("Run the hook")).toBeNull();
});

it("runs one hook against a call and shows what it decided, printed and took", async () => {
  const { user } = open("guard-git");
  await write(user, '{"command": "git push --force"}');
  await user.click(button("Run the hook"));
  const result = await screen.findByRole("status");
  await within(result).findByText("Blocks");
  expect(result.textContent).toContain("The call would be refused: Force pushes");
  expect(result.textContent).toContain("Exit code1");
  expect(within(result).getByLabelText("Output").textContent).toContain('"block": true');
});

it("shows what a hook changed as a difference", async () => {
  const { user } = open("limit-time");
  await write(user, '{"command": "make", "timeout": 300}');
  await user.keyboard("{Control>}{Enter}{/Control}");
  const lines = (await screen.findByLabelText("Changes")).textContent;
  expect(lines).toContain('-  "timeout": 300+  "timeout": 30');
});

it("runs nothing on an input that is none", async () => {
  const testHook = vi.fn();
  const { user } = open("guard-git", { ...quickBackend(), testHook });
  await write(user, "[1]");
  screen.getByText(/Enter a JSON object/);
  expect(button("Run the hook")).toHaveProperty("disabled", true);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(testHook).not.toHaveBeenCalled();
});

it("takes a recorded call, with what came out for a hook that runs after it", async () => {
  const backend = quickBackend();
  const testHook = vi.fn(backend.testHook);
  const { user } = open("hide-tokens", { ...backend, testHook });
  await user.click(await screen.findByRole("button", { name: /Use a recorded call/ }));
  const dialog = await screen.findByRole("dialog");
  await user.click(await within(dialog).findByRole("button", { name: /^grep/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Tool output").value).toContain("src/totals.sh:8");
  await user.click(button("Run the hook"));
  await waitFor(() => expect(testHook).toHaveBeenCalled());
  expect(testHook).toHaveBeenCalledWith(WELCOME, "hide-tokens", "grep", expect.stringContaining('"pattern": "round"'), expect.stringContaining("src/totals.sh:8"));
});

it("says why a hook was not tried", async () => {
  const { user } = open("guard-git", quickBackend({ fail: ["testHook"] }));
  await user.click(await screen.findByRole("button", { name: "Run the hook" }));
  await screen.findByText("Couldn't run the hook.");
});
