import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../testing/render";
import { Menu } from "./menu";

function open() {
  const on = { copy: vi.fn(), remove: vi.fn() };
  const page = renderPage(
    <>
      <Menu button={(opens) => <button {...opens}>More</button>} entries={[{ text: "Copy", onSelect: on.copy }, { text: "Remove", onSelect: on.remove }]} note={<p>It is kept.</p>} />
      <button>Next</button>
    </>,
  );
  return { ...page, ...on };
}

const more = () => screen.getByRole("button", { name: "More", hidden: true });
const focused = () => document.activeElement?.textContent;

it("opens by the pointer, says so on its button, and does what is chosen once", async () => {
  const { user, copy, remove } = open();
  expect(more().getAttribute("aria-expanded")).toBe("false");
  await user.click(more());
  await screen.findByRole("menu", { name: "More" });
  expect(more().getAttribute("aria-expanded")).toBe("true");
  screen.getByText("It is kept.");
  await user.click(screen.getByRole("menuitem", { name: "Copy" }));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(copy).toHaveBeenCalledOnce();
  expect(remove).not.toHaveBeenCalled();
});

it.each(["{Enter}", " ", "{ArrowDown}"])("opens by the key %j with its first entry focused, goes through them, and gives the focus back", async (key) => {
  const { user, remove } = open();
  await user.tab();
  await user.keyboard(key);
  await screen.findByRole("menu", { name: "More" });
  await waitFor(() => expect(focused()).toBe("Copy"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(focused()).toBe("Remove"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe("More"));
  expect(screen.queryByRole("menu")).toBeNull();
  await user.keyboard(key);
  await waitFor(() => expect(focused()).toBe("Copy"));
  await user.keyboard("{End}");
  await waitFor(() => expect(focused()).toBe("Remove"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focused()).toBe("More"));
  expect(remove).toHaveBeenCalledOnce();
});

it("opens by a click that no pointer made, as a screen reader does", async () => {
  open();
  more().click();
  await screen.findByRole("menu", { name: "More" });
});

it("stays closed under another button of the mouse", async () => {
  const { user } = open();
  await user.pointer({ keys: "[MouseRight]", target: more() });
  expect(more().getAttribute("aria-expanded")).toBe("false");
});
