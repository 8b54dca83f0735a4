import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "../testing/render";
import { Shell } from "./shell";
import { resetSide } from "./side";

const WELCOME = encodeURIComponent("/home/ada/welcome");

function open(at: string) {
  window.location.hash = `#/space/${WELCOME}/${at}`;
  return renderPage(<Shell />);
}

const side = () => screen.getByRole("navigation", { name: "Spaces and chats" });
const group = (name: string) => within(side()).findByRole("button", { name: new RegExp(`^${name}`) });

beforeEach(() => {
  window.localStorage.clear();
  act(resetSide);
});

it("shows spaces, then chats, then pages in groups; safety is folded, and says what changed", async () => {
  open("chat/chat-tests");
  const safety = await group("Safety");
  expect(safety.getAttribute("aria-expanded")).toBe("false");
  await waitFor(() => expect(safety.textContent).toBe("Safety3 to review"));
  const all = within(side()).getAllByRole("button").map((button) => button.textContent);
  const order = ["notes", "Put the branch on staging", "Tools and servers", "Activity", "Safety3 to review"].map((name) => all.indexOf(name));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(within(side()).queryByRole("button", { name: "Rules" })).toBeNull();
});

it("keeps what the person folds, and unfolds the group of the page that is open", async () => {
  const { user } = open("rules");
  expect((await group("Safety")).getAttribute("aria-expanded")).toBe("true");
  await user.click(await group("Tools and servers"));
  expect(within(side()).queryByRole("button", { name: /^Skills/ })).toBeNull();
  act(resetSide);
  expect(within(side()).queryByRole("button", { name: /^Skills/ })).toBeNull();
  expect((await group("Activity")).getAttribute("aria-expanded")).toBe("true");
});

it("is as wide as its edge is moved, within limits", async () => {
  const { user } = open("runs");
  const edge = await screen.findByRole("separator", { name: "Width of the sidebar" });
  edge.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(side().style.width).toBe("272px");
  await user.keyboard("{End}{ArrowRight}");
  expect(edge.getAttribute("aria-valuenow")).toBe("420");
  await user.keyboard("{Home}{ArrowLeft}");
  expect(side().style.width).toBe("180px");
  act(resetSide);
  expect(side().style.width).toBe("180px");
});

it("hides, and leaves a strip from which everything is reached", async () => {
  const { user } = open("runs");
  await group("Activity");
  await user.keyboard("{Control>}b{/Control}");
  expect(within(side()).queryByRole("button", { name: "Runs" })).toBeNull();
  for (const name of ["Show the sidebar", "New chat", "Go to…", "Stop everything", "Settings", "1 call waiting for you"]) expect(within(side()).getByRole("button", { name })).toBeTruthy();
  await user.click(within(side()).getByRole("button", { name: "Show the sidebar" }));
  expect(await group("Activity")).toBeTruthy();
});

it("lies over the page of a narrow window, until a page is chosen", async () => {
  const narrow = vi.spyOn(window, "matchMedia").mockImplementation((media) => ({ matches: media.includes("max-width: 719px"), media, addEventListener: vi.fn(), removeEventListener: vi.fn() }) as unknown as MediaQueryList);
  try {
    const { user } = open("runs");
    await user.click(await screen.findByRole("button", { name: "Show the sidebar" }));
    await user.click(await screen.findByRole("button", { name: /^Tools \d+|^Tools\d+/ }));
    await waitFor(() => expect(window.location.hash).toContain("tools"));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Hide the sidebar" })).toBeNull());
  } finally {
    narrow.mockRestore();
  }
});

it("takes what somebody else kept for it, or nothing", async () => {
  window.localStorage.setItem("handrail.side", '{"width": "wide", "hidden": 1, "open": {"safety": true, "build": "no"}}');
  act(resetSide);
  open("chat/chat-tests");
  expect((await group("Safety")).getAttribute("aria-expanded")).toBe("true");
  expect((await group("Tools and servers")).getAttribute("aria-expanded")).toBe("true");
  expect(side().style.width).toBe("240px");
});
