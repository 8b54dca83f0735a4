import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { quickBackend, renderPage } from "../../testing/render";
import { NewSpace } from "./new-space";

function show(backend: Backend = quickBackend()) {
  const onOpened = vi.fn();
  const onClose = vi.fn();
  return { ...renderPage(<NewSpace onClose={onClose} onOpened={onOpened} />, backend), onOpened, onClose, dialog: () => within(screen.getByRole("dialog")) };
}

it("creates a space in a folder that is named, where the person says, from a template", async () => {
  const backend = quickBackend();
  const beginSpace = vi.fn(backend.beginSpace);
  const { user, onOpened, onClose, dialog } = show({ ...backend, beginSpace });
  const where = await dialog().findByLabelText<HTMLInputElement>("Create in");
  await waitFor(() => expect(where.value).toBe("/home/ada/Documents"));
  expect(dialog().getByRole("button", { name: "Create" }).hasAttribute("disabled")).toBe(true);
  await user.type(dialog().getByLabelText("Name"), " Allotment ");
  expect(dialog().getByText("Creates /home/ada/Documents/Allotment")).toBeTruthy();
  await user.click(dialog().getByRole("button", { name: "Choose…" }));
  await waitFor(() => expect(where.value).toBe("/home/ada/picked"));
  await user.click(dialog().getByRole("radio", { name: "Notes" }));
  expect(dialog().getByText(/keeps your notes as Markdown files/)).toBeTruthy();
  await user.click(dialog().getByRole("button", { name: "Create" }));
  await waitFor(() => expect(onOpened).toHaveBeenCalledTimes(1));
  expect(beginSpace.mock.calls).toEqual([[{ where: "/home/ada/picked", name: "Allotment", template: "notes" }]]);
  expect(onOpened.mock.calls[0]?.[0]).toMatchObject({ path: "/home/ada/picked/Allotment", name: "Allotment" });
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("makes it like another space, which has to be chosen first", async () => {
  const backend = quickBackend();
  const beginSpace = vi.fn(backend.beginSpace);
  const { user, onOpened, dialog } = show({ ...backend, beginSpace });
  await user.type(await dialog().findByLabelText("Name"), "Second");
  await user.click(await dialog().findByRole("radio", { name: "Like another space" }));
  expect(dialog().getByText(/stay off until you review and trust them/)).toBeTruthy();
  expect(dialog().getByRole("button", { name: "Create" }).hasAttribute("disabled")).toBe(true);
  await user.click(dialog().getByRole("combobox", { name: "Space to copy" }));
  await user.click(await screen.findByRole("option", { name: "notes" }));
  await user.click(dialog().getByRole("button", { name: "Create" }));
  await waitFor(() => expect(onOpened).toHaveBeenCalledTimes(1));
  expect(beginSpace.mock.calls[0]?.[0].template).toBe("/home/ada/notes");
});

it("says what is wrong, and keeps what was typed", async () => {
  const { user, onOpened, dialog } = show();
  const name = await dialog().findByLabelText<HTMLInputElement>("Name");
  await waitFor(() => expect(dialog().getByLabelText<HTMLInputElement>("Create in").value).toBe("/home/ada/Documents"));
  await user.type(name, "a/b{Enter}");
  expect((await dialog().findByRole("alert")).textContent).toContain("is no name of a folder");
  await user.clear(name);
  await user.type(name, "notes");
  await user.clear(dialog().getByLabelText("Create in"));
  await user.type(dialog().getByLabelText("Create in"), "/home/ada{Enter}");
  await waitFor(() => expect(dialog().getByRole("alert").textContent).toContain("/home/ada/notes is not empty"));
  expect(name.value).toBe("notes");
  expect(onOpened).not.toHaveBeenCalled();
});

it("lets the place be typed where there is no folder dialog", async () => {
  const { user, dialog } = show(quickBackend({ fail: ["chooseWhere"] }));
  await user.click(await dialog().findByRole("button", { name: "Choose…" }));
  expect((await dialog().findByRole("alert")).textContent).toContain("Couldn't open the folder dialog.");
});
