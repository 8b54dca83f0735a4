import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { MissingSpace } from "./missing-space";

function open(change: Partial<Backend> = {}) {
  const [known] = fixtures.spaces;
  if (!known) throw new Error("There are no fixtures.");
  const space = { ...known, unavailable: "The folder isn't there." };
  const opened = vi.fn();
  const removed = vi.fn();
  const page = renderPage(<MissingSpace space={space} onOpened={opened} onRemoved={removed} />, { ...quickBackend(), ...change });
  return { ...page, space, known, opened, removed };
}

it("says why and where, and opens the folder where it is now", async () => {
  const pickSpace = vi.fn<Backend["pickSpace"]>();
  const { user, space, known, opened } = open({ pickSpace });
  expect(screen.getByText("The folder isn't there.")).toBeTruthy();
  expect(screen.getByText(space.path)).toBeTruthy();
  pickSpace.mockResolvedValueOnce([]).mockResolvedValueOnce([{ ...known, path: "/mnt/there" }]);
  await user.click(screen.getByRole("button", { name: "Open it elsewhere…" }));
  expect(opened).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Open it elsewhere…" }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith({ ...known, path: "/mnt/there" }));
});

it("is taken off the list", async () => {
  const removeSpace = vi.fn<Backend["removeSpace"]>().mockResolvedValue(undefined);
  const { user, space, removed } = open({ removeSpace });
  await user.click(screen.getByRole("button", { name: "Remove from list" }));
  await waitFor(() => expect(removed).toHaveBeenCalledOnce());
  expect(removeSpace).toHaveBeenCalledExactlyOnceWith(space.path);
});
