import { X } from "lucide-react";
import { act, screen, waitFor } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "../testing/render";
import { IconButton } from "./button";
import { Tips } from "./tips";

function open() {
  const pressed = vi.fn();
  const page = renderPage(
    <>
      <IconButton label="Close" icon={X} onClick={pressed} />
      <IconButton label="Open" icon={X} />
      <button>Plain</button>
      <div data-testid="list" />
      <Tips />
    </>,
  );
  return { ...page, pressed };
}

const button = (name: string) => screen.getByRole("button", { name });
const tip = () => document.querySelector("[data-shown-tip]")?.textContent;

it("shows the name of an icon button that the pointer rests on, and of the next one", async () => {
  const { user } = open();
  await user.hover(button("Close"));
  await waitFor(() => expect(tip()).toBe("Close"));
  await user.hover(button("Open"));
  await waitFor(() => expect(tip()).toBe("Open"));
  await user.hover(button("Plain"));
  await waitFor(() => expect(tip()).toBeUndefined());
});

it("shows the name of what a key led to before tips were there", async () => {
  let load: () => void = () => expect.fail("nothing loads the tips");
  const LoadedTips = lazy(() => new Promise<{ default: typeof Tips }>((resolve) => (load = () => resolve({ default: Tips }))));
  const { user } = renderPage(
    <>
      <IconButton label="Close" icon={X} />
      <Suspense>
        <LoadedTips />
      </Suspense>
    </>,
  );
  await user.tab();
  expect(document.activeElement).toBe(button("Close"));
  load();
  await waitFor(() => expect(tip()).toBe("Close"));
  await user.keyboard("{Escape}");
  expect(tip()).toBeUndefined();
});

it("stays while the pointer is on it, and ends when it is pressed", async () => {
  const { user } = open();
  await user.hover(button("Close"));
  await waitFor(() => expect(tip()).toBe("Close"));
  const heard = vi.fn();
  document.body.addEventListener("pointerdown", heard, { once: true });
  const text = document.querySelector("[data-shown-tip] p") ?? document.body;
  await user.hover(text);
  expect(tip()).toBe("Close");
  await user.pointer({ keys: "[MouseLeft]", target: text });
  await waitFor(() => expect(tip()).toBeUndefined());
  expect(heard).not.toHaveBeenCalled();
  await user.click(button("Plain"));
  expect(heard).toHaveBeenCalledOnce();
});

it("ends by Escape and by a press of its button", async () => {
  const { user, pressed } = open();
  await user.hover(button("Close"));
  await waitFor(() => expect(tip()).toBe("Close"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(tip()).toBeUndefined());
  await user.hover(button("Open"));
  await waitFor(() => expect(tip()).toBe("Open"));
  await user.hover(button("Close"));
  await waitFor(() => expect(tip()).toBe("Close"));
  await user.click(button("Close"));
  await waitFor(() => expect(tip()).toBeUndefined());
  expect(pressed).toHaveBeenCalledOnce();
});

it("ends when its button is moved, and by no list that moves elsewhere", async () => {
  const { user } = open();
  await user.hover(button("Close"));
  await waitFor(() => expect(tip()).toBe("Close"));
  act(() => void screen.getByTestId("list").dispatchEvent(new Event("scroll")));
  expect(tip()).toBe("Close");
  act(() => void document.body.dispatchEvent(new Event("scroll")));
  expect(tip()).toBeUndefined();
});

it("is nothing that a screen reader reads: the button has the name", async () => {
  const { user } = open();
  await user.hover(button("Close"));
  await waitFor(() => expect(tip()).toBe("Close"));
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(document.querySelector("[data-shown-tip]")?.getAttribute("aria-hidden")).toBe("true");
});
