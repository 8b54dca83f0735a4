import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { AppEvent, Backend, LinkView } from "../backend/backend";
import { quickBackend, renderPage } from "../testing/render";
import { Shell } from "./shell";

afterEach(() => {
  window.location.hash = "";
});

/** The whole page, and a voice of Go. */
function open(change: Partial<Backend> = {}) {
  const backend = { ...quickBackend(), ...change };
  const hears = new Set<(event: AppEvent) => void>();
  const { listen } = backend;
  backend.listen = (hear) => {
    hears.add(hear);
    const stop = listen(hear);
    return () => {
      hears.delete(hear);
      stop();
    };
  };
  const page = renderPage(<Shell />, backend);
  return { ...page, backend, say: (event: Partial<AppEvent>) => act(() => hears.forEach((hear) => hear(event as AppEvent))) };
}

it("asks what becomes of agents before the window is closed", async () => {
  const closing = vi.fn(() => Promise.resolve({ chats: 2, calls: 1, questions: 1 }));
  const closeWindow = vi.fn(() => Promise.resolve());
  const { user, say } = open({ closing, closeWindow });
  await screen.findByRole("navigation");
  say({ kind: "closing" });
  const dialog = await screen.findByRole("dialog", { name: "Close while agents work?" });
  await waitFor(() => expect(dialog.textContent).toContain("Agents work in 2 chats, and 1 call goes on."));
  expect(dialog.textContent).toContain("A question waits for you.");
  expect(document.activeElement?.textContent).toBe("Cancel");
  say({ kind: "closing" });
  await waitFor(() => expect(closing.mock.calls.length).toBe(2));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  say({ kind: "closing" });
  await user.click(await screen.findByRole("button", { name: "Keep running in the background" }));
  say({ kind: "closing" });
  await user.click(await screen.findByRole("button", { name: "Stop and quit" }));
  expect(closeWindow.mock.calls).toEqual([[true], [false]]);
});

const LINK: LinkView = { address: "handrail://open?path=%2Fhome%2Fada%2Fother", path: "/home/ada/other", problem: "" };

it("asks before it opens the folder of an address, and says why one opens nothing", async () => {
  const waiting: LinkView[][] = [[{ address: "handrail://run", path: "", problem: "it asks for something that addresses can't do" }], [LINK]];
  const links = () => Promise.resolve(waiting.shift() ?? []);
  const { user, say, backend } = open({ links });
  const openSpace = vi.spyOn(backend, "openSpace");
  await screen.findByText("The address handrail://run opens nothing: it asks for something that addresses can't do.");
  expect(screen.queryByRole("dialog")).toBeNull();
  say({ kind: "link" });
  const dialog = await screen.findByRole("dialog", { name: "Open this folder?" });
  expect(dialog.textContent).toContain("/home/ada/other");
  expect(openSpace).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  waiting.push([LINK]);
  say({ kind: "link" });
  await user.click(await screen.findByRole("button", { name: "Open folder" }));
  await waitFor(() => expect(window.location.hash).toContain(encodeURIComponent("/home/ada/other")));
});

it("begins where the window was closed, and tells where it is", async () => {
  const setLastPage = vi.fn(() => Promise.resolve());
  open({ lastPage: () => Promise.resolve("#/space/%2Fhome%2Fada%2Fwelcome/tools"), setLastPage });
  await waitFor(() => expect(window.location.hash).toBe("#/space/%2Fhome%2Fada%2Fwelcome/tools"));
  await waitFor(() => expect(setLastPage).toHaveBeenCalledWith("#/space/%2Fhome%2Fada%2Fwelcome/tools"));
});

it("leaves a chat that was deleted, and has it deleted from the palette", async () => {
  const { user, backend } = open();
  const list = await backend.sessions("/home/ada/welcome");
  const chat = list.find(({ title, running }) => title !== "" && running === "");
  if (!chat) throw new Error("The fixtures have a chat.");
  act(() => {
    window.location.hash = `#/space/${encodeURIComponent(chat.space)}/chat/${chat.id}`;
  });
  await screen.findByRole("heading", { level: 1, name: chat.title });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByPlaceholderText("Go to a page, chat or tool…"), "delete this");
  await screen.findByRole("option", { name: /Delete this chat/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete chat" }).disabled).toBe(false));
  await user.click(screen.getByRole("button", { name: "Delete chat" }));
  await waitFor(() => expect(window.location.hash).toBe(`#/space/${encodeURIComponent(chat.space)}/chat`));
  expect(screen.queryByRole("button", { name: chat.title })).toBeNull();
});
