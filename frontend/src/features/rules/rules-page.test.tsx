import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Backend, DeciderView } from "../../backend/backend";
import { deciderOf, sayBy, sayDecider, UNDECIDED } from "../../backend/decider";
import { fixtures } from "../../testing/fixtures";
import { quickBackend, renderPage } from "../../testing/render";
import { RulesPage } from "./rules-page";

function open({ backend = quickBackend(), at = 0, decider = UNDECIDED }: { backend?: Backend; at?: number; decider?: DeciderView } = {}) {
  const space = fixtures.spaces[at];
  return renderPage(space && <RulesPage space={space} decider={decider} />, backend);
}

const section = async (title: string | RegExp) => within((await screen.findByRole("heading", { level: 2, name: title })).closest("section") ?? document.body);
const rows = (found: { queryAllByRole: (role: string) => HTMLElement[] }) => found.queryAllByRole("listitem").map((row) => row.textContent);

it("lists the rules as they are asked in turn, whose they are, where they stand and what is odd about them", async () => {
  open();
  expect(rows(await section("Your rules for all spaces"))).toEqual([
    "Deniesbash(curl *)settings.json:6Remove",
    'Asksgithub__*Check thisgithub__* can never match: no tool is called "github__*".settings.json:7Remove',
    "Allowsbash(git status*)settings.json:8Remove",
    "Allowswrite(**/*.md)settings.json:8Remove",
  ]);
  expect(rows(await section("Rules from Welcome"))).toEqual(["Denieswrite(guide/published/**)For the tools write, edit and patch. No file matches yet. A file that comes while a program runs is kept from programs from the next call on.agent/rules.json:3", "Asksbash(make publish*)agent/rules.json:6"]);
});

it("says what mode it is, and why it is not the one that was set", async () => {
  open({ at: 2 });
  const mode = await section("Mode of this space");
  expect(mode.getByRole<HTMLInputElement>("radio", { name: "Read-only" }).checked).toBe(true);
  expect(mode.getByRole("group").hasAttribute("disabled")).toBe(true);
  mode.getByText("This space is read-only because you have not trusted this space yet.");
});

