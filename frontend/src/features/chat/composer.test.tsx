import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ChatPage } from "./chat-page";

function open(session: string, backend = quickBackend()) {
  const [space] = fixtures.spaces;
  if (!space) throw new Error("There are no fixtures.");
  return renderPage(<ChatPage space={space} session={session} chosen="" onInspect={vi.fn()} onOpen={vi.fn()} onModels={vi.fn()} />, backend);
}

const box = () => screen.findByLabelText<HTMLTextAreaElement>("Message");

it("attaches a resource in the middle of a message, with its button or with an @", async () => {
  const { user } = open("chat-tests");
  await user.type(await box(), "compare with mine");
  (await box()).setSelectionRange(8, 8);
  await user.click(await screen.findByRole("button", { name: "Mention a file, chat or resource" }));
  await user.keyboard("style");
  expect(within(screen.getByRole("listbox")).getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["House stylenotes:note://styleResource"]);
  await user.keyboard("{Enter}");
  expect((await box()).value).toBe("compare @notes:note://style with mine");
  expect((await box()).selectionStart).toBe(28);
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.keyboard("and @ideas{Tab}{Enter}");
  const said = await screen.findByText("compare @notes:note://style and @notes:note://ideas with mine");
  expect(said).toBeTruthy();
  expect(await screen.findByRole("article", { name: /^Read note:\/\/ideas \(notes\): Done/ })).toBeTruthy();
});

it("starts with a prompt of a server", async () => {
  const { user } = open("chat-tests");
  await user.type(await box(), "/sum");
  await user.click(await screen.findByRole("option", { name: /notes__sum_up/ }));
  await user.keyboard("{Tab}guide{Enter}");
  expect(await screen.findByText("/notes__sum_up topic=guide")).toBeTruthy();
  expect(await screen.findByRole("article", { name: /^Get the prompt sum_up \(notes\): Done/ })).toBeTruthy();
});

it("completes files and folders of the space, and sends a name that nothing has as it is", async () => {
  const contents = vi.fn(() => Promise.resolve([]));
  const findFiles = vi.fn(quickBackend().findFiles);
  const { user } = open("chat-tests", { ...quickBackend(), contents, findFiles });
  await user.type(await box(), "Fix @tot");
  await waitFor(() => expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["totals.shsrc/File"]));
  expect(findFiles).toHaveBeenLastCalledWith("/home/ada/welcome", "tot");
  await user.keyboard("{Enter}");
  expect((await box()).value).toBe("Fix @src/totals.sh ");
  await user.keyboard("and @nobody");
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Fix @src/totals.sh and @nobody")).toBeTruthy();
  expect(contents).toHaveBeenCalledWith("/home/ada/welcome", "guide");
});
