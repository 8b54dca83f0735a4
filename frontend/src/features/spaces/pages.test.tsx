import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { PagesPage } from "./pages";

function open(backend = quickBackend()) {
  const space = fixtures.spaces[0];
  if (!space) throw new Error("There are no fixtures.");
  return { ...renderPage(<PagesPage space={space} />, backend), space };
}

it("lists pages with what each may call, and opens one", async () => {
  const backend = quickBackend();
  const openPage = vi.spyOn(backend, "openPage");
  const { user, space } = open(backend);
  const [find, scan] = await screen.findAllByRole("listitem");
  expect(find?.textContent).toContain("Can call show_file_picker, grep");
  expect(scan?.textContent).toContain("Can call the desktop tools");
  await user.click(screen.getByRole("button", { name: "Open Find in your notes" }));
  expect(openPage).toHaveBeenCalledWith(space.path, "find");
});

it("says why a page cannot be opened", async () => {
  open();
  const held = (await screen.findAllByRole("listitem"))[2];
  expect(held?.textContent).toContain("Can't be opened: it changed since you trusted this space.");
  expect(within(held ?? document.body).getByRole<HTMLButtonElement>("button").disabled).toBe(true);
});

it("says what went wrong when a page does not open", async () => {
  const backend = quickBackend();
  vi.spyOn(backend, "openPage").mockRejectedValue(new Error("the page changed while it was opened: open it again"));
  const { user } = open(backend);
  await user.click(await screen.findByRole("button", { name: "Open Scan a receipt" }));
  expect(await screen.findByText(/open it again/)).toBeTruthy();
});