it("adds a rule, removes it, and says beside the field why one cannot be", async () => {
  const { user, backend } = open();
  const field = await screen.findByLabelText("New rule");
  await user.type(field, "bash(git push*{Enter}");
  const described = () => (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  await waitFor(() => expect(described()).toMatch(/cannot be read: write tool or tool\(pattern\)/)); // the trial may say it as well
  await user.type(field, ")");
  await waitFor(() => expect(screen.queryAllByText(/cannot be read/)).toEqual([]));
  await user.click(within(screen.getByLabelText("Outcome")).getByRole("radio", { name: "Deny" }));
  await user.click(screen.getByRole("button", { name: "Add" }));
  await user.click(await screen.findByRole("button", { name: "Remove: deny bash(git push*)" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove: deny bash(git push*)" })).toBeNull());
  expect((await backend.rules("/home/ada/welcome")).rules).toHaveLength(6);
});

it("tries the rules on a call, with the one that is being written, and shows every step", async () => {
  const { user, backend } = open();
  await user.click(await screen.findByLabelText(/^Command/));
  await user.paste("git push origin");
  await screen.findByText("Agents may run this");
  await user.click(screen.getByLabelText("New rule"));
  await user.paste("bash(git push*)");
  await screen.findByText("Agents must ask you first");
  screen.getByRole("heading", { name: "Try it with the new rule" });
  const steps = within(screen.getByRole("list", { name: "Steps" })).getAllByRole("listitem").map((step) => step.textContent);
  expect(steps[0]).toBe("1Built-in denysays nothing");
  expect(steps[4]).toMatch(/^5Ask rulesAsksrule bash\(git push\*\) in this trial/);
  expect((await backend.rules("/home/ada/welcome")).rules).toHaveLength(6);
});

it("says what is wrong with the rule that is tried", async () => {
  const { user } = open();
  await user.click(await screen.findByLabelText(/^Command/));
  await user.paste("git push");
  await user.click(screen.getByLabelText("New rule"));
  await user.paste("bash(git");
  await screen.findByText(/^Rule "bash\(git" cannot be read/);
  screen.getByText("Agents may run this");
});

it("lists what was granted by kind, with its use, and revokes it with one press", async () => {
  const { user, backend, ways } = open();
  const yeses = await section("Always allowed");
  const calls = within(yeses.getByRole("region", { name: "Calls" }));
  expect(rows(calls)[0]).toMatch(/^Always allow commands that begin with npm test, in this space bashnpm test -- totalsAllowed in the window, .* for Welcome\. Used 1 time, last .*Revoke$/);
  expect(rows(calls)[1]).toMatch(/for one chat in Welcome, until .*Revoke$/);
  await user.click(calls.getAllByRole("button", { name: "Show the call that started this" })[0] ?? document.body);
  const [first] = await backend.grants();
  expect(ways.inspect).toHaveBeenCalledExactlyOnceWith(first?.run, first?.call);
  for (const label of ["Always allow commands that begin with npm test, in this space", "Tools may read and change /home/ada/Documents/budget.ods"]) {
    await user.click(yeses.getByRole("button", { name: `Revoke ${label}` }));
    await waitFor(() => expect(yeses.queryByRole("button", { name: `Revoke ${label}` })).toBeNull());
  }
  expect((await backend.grants()).map(({ tool }) => tool)).toEqual(["deploy", "bash", ""]);
  const walls = await backend.walls("/home/ada/welcome");
  expect(walls.granted).toEqual([]);
});

it("lets every chat use what was picked for one", async () => {
  const { user, backend } = open();
  const yeses = await section("Always allowed");
  const letter = "Tools may read /home/ada/Documents/letter.pdf";
  const files = within(yeses.getByRole("region", { name: "Files and folders outside the space" }));
  expect(files.getAllByRole("button", { name: /^Allow in every chat/ })).toHaveLength(1);
  expect(rows(files).find((row) => row.startsWith(letter))).toMatch(/for one chat in Welcome, until /);
  await user.click(files.getByRole("button", { name: `Allow in every chat: ${letter}` }));
  await waitFor(() => expect(files.queryByRole("button", { name: /^Allow in every chat/ })).toBeNull());
  expect(rows(files).find((row) => row.startsWith(letter))).toMatch(/for Welcome\./);
  expect((await backend.grants()).filter(({ kind, session }) => kind === "path" && session)).toEqual([]);
});

it("shows only what counts in this space", async () => {
  open({ at: 3 });
  const yeses = await section("Always allowed");
  expect(rows(yeses)).toHaveLength(1);
  yeses.getByText(/git fetch, in every space/);
});

it("changes what is built in, and lets nobody loosen what is fixed", async () => {
  const { user, backend } = open();
  const built = await section("Built-in rules");
  const row = (text: RegExp) => within(built.getByText(text).closest("li") ?? document.body);
  expect(row(/^git push --force-with-lease, and/).getByText(/changed by you \(default: asks\)/)).toBeTruthy();
  expect(row(/^deleting or emptying a space/).queryAllByRole("radio")).toEqual([]);
  expect(row(/^changing what decides/).getAllByRole("radio").map((option) => option.textContent)).toEqual(["Deny", "Ask me"]);
  await user.click(row(/^DROP DATABASE/).getByRole("radio", { name: "Off" }));
  await row(/^DROP DATABASE/).findByText("Turned off");
  expect((await backend.rules("/home/ada/welcome")).builtin.find(({ id }) => id === "sql-drop")?.outcome).toBe("allow");
});

it("says when the rules could not be read", async () => {
  open({ backend: quickBackend({ fail: ["rules"] }) });
  await screen.findByText("Couldn't load the rules.");
});

it("says so where nothing was granted and no rule was written", async () => {
  const backend = quickBackend();
  const none = { ...backend, grants: () => Promise.resolve([]), rules: async (space: string) => ({ ...(await backend.rules(space)), rules: [] }) };
  open({ backend: none });
  await screen.findByText(/^Nothing yet\. Calls you answer with “Always…”/);
  screen.getByText(/^No rules yet\. Add one below/);
  screen.getByText(/A space can add deny and ask rules in/);
});

it("says what went wrong, beside it", async () => {
  const { user } = open({ backend: quickBackend({ fail: ["revoke", "removeRule", "setBuiltin", "tryRules"] }) });
  await user.click(await screen.findByRole("button", { name: /^Revoke Always allow commands that begin with npm test/ }));
  await screen.findByText("Couldn't change what you allow.");
  await user.click(screen.getByRole("button", { name: "Remove: deny bash(curl *)" }));
  await screen.findByText("Couldn't remove the rule.");
  await user.click(within(screen.getByText(/^DROP DATABASE/).closest("li") ?? document.body).getByRole("radio", { name: "Ask me" }));
  await screen.findByText("Couldn't change the rule.");
  await user.type(await screen.findByLabelText(/^Command/), "ls");
  await screen.findByText("Couldn't try the rules.");
});

it.each<[DeciderView, string]>([
  [{ kind: "rule", name: "bash(git status*)" }, "bash(git status*)"],
  [{ kind: "rule", name: "bash(make publish*)" }, "bash(make publish*)"],
  [{ kind: "grant", name: "Always allow commands that begin with git fetch, in every space" }, "git fetch"],
  [{ kind: "builtin", name: "sql-drop" }, "sql-drop"],
  [{ kind: "mode", name: "workspace" }, "Workspace"],
])("marks what decided: %j", async (decider, text) => {
  open({ decider });
  const mark = await screen.findByText("This decided the call you came from.");
  expect(mark.parentElement?.textContent).toContain(text);
});

it.each([
  ["rule", "bash(a in b)", "Show the rule"],
  ["builtin", "sql-drop", "Show the rule"],
  ["grant", "Always allow ls", "Show what you always allow"],
  ["mode", "ask", "Show the mode"],
  ["confirm", "", ""],
  ["person", "window", ""],
  ["constructor", "x", ""],
  ["", "", ""],
])("shows what leads to %s %s, and no more", (kind, name, button) => {
  expect(deciderOf(kind, name)).toEqual(button ? { kind, name } : UNDECIDED);
  expect(sayDecider(deciderOf(kind, name))).toBe(button);
});

it.each<[DeciderView, string]>([
  [{ kind: "person", name: "dialog" }, "you, in the dialog"],
  [{ kind: "person", name: "" }, "you, when you were shown it before"],
  [{ kind: "rule", name: "bash" }, "in words"],
  [UNDECIDED, "in words"],
])("says to the person who has decided: %j", (decider, words) => {
  expect(sayBy({ by: "in words", decider })).toBe(words);
});

it("tries a call of a chat that has read text from elsewhere, and says which place it doesn't know", async () => {
  const { user } = open();
  await user.click(await screen.findByLabelText(/^Command/));
  await user.paste("git push");
  await user.click(screen.getByLabelText("In a chat that has read text from elsewhere"));
  await user.click(screen.getByLabelText("Text from"));
  await user.paste("mail");
  await screen.findByText(/"mail" is no place that text comes from/);
  await user.clear(screen.getByLabelText("Text from"));
  await user.paste("web:example.com");
  await screen.findByRole("heading", { name: "After text from a web page of example.com" });
  await screen.findByText("If one of its programs changes your memory, a file of commands, or a protected file without its text saying so, that asks when it has ended.");
});
