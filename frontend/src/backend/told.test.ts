// In a German page, what Go says in English sentences is German before anybody sees it.

import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { fakeBackend } from "./fake";
import { told } from "./told";
import { fixtures } from "../testing/fixtures";
import { texts as german } from "../words/de/reasons";
import { speak } from "../words/language";

const SPACE = "/home/ada/welcome";
const fake = () => fakeBackend(fixtures, { pace: 0 });

afterEach(() => speak("en"));

it("leaves an English page as it is", () => {
  const backend = fake();
  expect(told(backend)).toBe(backend);
});

it("says problems, each of those that the fixtures have", async () => {
  speak("de", { reasons: german });
  expect((await told(fake()).problems(SPACE)).map(({ text }) => text)).toEqual([
    'der Parameter "files" hat den Typ "list"; möglich sind string, number, integer, boolean, array, object',
    "Tool clean hat sich geändert, seit Sie ihm vertraut haben: agent/tools/clean.md. Die Änderungen auf der Seite „Vertrauen“ prüfen.",
    'das unbekannte Feld "desription" wird nicht verwendet; ist "description" gemeint?',
  ]);
});

/** What the tests of Go's loader have as problems, of every kind that it has. */
const loaded = readdirSync("../spaces/testdata").filter((name) => name.endsWith(".txtar")).flatMap((name) => {
  const [, problems = ""] = readFileSync(`../spaces/testdata/${name}`, "utf8").split("-- problems --\n");
  return [...(problems.split(/^-- /m)[0] ?? "").matchAll(/^\S+?(?::\d+)?: (?:warning: )?(.+)$/gm)].map(([, text = ""]) => text);
});

