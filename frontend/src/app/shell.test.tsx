import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { quickBackend, renderPage } from "../testing/render";
import { Shell } from "./shell";

const WELCOME = encodeURIComponent("/home/ada/welcome");
const KIT = encodeURIComponent("/home/ada/Downloads/theme-kit");

function open(hash: string, backend: Backend = quickBackend()) {
  window.location.hash = hash;
  return renderPage(<Shell />, backend);
}

it("begins with what this is and five ways on, of which one opens a folder", async () => {
  const { user } = open("", quickBackend({ empty: true }));
  const main = within(screen.getByRole("main"));
  await main.findByText("Agents act on this machine, and every act goes through one door that you can see.");
  expect(main.getAllByRole("button").map((button) => button.textContent)).toEqual(["Try the example", "Connect a model", "Bring your servers over", "Open a folder", "Create a space"]);
  await user.click(main.getByRole("button", { name: "Open a folder" }));
  await main.findByRole("button", { name: "New chat" });
  expect(window.location.hash).toContain(encodeURIComponent("/home/ada/picked"));
});

it("lets a path be typed where there is no folder dialog, and says why", async () => {
  const { user } = open("", quickBackend({ empty: true, fail: ["pickSpace"] }));
  await user.click(await within(screen.getByRole("main")).findByRole("button", { name: "Open a folder" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("alert").textContent).toContain("Couldn't open the folder dialog.");
  await user.type(within(dialog).getByLabelText("Folder path"), "/nowhere{Enter}");
  await within(dialog).findByText(/no such folder/);
  await user.clear(within(dialog).getByLabelText("Folder path"));
  await user.type(within(dialog).getByLabelText("Folder path"), "/home/ada/typed{Enter}");
  await waitFor(() => expect(window.location.hash).toContain(encodeURIComponent("/home/ada/typed")));
});

it("goes on with one's servers once a folder is open", async () => {
  const { user } = open("", quickBackend({ empty: true }));
  await user.click(await screen.findByRole("button", { name: "Bring your servers over" }));
  await waitFor(() => expect(window.location.hash).toContain("add-servers/import"));
});

it("connects a model before any folder is open", async () => {
  const { user } = open("", quickBackend({ empty: true }));
  await user.click(await screen.findByRole("button", { name: "Connect a model" }));
  await user.click(await screen.findByRole("button", { name: "Ollama" }));
  expect(screen.getByLabelText<HTMLInputElement>(/Address/).value).toBe("http://127.0.0.1:11434/v1");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("copies the example to where the person says, never over something, and begins its tour", async () => {
  const { user, backend } = open("", quickBackend({ empty: true }));
  await user.click(await screen.findByRole("button", { name: "Try the example" }));
  const folder = await screen.findByLabelText<HTMLInputElement>("The example is copied here");
  await waitFor(() => expect(folder.value).toBe("/home/ada/Documents/Bookshelf"));
  await user.clear(folder);
  await user.type(folder, "/home/ada/notes{Enter}");
  expect((await within(screen.getByRole("dialog")).findByRole("alert")).textContent).toContain("is there already, and is left alone");
  await user.click(screen.getByRole("button", { name: "Choose…" }));
  await waitFor(() => expect(folder.value).toBe("/home/ada/picked/Bookshelf"));
  await user.click(screen.getByRole("button", { name: "Copy and begin" }));
  await waitFor(() => expect(window.location.hash).toContain(`${encodeURIComponent("/home/ada/picked/Bookshelf")}/chat/`));
  const [chat] = await backend.sessions("/home/ada/picked/Bookshelf");
  expect(chat?.model).toBe("scripted/agent/tour.jsonl");
  await screen.findByRole("region", { name: "Tour" });
  await user.click(await screen.findByRole("button", { name: "Lend The Hobbit to Ada" }));
  await screen.findByRole("region", { name: "Lend The Hobbit to Ada" });
});

it("goes anywhere by the palette", async () => {
  const { user } = open(`#/space/${WELCOME}/chat/chat-tests`);
  await screen.findByText("The unit suite passes now.");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByPlaceholderText(/Go to a page/), "deploy");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(window.location.hash).toContain("tools/deploy"));
});

it("answers what waits with the keyboard alone, from anywhere", async () => {
  const { user } = open(`#/space/${WELCOME}/runs`);
  await screen.findByRole("button", { name: /1 call waiting for you/ });
  await user.keyboard("{Control>}j{/Control}");
  const list = await screen.findByRole("complementary", { name: "Waiting for you" });
  const deny = await within(list).findByRole("button", { name: "Deny" });
  await waitFor(() => expect(document.activeElement).toBe(deny));
  await user.keyboard("{Enter}");
  await within(list).findByText("Nothing waiting");
  expect(screen.queryByRole("button", { name: /waiting for you/ })).toBeNull();
});

it("tells a screen reader at once that something waits, and the title too", async () => {
  open(`#/space/${WELCOME}/runs`);
  const said = 'Waiting for you: Deploy to Staging. Requested by: The agent "guide". This tool always asks first';
  await waitFor(() => expect(document.querySelector("[aria-live=assertive]")?.textContent).toContain(said));
  await waitFor(() => expect(document.title).toBe("(1) Handrail"));
});

it("shows why a call was allowed, stage by stage, beside the chat", async () => {
  const { user } = open(`#/space/${WELCOME}/chat/chat-tests`);
  const card = await screen.findByRole("article", { name: /^Edit/ });
  await user.click(within(card).getByRole("button", { name: /Why was this allowed/ }));
  const details = await screen.findByRole("complementary", { name: "Call details" });
  expect(await within(details).findByText("Mode workspace allows it: it stays in this space.")).toBeTruthy();
  expect(within(details).getAllByRole("listitem").map((item) => item.querySelector("span")?.textContent)).toContain("Checked");
  await user.click(within(details).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
});

it("shows the runs, one run's journal, and the call behind an event", async () => {
  const { user } = open(`#/space/${WELCOME}/runs`);
  await user.click(await within(screen.getByRole("main")).findByRole("button", { name: "Put the branch on staging" }));
  const events = await screen.findByRole("listbox", { name: "Events" });
  await user.click(within(events).getByText("Deploy to Staging: its author wants you to be asked"));
  const details = await screen.findByRole("complementary", { name: "Call details" });
  expect(await within(details).findByText("Why didn't this run?")).toBeTruthy();
  expect(await within(details).findByText(/^You denied it, in the window/)).toBeTruthy();
});

it("exports a run and says where to", async () => {
  const { user } = open(`#/space/${WELCOME}/runs/run-01`);
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("menuitem", { name: /CSV/ }));
  expect(await screen.findByText("Exported to /home/ada/Documents/run-01.csv")).toBeTruthy();
});

const THEME_KIT = "/home/ada/Downloads/theme-kit";

it("shows what an untrusted space would be able to run before it is trusted", async () => {
  const backend = quickBackend();
  const trustSpace = vi.fn(backend.trustSpace);
  const { user } = open(`#/space/${KIT}/tools`, { ...backend, trustSpace });
  await user.click(await screen.findByRole("button", { name: "Review…" }));
  expect((await screen.findByLabelText("Contents of publish")).textContent).toBe("npm publish --access public [an agent can change what this runs]");
  expect(screen.getByText(/Programs that these programs call are not checked/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Trust theme-kit" }));
  await screen.findByText("Trusted");
  expect(trustSpace).toHaveBeenCalledWith(THEME_KIT, (await backend.inventory(THEME_KIT)).digest);
});

it("does not offer to trust what it could not show", async () => {
  const { user } = open(`#/space/${KIT}/tools`, quickBackend({ fail: ["inventory"] }));
  await user.click(await screen.findByRole("button", { name: "Review…" }));
  await screen.findByText("Couldn't load the contents of this space.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Trust theme-kit" }).disabled).toBe(true);
});

it("lists problems by file and line", async () => {
  open(`#/space/${WELCOME}/problems`);
  expect(await screen.findByText("agent/tools/lint.md:4")).toBeTruthy();
  expect(screen.getByText(/has the type "list"/)).toBeTruthy();
});

it("says why a space cannot be read", async () => {
  open(`#/space/${encodeURIComponent("/media/usb/archive")}/chat`);
  expect(await screen.findByText(/Connect the drive/)).toBeTruthy();
});

it("takes a space off the list", async () => {
  const { user } = open(`#/space/${WELCOME}/chat`);
  await screen.findByRole("button", { name: "notes" });
  await user.click(screen.getByRole("button", { name: "More actions for notes" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove from list" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "notes" })).toBeNull());
});

it("says when something went wrong that belongs to no place", async () => {
  const { user } = open(`#/space/${WELCOME}/chat`, quickBackend({ fail: ["newSession"] }));
  await user.click(await screen.findByRole("button", { name: "New chat" }));
  expect(await screen.findByText(/The journal is locked/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/The journal is locked/)).toBeNull();
});

it("puts the theme on the page", async () => {
  const backend = quickBackend();
  await backend.setTheme("dark");
  open("#/settings/look", backend);
  await waitFor(() => expect(document.documentElement.getAttribute("data-theme")).toBe("dark"));
});

it("survives going from page to page", async () => {
  open("");
  const pages = [
    [`#/space/${WELCOME}/chat/chat-release`, "I will deploy the branch first."],
    [`#/space/${WELCOME}/tools/bash`, "Preview"],
    [`#/space/${WELCOME}/runs/run-03`, "Handrail closed during this call"],
    ["#/settings/about", "0.1.0 (0123abc)"],
    [`#/space/${KIT}/chat`, "Start a chat"],
  ] as const;
  for (const [hash, text] of pages) {
    window.location.hash = hash;
    expect(await screen.findByText(text)).toBeTruthy();
  }
});

it("keeps a space and its chats in sight while settings are open", async () => {
  const { user } = open(`#/space/${WELCOME}/chat/chat-tests`);
  await screen.findByRole("button", { name: "New chat" });
  await user.click(screen.getByRole("button", { name: "Settings" }));
  await screen.findByRole("heading", { name: "Settings" });
  expect(within(screen.getByRole("navigation")).getByRole("button", { name: "New chat" })).toBeTruthy();
});

it("offers no way to get a space as long as the folders of the last time are being opened", async () => {
  let restored: (page: string) => void = vi.fn();
  const none = quickBackend({ empty: true });
  const some = quickBackend();
  let list = none.spaces;
  open("", { ...some, spaces: () => list(), lastPage: () => new Promise((resolve) => { restored = resolve; }) });
  await within(screen.getByRole("main")).findByText("Loading your spaces…");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try the example" })).toBeNull());
  list = some.spaces;
  restored("");
  await waitFor(() => expect(window.location.hash).toContain(WELCOME));
});
