// The pages of servers, of adding them and of other programs: the same is held for each as for all pages.

import { expect, it } from "vitest";
import { LARGE, open, withBrowser, WELCOME } from "./browser";
import { judge, shows, type PageCase } from "./judge";

withBrowser();

const NOTES = `#/space/${encodeURIComponent("/home/ada/notes")}`;

const tab = (name: string, then: string | RegExp): PageCase["ready"] => async (page) => {
  await page.getByRole("tab", { name }).click();
  await page.getByText(then).first().waitFor();
};

const PAGES: PageCase[] = [
  { name: "servers, some of which do not start", hash: `${WELCOME}/servers`, ready: shows(/3 of 9 servers failed to start/) },
  { name: "60 servers", hash: `${LARGE}/servers`, ready: shows(/3 of 60 servers failed to start/) },
  { name: "a server whose program has changed", hash: `${LARGE}/servers/service-08`, ready: shows("Its program changed.") },
  { name: "no servers", hash: `${NOTES}/servers`, ready: shows("No servers yet") },
  { name: "servers that cannot be read", hash: `${WELCOME}/servers`, fake: "&fail=servers,startServers", ready: shows("Couldn't load the servers.") },
  {
    name: "a tool of a server", hash: `${WELCOME}/servers/files`, ready: async (page) => {
      await page.getByRole("option", { name: /Read text file/ }).click();
      await page.getByText("Fill in the form to see a preview").waitFor();
    },
  },
  {
    name: "a tool that is held back", hash: `${WELCOME}/servers/files`, ready: async (page) => {
      await page.getByRole("option", { name: /Read media file/ }).click();
      await page.getByLabel("Changes in read_media_file", { exact: true }).waitFor();
    },
  },
  {
    name: "a server that is edited", hash: `${WELCOME}/servers/postgres`, ready: async (page) => {
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.locator("#server-command").fill("node");
      await page.getByText(/make it a different server/).waitFor();
    },
  },
  {
    name: "a remote server that is edited", hash: `${WELCOME}/servers/docs`, ready: async (page) => {
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.getByText("No changes yet.").waitFor();
    },
  },
  { name: "what a server is", hash: `${WELCOME}/servers/files`, ready: tab("About", "Denied access") },
  {
    name: "what a server may do", hash: `${WELCOME}/servers/files`, ready: async (page) => {
      await page.getByRole("tab", { name: "About" }).click();
      await page.getByRole("button", { name: "Change…" }).click();
      await page.getByLabel("These hosts").waitFor();
    },
  },
  { name: "a remote server", hash: `${WELCOME}/servers/docs`, ready: tab("About", /docs\.Authorization/) },
  { name: "a server to sign in to", hash: `${WELCOME}/servers/github`, ready: shows(/wants you to sign in/) },
  { name: "what a server printed", hash: `${WELCOME}/servers/files`, ready: tab("Log", "Last 2 lines of output") },
  {
    name: "a handshake that fails", hash: `${WELCOME}/servers/postgres`, ready: async (page) => {
      await page.getByRole("button", { name: "Run test" }).click();
      await page.getByText("Test failed").waitFor();
    },
  },
  {
    name: "a handshake that works", hash: `${WELCOME}/servers/files`, ready: async (page) => {
      await page.getByRole("tab", { name: "Test" }).click();
      await page.getByRole("button", { name: "Run test" }).click();
      await page.getByText(/^Test passed: 8 tools/).waitFor();
    },
  },
  { name: "servers of other programs", hash: `${WELCOME}/add-servers/import`, ready: shows("Import 6 servers") },
  {
    name: "what one of them is", hash: `${WELCOME}/add-servers/import`, ready: async (page) => {
      await page.getByRole("button", { name: "Show details of search" }).click();
      await page.getByText(/as search\.SEARCH_API_KEY/).waitFor();
    },
  },
  {
    name: "servers that were brought over", hash: `${WELCOME}/add-servers/import`, ready: async (page) => {
      await page.getByRole("button", { name: /^Import \d/ }).click();
      await page.getByText("6 servers added. 2 failed to start.").waitFor();
    },
  },
  {
    name: "a text that is wrong", hash: `${WELCOME}/add-servers/paste`, ready: async (page) => {
      await page.getByLabel("JSON", { exact: true }).fill('{"mcpServers": {"one" 1}}');
      await page.getByText(/^Line 1, column/).waitFor();
    },
  },
  {
    name: "a text that is understood", hash: `${WELCOME}/add-servers/paste`, ready: async (page) => {
      await page.getByLabel("JSON", { exact: true }).fill('{"mcpServers": {"one": {"command": "node"}, "two": {}}}');
      await page.getByText(/^It has neither a command nor a url/).waitFor();
    },
  },
  {
    name: "a server by hand", hash: `${WELCOME}/add-servers/form`, ready: async (page) => {
      await page.locator("#server-name").fill("shop");
      await page.locator("#server-command").fill("npx");
      await page.getByRole("button", { name: "Add variable" }).click();
      await page.getByRole("button", { name: "Change…" }).click();
      await page.getByText("/usr/local/bin/npx").waitFor();
    },
  },
  { name: "other programs", hash: `${WELCOME}/programs`, ready: shows("It starts a copy of Handrail") },
  {
    name: "a program to be connected", hash: `${WELCOME}/programs`, ready: async (page) => {
      await page.getByRole("button", { name: "Connect Claude Desktop" }).click();
      await page.getByLabel("Change to its file", { exact: true }).waitFor();
    },
  },
  {
    name: "a token that is shown", hash: `${WELCOME}/programs`, ready: async (page) => {
      await page.getByRole("button", { name: "Create a token" }).click();
      await page.locator("#token-name").fill("editor");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByText("Copy it now").waitFor();
    },
  },
  { name: "forms of servers", hash: `${WELCOME}/servers?waiting`, fake: "&forms", ready: shows("Tell the reporter") },
];