it("says what Go's loader finds wrong in any definition", () => {
  expect(loaded.length).toBeGreaterThan(60);
  expect(loaded.filter((text) => german.refusal(text) === undefined)).toEqual([]);
  expect(loaded.map((text) => german.refusal(text) ?? "").filter((said) => /\b(the|must|has|is not|have|write|give|remove)\b/.test(said.replace(/"[^"]*"|\([^)]*\)|JSON: .*$|YAML: .*$/g, "")))).toEqual([]);
});

it("says every row of the doctor, and what to do", async () => {
  const english = await fake().doctor();
  speak("de", { reasons: german });
  const said = await told(fake()).doctor();
  expect(said.filter(({ text }, i) => text === english[i]?.text).map(({ text }) => text)).toEqual(["/usr/bin/bash"]);
  expect(said.filter(({ action }, i) => action !== "" && action === english[i]?.action)).toEqual([]);
  expect(said.at(-1)).toMatchObject({ area: "Dieser Bereich", name: "Tools", text: "12 bereit, 1 verdeckt, 2 zurückgehalten", state: "ok" });
});

const SENTENCES = ["reads", "writes", "reaches", "notes"];

/** What a server may touch, will lack and was refused, wherever an answer says it. */
function ofServers(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(ofServers);
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Record<string, unknown>;
  const profile = Object.entries((fields.profile ?? {}) as Record<string, unknown>).flatMap(([name, held]) => (Array.isArray(fields.profile) || SENTENCES.includes(name) ? held : []));
  const refused = "target" in fields ? [fields.text] : [];
  return [...profile, ...refused].filter((text) => typeof text === "string").concat(Object.values(fields).flatMap(ofServers));
}

it("says what a server may touch, will lack and was refused", () => {
  const sentences = [...new Set(ofServers(JSON.parse(readFileSync("src/testing/recorded/servers.json", "utf8"))))];
  expect(sentences.length).toBeGreaterThan(15);
  expect(sentences.filter((text) => german.refusal(text) === undefined)).toEqual([]);
  expect([
    "It can read the system, this space and your tool chains, and /home/ada/a and b, /srv/c and /d; nothing else in your home folder. With --no-sandbox it starts the browser without its own sandbox, which can't be made inside Handrail's.",
    "It can reach the package registries, a.example and services on this machine, and no other host.", "It can reach a.example:443, and no other host.",
  ].map((text) => german.refusal(text))).toEqual([
    "Er kann das System, diesen Bereich und Ihre Toolchains lesen, dazu /home/ada/a and b, /srv/c und /d; sonst nichts in Ihrem persönlichen Ordner. Mit --no-sandbox startet er den Browser ohne dessen eigene Sandbox, die in der von Handrail nicht möglich ist.",
    "Er erreicht Paketquellen, a.example und Dienste auf diesem Rechner, sonst keinen Host.", "Er erreicht a.example:443, sonst keinen Host.",
  ]);
});

it("says why a change may not be the person's", () => {
  expect(german.refusal("hide-tokens runs scripts/hide-tokens.sh, which changed since you trusted it. Review the changes on the Trust page.")).toBe("hide-tokens führt scripts/hide-tokens.sh aus, und das Skript hat sich geändert, seit Sie ihm vertraut haben. Die Änderungen auf der Seite „Vertrauen“ prüfen.");
  expect(["an agent's call could have made it, as git has it, and git put it here", "Handrail can't tell when it was made"].map((text) => german.refusal(text))).toEqual([
    "der Aufruf eines Agenten könnte es gemacht haben, so wie git es kennt, und git hat es hierher gelegt", "Handrail weiß nicht, wann es entstanden ist",
  ]);
});

it("gives up on a long text that is made to be looked at for long", () => {
  const tried = vi.spyOn(RegExp.prototype, "exec");
  const made = [": \" leads out of the space; write an absolute path, or one below ~", "1: \"1\", 1; ", ": 1; write, "].map((part) => `a${part.repeat(Math.floor(2900 / part.length))}x`);
  expect(made.map((text) => german.refusal(text))).toEqual([undefined, undefined, undefined]);
  expect(tried.mock.calls.length).toBeLessThan(5000);
});

it("names our own tools, and leaves to others what their authors have written", async () => {
  speak("de", { reasons: german });
  const list = await told(fake()).tools(SPACE);
  const byName = (name: string) => list.find(({ qualified }) => qualified === name);
  expect(byName("read")).toMatchObject({ title: "Datei lesen", source: "builtin" });
  expect(list.filter(({ source, title }) => (source === "builtin" || source === "bridge") && !Object.values(german.tool).some((tool) => tool.title === title))).toEqual([]);
  expect(byName("run-tests")).toMatchObject({ title: "Run the tests", description: "Runs one test suite of this project." });
});

it("names the inputs of our own tools, and says what they are", async () => {
  speak("de", { reasons: german });
  const { input } = await told(fake()).tool(SPACE, "bash");
  expect((JSON.parse(input) as { properties: Record<string, object> }).properties.command).toMatchObject({ type: "string", title: "Befehl", description: "Das bash-Skript; es kann mehrere Zeilen haben" });
  const others = [await told(fake()).tool(SPACE, "run-tests"), await fake().tool(SPACE, "run-tests")];
  expect(others[0]?.input).toBe(others[1]?.input);
});

it("says what comes back from what a person does, not only what is asked", async () => {
  speak("de", { reasons: german });
  const { servers: [server], plainKeys } = await fake().servers(SPACE);
  const backend = told({
    ...fake(), testChannel: () => Promise.resolve({ sent: false, unknown: false, reason: "The mail server does not take the name and the password" }),
    restartServer: () => Promise.resolve({ servers: server ? [{ ...server, reason: "this server was stopped" }] : [], plainKeys }),
  });
  expect(await backend.testChannel("mail")).toMatchObject({ reason: "Der Mailserver nimmt Name und Passwort nicht an" });
  expect((await backend.restartServer(SPACE, "browser")).servers).toMatchObject([{ reason: "dieser Server wurde angehalten" }]);
});

it("says what is said of other programs' files, and names both sides of a difference", async () => {
  speak("de", { reasons: german });
  expect(["run with npm, because there is no lock file; tests get 5 minutes; filter narrows the tests, because vitest runs them", "It is no text, or a large one: nothing before, 2000 bytes then", "It has neither a command nor a url"].map((text) => german.refusal(text))).toEqual([
    "läuft mit npm, weil es keine Lock-Datei gibt; Tests bekommen 5 Minuten; filter grenzt die Tests ein, weil vitest sie ausführt", "Es ist kein Text oder ein großer: vorher nichts, dann 2000 Byte", "Er hat weder einen Befehl noch eine Adresse",
  ]);
  const steps = german.answer("tryRules", [{ name: "ask rules", outcome: "ask", by: "rule bash(git push*) in this trial", file: "" }, { name: "the mode", outcome: "allow", by: "mode workspace", file: "" }]);
  expect(steps).toMatchObject([{ name: "Regeln zum Fragen", by: "Regel bash(git push*) in diesem Versuch" }, { name: "der Modus", by: "Modus im Bereich" }]);
  const items = [{ kind: "memory", detail: "what agents note there is told to them; not pinned, because they write it themselves" }, { kind: "tool", detail: "it is new, or it is gone" }];
  expect(german.answer("inventory", items)).toMatchObject([{ detail: "was Agenten dort notieren, lesen sie wieder; nicht festgehalten, weil sie es selbst schreiben" }, { detail: "it is new, or it is gone" }]);
  const { changes } = await told(fake()).changes(SPACE);
  expect(changes.map(({ difference }) => difference.split("\n").slice(0, 2)).filter(([one]) => one?.startsWith("---"))).toContainEqual(["--- agent/tools/clean.md wie vertraut", "+++ agent/tools/clean.md jetzt"]);
});

it("says from where text came, why it would leave, and what lets it", () => {
  const groups = [{ source: "the server notes", way: "memory_write", why: "every later conversation here is told", answer: "Always let text from a web page of fair.example.org leave by memory_write, in this space" }];
  expect(german.answer("elsewhere", { groups, silenced: [{ grant: "Let text from the clipboard leave, in this session", calls: 3 }] })).toMatchObject({
    groups: [{ source: "vom Server notes", why: "jeder spätere Chat hier bekommt den Text mit", answer: "Text (von einer Webseite auf fair.example.org) immer über memory_write hinauslassen, in diesem Bereich" }],
    silenced: [{ grant: "Text (aus der Zwischenablage) hinauslassen, in diesem Chat" }],
  });
  expect(german.answer("x", { why: "what it keeps is told to every later conversation" })).toMatchObject({ why: "what it keeps is told to every later conversation" });
  expect(german.answer("foreign", [{ paragraph: "", from: ["a web page of fair.example.org"] }])).toMatchObject([{ from: ["von einer Webseite auf fair.example.org"] }]);
  expect(german.answer("replay", [{ verdict: "ask", by: "mode workspace", reason: "it can't be known in advance what it runs: it runs the script test.sh" }, { note: "You were asked then: it was expired" }])).toMatchObject([
    { by: "Modus im Bereich", reason: "was es ausführt, steht vorher nicht fest: es führt das Skript test.sh aus" }, { note: "Damals wurden Sie gefragt: nicht beantwortet" },
  ]);
});

it("names the package registries that a call connects to", () => {
  expect(["package registries", "a.example"].map((to) => german.clause.reach(to))).toEqual(["sich mit Paketquellen verbinden", "sich mit a.example verbinden"]);
});

it("says the short texts of secrets, hands, hooks and the test of a server", () => {
  expect(german.answer("secrets", { place: "In this system's keychain", secrets: [{ usedBy: ["tool deploy of Welcome", "hand tag-release of Welcome", "settings models.providers.anthropic.key"] }] })).toMatchObject({
    place: "Im Schlüsselbund dieses Systems", secrets: [{ usedBy: ["Tool deploy von Welcome", "Handgriff tag-release von Welcome", "models.providers.anthropic.key in den Einstellungen"] }],
  });
  expect(german.answer("testServer", { steps: [{ name: "Answered", ok: true, text: "files 0.2.0, protocol 2025-06-18", tookMs: 12 }] })).toMatchObject({ steps: [{ name: "Geantwortet", text: "files 0.2.0, Protokoll 2025-06-18" }] });
  expect(german.answer("rehearsal", { network: "Off", notDone: [] })).toMatchObject({ network: "Aus" });
  expect(german.answer("server", { tools: [{ hints: ["only reads"] }] })).toMatchObject({ tools: [{ hints: ["nur lesen"] }] });
  expect(german.answer("hooks", { lastError: "it ended with exit code 5: cannot read the query" })).toMatchObject({ lastError: "es endete mit Exitcode 5: cannot read the query" });
  const hand = { tool: { source: "hand" }, input: JSON.stringify({ properties: { filter: { type: "string", description: "Which tests. Must match the pattern ^[a-z]*$, or be empty." } } }) };
  expect(german.answer("tool", hand)).toMatchObject({ input: JSON.stringify({ properties: { filter: { type: "string", description: "Which tests. Muss zum Muster ^[a-z]*$ passen oder leer sein." } } }) });
  const items = [{ kind: "hook", sha256: "", detail: "sh x [an agent can change what this runs: x] [off: it does not run unless you turn it on]" }, { kind: "file", sha256: "", detail: "156 bytes" }, { kind: "tool", sha256: "", detail: "156 bytes" }];
  expect(german.answer("inventory", { items })).toMatchObject({ items: [{ detail: "sh x [ein Agent kann ändern, was das ausführt: x] [aus: läuft erst, wenn Sie es einschalten]" }, { detail: "156 Byte" }, { detail: "156 bytes" }] });
});

it("says errors", async () => {
  speak("de", { reasons: german });
  const backend = told({ ...fake(), run: () => Promise.reject(new Error('there is no run "r_1". The Runs page lists them.')), settings: () => Promise.reject(new Error("something else")) });
  await expect(backend.run("r_1")).rejects.toThrow('den Lauf "r_1" gibt es nicht. Die Seite „Läufe“ zeigt sie.');
  await expect(backend.settings()).rejects.toThrow("something else");
});

it("reads sentences within others, and what can be done about what it does not know", () => {
  const said = (text: string) => german.refusal(text);
  expect([
    said("timeout: must be a number, got \"soon\""),
    said("hook \"check\": command, line 1, column 5: {{x}} is in a comment, which a value with a line break would leave. Remove it, or write it as an argument"),
    said("tool 'deploy' rejected: placeholder {{env}} has no param def; declare it under params, or write the text differently"),
    said("It broke in an odd way. Test files on the Servers page."),
    said("it is turned off\nits definition is broken"), said("3 ready, something else"), said("a: ".repeat(900)), said(""),
  ]).toEqual([
    'timeout: muss eine Zahl sein, ist aber "soon"',
    "Hook \"check\": Befehl, Zeile 1, Spalte 5: {{x}} steht in einem Kommentar, aus dem ein Wert mit Zeilenumbruch herausführt. Entfernen, oder als Argument schreiben",
    "Tool 'deploy' abgelehnt: zum Platzhalter {{env}} gibt es keinen Parameter; unter params angeben, oder den Text anders schreiben",
    "It broke in an odd way. files auf der Seite „Server“ testen.",
    undefined, undefined, undefined, undefined,
  ]);
});

it("takes no time for what an author could have written to take some", () => {
  const began = performance.now();
  for (const text of ["a: b; ", "x y. A b; ", "tool '%s': "]) german.refusal(text.repeat(250));
  expect(performance.now() - began).toBeLessThan(1000);
});
