import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Backend } from "../../backend/backend";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { ToolsPage } from "./tools-page";

function Page({ first, at }: { first: string; at: number }) {
  const [tool, setTool] = useState(first);
  const space = fixtures.spaces[at];
  return space && <ToolsPage space={space} tool={tool} onOpen={setTool} />;
}

const open = (tool = "", backend: Backend = quickBackend(), at = 0) => renderPage(<Page first={tool} at={at} />, backend);
const command = () => screen.findByLabelText("Deploy to Staging", { selector: "pre" });

it("lists tools with their source, and says why one is not ready", async () => {
  open();
  const list = await screen.findByRole("listbox", { name: "Tools" });
  expect(within(list).getByText("Read a note").closest("[role=option]")?.textContent).toContain("The built-in tool read has this name.");
  expect(within(list).getByText("Deploy to Staging").closest("[role=option]")?.textContent).toContain("Space");
});

it("finds by words and state, and shows all again when nothing fits", async () => {
  const backend = quickBackend();
  const { user } = open("", backend);
  await user.type(await screen.findByRole("searchbox"), "deploy branch");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await user.click(screen.getByRole("radio", { name: /Not ready/ }));
  await user.click(await screen.findByRole("button", { name: "Show all tools" }));
  expect(screen.getAllByRole("option")[0]?.getAttribute("aria-setsize")).toBe(String((await backend.tools("/home/ada/welcome")).length));
});

it("says what is missing only once it is asked to run, and then beside the field", async () => {
  const tryTool = vi.fn();
  const { user } = open("deploy", { ...quickBackend(), tryTool });
  await screen.findByText("Fill in the form to see a preview:");
  await screen.findByLabelText(/Branch/);
  expect(document.querySelector("[id$='_branch-errors']")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Run" }));
  expect(document.querySelector("[id$='_branch-errors']")?.textContent).toBe("is required");
  expect(screen.getByText("Fix 1 problem first")).toBeTruthy();
  expect(tryTool).not.toHaveBeenCalled();
});

it("previews exactly what would run as the form is filled in, and whether it would ask", async () => {
  const { user } = open("deploy");
  await user.type(await screen.findByLabelText(/Branch/), "guide/new");
  await waitFor(async () => expect((await command()).textContent).toBe("bash scripts/deploy.sh guide/new"));
  expect(screen.getByText("Agents must ask you first")).toBeTruthy();
  expect(screen.getByText("This tool always asks first (confirm: true).")).toBeTruthy();
});

it("runs with the digest that was shown, and shows what waits", async () => {
  const backend = quickBackend();
  const tryTool = vi.fn(backend.tryTool);
  const { user } = open("deploy", { ...backend, tryTool });
  await user.type(await screen.findByLabelText(/Branch/), "main");
  await waitFor(async () => expect((await command()).textContent).toBe("bash scripts/deploy.sh main"));
  await user.click(screen.getByRole("button", { name: "Run" }));
  await screen.findByRole("button", { name: "Run once" });
  const [space, tool, input = "", digest] = tryTool.mock.calls[0] ?? [];
  expect([space, tool, JSON.parse(input)]).toEqual(["/home/ada/welcome", "deploy", { branch: "main", wait: true }]);
  expect(digest).toBe((await backend.preview("/home/ada/welcome", "deploy", input)).digest);
  expect(tryTool).toHaveBeenCalledOnce();
});

it("shows what came of it, and why it was allowed", async () => {
  const { user, ways } = open("serve");
  await screen.findByLabelText("Port");
  await user.click(screen.getByRole("button", { name: "Run" }));
  await waitFor(() => expect(screen.getByLabelText("Output").textContent).toContain("all done"));
  expect(screen.getByText("exit code 0")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Why was this allowed?" }));
  expect(ways.inspect).toHaveBeenCalledWith(expect.stringContaining("live-run"), expect.stringContaining("live-call"));
});

it("does not run what is not ready, and says why first", async () => {
  const { user } = open("clean");
  expect((await screen.findAllByText(/Look at the difference and approve it/)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole("tab", { name: "Try it" }));
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Run" })).disabled).toBe(true);
});

it("shows the schema and the documentation", async () => {
  const { user } = open("run-tests");
  await user.click(await screen.findByRole("tab", { name: "About" }));
  expect(screen.getByLabelText("Command").textContent).toBe("bash test.sh {{suite}} --timeout {{timeout}}");
  expect(screen.getByText("It changes nothing.")).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Schema" }));
  expect(screen.getByLabelText("Input schema").textContent).toContain('"enum"');
});

it("stays small with 5,000 tools", async () => {
  open("", quickBackend(), 1);
  expect((await screen.findByRole("radio", { name: /^Ready/ })).textContent).toContain("4,9");
  expect(document.querySelectorAll("*").length).toBeLessThan(1200);
});

it("says that the tools could not be read, and reads them when asked again", async () => {
  const backend = quickBackend();
  let broken = true;
  const tools: Backend["tools"] = (path) => (broken ? Promise.reject(new Error("manifest: no permission")) : backend.tools(path));
  const { user } = open("", { ...backend, tools });
  expect((await screen.findByRole("alert")).textContent).toContain("manifest: no permission");
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("listbox", { name: "Tools" });
});

it("shows the tools as an agent has them, and why one is not there, with file and line", async () => {
  const { user } = open("bash");
  await user.click(await screen.findByRole("combobox", { name: "Available to" }));
  await user.click(await screen.findByRole("option", { name: "Available to: Reviewer" }));
  await screen.findByText("Not available to reviewer");
  expect(screen.getByRole("note").textContent).toContain("agent/reviewer.md:6");
  const list = screen.getByRole("listbox", { name: "Tools" });
  expect(within(list).getByText("Write a file").closest("[role=option]")?.textContent).toContain("Blocked");
  expect(within(list).getByText("Read a file").closest("[role=option]")?.textContent).toContain("Built-in");
});

it("leads from a tool that is held back to what changed", async () => {
  const { ways } = open("clean");
  (await screen.findByRole("button", { name: "Review changes" })).click();
  expect(ways.trust).toHaveBeenCalledOnce();
});

it("turns a tool off for every agent, and on again", async () => {
  const { user } = open("deploy");
  await user.click(await screen.findByRole("switch", { name: "Agents may use deploy" }));
  await screen.findByText("Off in all spaces.");
  await user.click(screen.getByRole("switch", { name: "Agents may use deploy" }));
  await screen.findByText("Agents may use this tool in all spaces.");
});

it("says why a tool was not switched", async () => {
  const { user } = open("deploy", quickBackend({ fail: ["setToolOff"] }));
  await user.click(await screen.findByRole("switch", { name: "Agents may use deploy" }));
  await screen.findByText("Couldn't turn the tool on or off.");
});
