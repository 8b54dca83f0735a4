import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { RulesPage } from "./rules-page";

function open({ backend = quickBackend(), at = 0 }: { backend?: Backend; at?: number } = {}) {
  const space = fixtures.spaces[at];
  return renderPage(space && <RulesPage space={space} by="" />, backend);
}

// By their words: a role is looked for among all rules of the page, which takes long.
const radio = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: "input[type=radio]" });
const path = (at: number) => fixtures.spaces[at]?.path ?? "";

it("takes a stricter mode at once", async () => {
  const { user, backend } = open();
  expect((await radio("Workspace")).checked).toBe(true);
  screen.getByText("All your spaces have Workspace unless you set one of their own.");
  await user.click(await radio("Ask"));
  await screen.findByText("You set this for this space. Those without a mode of their own have Workspace.");
  expect((await radio("Ask")).checked).toBe(true);
  await user.click(await radio("Read-only"));
  await waitFor(async () => expect((await backend.rules(path(0))).mode).toBe("read-only"));
});

it("says what a wider mode lets through, and takes it only then", async () => {
  const { user, backend } = open();
  await user.click(await radio("Ask"));
  await screen.findByText("You set this for this space. Those without a mode of their own have Workspace.");
  await user.click(await radio("Workspace"));
  screen.getByText("Agents may then change and delete files of this space and run programs within its walls without asking you, all of which asks you now.");
  expect((await backend.rules(path(0))).mode).toBe("ask");
  await user.click(screen.getByText("Leave it as it is"));
  expect((await radio("Ask")).checked).toBe(true);
  await user.click(await radio("Workspace"));
  await user.click(screen.getByText("Change to Workspace"));
  await user.click(await screen.findByText("Follow the others"));
  await screen.findByText("All your spaces have Workspace unless you set one of their own.");
  expect((await backend.rules(path(0))).mode).toBe("workspace");
});

it("leaves a space that is not trusted read-only, and leads to where it is trusted", async () => {
  const { user, ways } = open({ at: 2 });
  const group = await screen.findByRole("group", { name: "Mode of this space" });
  expect(group.hasAttribute("disabled")).toBe(true);
  expect(within(group).getByRole<HTMLInputElement>("radio", { name: "Read-only" }).checked).toBe(true);
  await user.click(screen.getByText("Look at it and trust it…"));
  expect(ways.trust).toHaveBeenCalled();
});

it("says why the mode was not changed", async () => {
  const { user } = open({ backend: quickBackend({ fail: ["setMode"] }) });
  await user.click(await radio("Ask"));
  await screen.findByText("The mode was not changed.");
  expect((await radio("Workspace")).checked).toBe(true);
});