judge(PAGES);

it("brings servers over without a mouse, and goes to the one that does not start", async () => {
  const page = await open(`${WELCOME}/servers`);
  await page.getByRole("button", { name: "Add servers" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "sqlite" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Import 5 servers" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("5 servers added. 2 failed to start.").waitFor();
  await page.getByRole("button", { name: "Open fetch" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The server failed to start.").waitFor();
});

it("edits a server without a mouse, and comes back to it", async () => {
  const page = await open(`${WELCOME}/servers/memory`);
  await page.getByRole("button", { name: "Edit", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "server-command");
  await page.keyboard.type("x");
  await page.getByText("npxx").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByText("npxx").first().waitFor();
});

it("walks through the tools of a server by the arrow keys, and turns one off", async () => {
  const page = await open(`${WELCOME}/servers/files`);
  await page.getByRole("listbox", { name: "Tools of this server" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("switch", { name: "Agents may use read_text_file" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("option", { name: /Read text file.*Off/s }).waitFor();
});

it("shows 5,000 tools of one server without drawing them", async () => {
  const page = await open(`${LARGE}/servers/catalogue`);
  const list = page.getByRole("listbox", { name: "Tools of this server" });
  await list.getByText("Item 0001", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1500);
  await list.focus();
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "Item 5000" }).waitFor();
  await page.getByRole("searchbox").fill("item_0777");
  await page.waitForFunction(() => document.querySelectorAll("[role=listbox] [role=option]").length === 1);
});

it("answers the forms of servers: one is declined, one says what is missing", async () => {
  const page = await open(`${WELCOME}/servers?waiting`, { fake: "&forms" });
  await page.getByText("3 waiting for you").waitFor();
  const form = page.getByRole("group", { name: /tracker has a question/ });
  await form.getByText("<b>Nothing</b> is closed before you answer.").waitFor();
  await form.getByRole("button", { name: "Send" }).click();
  await form.getByText("is needed").waitFor();
  await form.getByRole("combobox", { name: "Label" }).click();
  await page.getByRole("option", { name: "wontfix" }).click();
  await form.getByRole("button", { name: "Send" }).click();
  await form.waitFor({ state: "detached" });
  const other = page.getByRole("group", { name: /github asks you to open a page/ });
  await other.getByRole("button", { name: "Open github.example.com" }).waitFor();
  await other.getByRole("button", { name: "Decline" }).click();
  await other.waitFor({ state: "detached" });
});
