import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Backend } from "../../backend/backend";
import { UNDECIDED } from "../../backend/decider";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { RulesPage } from "./rules-page";

function open({ backend = quickBackend(), at = 0 }: { backend?: Backend; at?: number } = {}) {
  const space = fixtures.spaces[at];
  return renderPage(space && <RulesPage space={space} decider={UNDECIDED} />, backend);
}

// By their words: a role is looked for among all rules of the page, which takes long.
const radio = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: "input[type=radio]" });
const path = (at: number) => fixtures.spaces[at]?.path ?? "";

it("takes a stricter mode at once", async () => {
  const { user, backend } = open();
  expect((await radio("Workspace")).checked).toBe(true);
  screen.getByText("All your spaces use Workspace unless you choose another mode here.");
  await user.click(await radio("Ask"));
  await screen.findByText("You chose this mode for this space. Your other spaces use Workspace.");
  expect((await radio("Ask")).checked).toBe(true);
  await user.click(await radio("Read-only"));
  await waitFor(async () => expect((await backend.rules(path(0))).mode).toBe("read-only"));
});

it("says what a wider mode lets through, and takes it only then", async () => {
  const { user, backend } = open();
  await user.click(await radio("Ask"));
  await screen.findByText("You chose this mode for this space. Your other spaces use Workspace.");
  await user.click(await radio("Workspace"));
  screen.getByText("Agents can then change and delete files in this space and run programs in the sandbox without asking you. Handrail asks you about all of this now.");
  expect((await backend.rules(path(0))).mode).toBe("ask");
  await user.click(screen.getByText("Cancel"));
  expect((await radio("Ask")).checked).toBe(true);
  await user.click(await radio("Workspace"));
  await user.click(screen.getByText("Change to Workspace"));
  await user.click(await screen.findByText("Use the same mode as other spaces"));
  await screen.findByText("All your spaces use Workspace unless you choose another mode here.");
  expect((await backend.rules(path(0))).mode).toBe("workspace");
});

it("leaves a space that is not trusted read-only, and leads to where it is trusted", async () => {
  const { user, ways } = open({ at: 2 });
  const group = await screen.findByRole("group", { name: "Mode of this space" });
  expect(group.hasAttribute("disabled")).toBe(true);
  expect(within(group).getByRole<HTMLInputElement>("radio", { name: "Read-only" }).checked).toBe(true);
  await user.click(screen.getByText("Review and trust…"));
  expect(ways.trust).toHaveBeenCalled();
});

it("says why the mode was not changed", async () => {
  const { user } = open({ backend: quickBackend({ fail: ["setMode"] }) });
  await user.click(await radio("Ask"));
  await screen.findByText("Couldn't change the mode.");
  expect((await radio("Workspace")).checked).toBe(true);
});

it("rehearses first where the person chooses it, and says what that lets through", async () => {
  const { user, backend } = open();
  await user.click(await radio("Ask"));
  await screen.findByText("You chose this mode for this space. Your other spaces use Workspace.");
  await user.click(await radio("Rehearse"));
  screen.getByText(/New chats can then change and delete files on a copy/);
  await user.click(screen.getByText("Change to Rehearse"));
  await waitFor(async () => expect((await backend.rules(path(0))).mode).toBe("rehearse"));
  await user.click(await radio("Workspace"));
  screen.getByText(/Now new chats do this only on a copy\./);
});

it("does not offer to rehearse where this machine cannot, and says why", async () => {
  const backend = quickBackend();
  backend.cannotRehearse = () => Promise.resolve("The kernel is too old.");
  open({ backend });
  await waitFor(async () => expect((await radio("Rehearse")).disabled).toBe(true));
  screen.getByText(/Rehearsing isn't possible here\. The kernel is too old\./);
});
