// Every page, in both themes and at the smallest size: it shows what it should, is accessible, and fits.

import { THEME_KIT, withBrowser, WELCOME } from "./browser";
import { judge, judgeGerman, shows, type PageCase } from "./judge";

withBrowser();

const PAGES: PageCase[] = [
  { name: "start", hash: "#/", fake: "&empty", ready: shows("every act goes through one door") },
  { name: "the example", hash: "#/", fake: "&empty", ready: async (page) => { await page.getByRole("button", { name: "Try the example" }).click(); await page.getByText("The example is copied here").waitFor(); } },
  { name: "a new space", hash: "#/", fake: "&empty", ready: async (page) => { await page.getByRole("button", { name: "Create a space" }).click(); await page.getByLabel("Name").fill("Allotment"); await page.getByText("Creates /home/ada/Documents/Allotment").waitFor(); } },
  { name: "a known provider", hash: "#/", fake: "&empty", ready: async (page) => { await page.getByRole("button", { name: "Connect a model" }).click(); await page.getByRole("button", { name: "Mistral" }).click(); await page.getByText("Get a key from Mistral").waitFor(); } },
  {
    name: "a tour", hash: "#/", fake: "&empty", ready: async (page) => {
      await page.getByRole("button", { name: "Try the example" }).click();
      await page.getByRole("button", { name: "Copy and begin" }).click();
      await page.getByRole("button", { name: "Lend The Hobbit to Ada" }).waitFor();
    },
  },
  { name: "space files", hash: `${WELCOME}/files/agent%2Ftools%2Fcount-lines.md`, ready: shows("No problems") },
  { name: "a new file", hash: `${WELCOME}/new-file/agent`, ready: shows("Instructions for a model") },
  { name: "start of a chat", hash: `${WELCOME}/chat`, ready: shows("Reads, never writes.") },
  { name: "chat", hash: `${WELCOME}/chat/chat-tests`, ready: shows("The unit suite passes now.") },
  { name: "four states", hash: `${WELCOME}/chat/chat-states`, ready: shows("page 3 of 12") },
  { name: "refusals", hash: `${WELCOME}/chat/chat-release`, ready: shows("The run was stopped.") },
  { name: "details of a call", hash: `${WELCOME}/chat/chat-tests?run=run-01&call=run-01-c4`, ready: shows("Mode workspace allows it: it stays in this space.") },
  { name: "waiting list", hash: `${WELCOME}/chat/chat-tests?waiting`, ready: shows("Answer by") },
  { name: "tools", hash: `${WELCOME}/tools`, ready: shows("Run a command") },
  { name: "try a tool", hash: `${WELCOME}/tools/run-tests`, ready: shows("Fill in the form to see a preview:") },
  {
    name: "a tool with values that do not fit", hash: `${WELCOME}/tools/run-tests`, ready: async (page) => {
      await page.getByLabel("Timeout").waitFor();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Fix 1 problem first").waitFor();
    },
  },
  { name: "a tool that is held back", hash: `${WELCOME}/tools/clean`, ready: shows("Description") },
  { name: "hands", hash: `${WELCOME}/hands`, ready: async (page) => page.getByRole("listbox", { name: "Hands" }).getByText("tag-release").waitFor() },
  { name: "a hand", hash: `${WELCOME}/hands/run-suite`, ready: shows("Safe to repeat") },
  {
    name: "a hand with problems", hash: `${WELCOME}/hands/tag-release`, ready: async (page) => {
      await page.getByRole("button", { name: "Try values for version" }).click();
      await page.getByText("An empty value is always valid").waitFor();
    },
  },
  {
    name: "a hand that is run", hash: `${WELCOME}/hands/run-suite`, ready: async (page) => {
      await page.getByRole("tab", { name: "Run" }).click();
      await page.getByText("Left out because empty:").waitFor();
      await page.getByLabel("Filter").waitFor();
    },
  },
  {
    name: "the past calls of a hand", hash: `${WELCOME}/hands/run-suite`, ready: async (page) => {
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByText("exit code 1").waitFor();
    },
  },
  {
    name: "hands that somebody else changed", hash: `${WELCOME}/hands/list-files`, fake: "&contested", ready: async (page) => {
      await page.getByLabel("Description", { exact: true }).fill("Lists files");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").getByText("Written by somebody else").waitFor();
    },
  },
  { name: "no hands", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/hands`, ready: shows("No hands yet") },
  {
    name: "proposed hands", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/hands`, ready: async (page) => {
      await page.getByRole("button", { name: "Suggest hands" }).click();
      await page.getByText("so you are asked each time").waitFor();
    },
  },
  { name: "text from elsewhere", hash: `${WELCOME}/elsewhere`, ready: async (page) => {
    await page.getByRole("button", { name: "Check past calls" }).click();
    await page.getByText("Text from the server notes → git push").waitFor();
  } },
  { name: "walls and network", hash: `${WELCOME}/walls`, ready: shows("Protections") },
  {
    name: "a host that cannot be", hash: `${WELCOME}/walls`, ready: async (page) => {
      await page.getByLabel("These hosts").fill("https://example.com/x");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("is not a host").waitFor();
    },
  },
  { name: "walls that do not hold", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/walls`, ready: shows("Not enforced") },
  { name: "jobs", hash: `${WELCOME}/jobs`, ready: shows("page 60 reloaded") },
  { name: "no jobs", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/jobs`, ready: shows("No jobs") },
  {
    name: "the whole output of a call", hash: `${WELCOME}/chat/chat-tests?run=run-01&call=run-01-c5`, ready: async (page) => {
      await page.getByRole("button", { name: "Show full output" }).click();
      await page.getByText(/Full output:/).waitFor();
    },
  },
  { name: "runs", hash: `${WELCOME}/runs`, ready: shows("Cut off") },
  { name: "a run", hash: `${WELCOME}/runs/run-02`, ready: shows("hook guard-git") },
  { name: "problems", hash: `${WELCOME}/problems`, ready: shows("agent/tools/lint.md:4") },
  { name: "an untrusted space", hash: `${THEME_KIT}/tools`, ready: shows("This space isn't trusted.") },
  {
    name: "what would be able to run", hash: `${THEME_KIT}/chat`, ready: async (page) => {
      await page.getByRole("button", { name: "Review…" }).click();
      await page.getByText("colour-server").first().waitFor();
      await page.getByText("build.md").first().click();
    },
  },
  { name: "models", hash: "#/settings/models", ready: shows("LM Studio") },
  { name: "models, none connected", hash: "#/settings/models", fake: "&empty", ready: shows("No providers yet") },
  {
    name: "add a provider", hash: "#/settings/models", ready: async (page) => {
      await page.getByRole("button", { name: "Add a provider" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Connect" }).click();
      await page.getByText("lower-case letters, digits and dashes").waitFor();
    },
  },
  { name: "look", hash: "#/settings/look", ready: shows("Theme") },
  { name: "doctor", hash: "#/settings/doctor", ready: shows("apt install zenity") },
  { name: "about", hash: "#/settings/about", ready: shows("MIT") },
  {
    name: "palette", hash: `${WELCOME}/chat/chat-tests`, ready: async (page) => {
      await shows("The unit suite passes now.")(page);
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Go to a page").waitFor();
    },
  },
  { name: "tools that could not be read", hash: `${WELCOME}/tools`, fake: "&fail=tools", ready: shows("Couldn't load the tools.") },
  { name: "tools that are waited for", hash: `${WELCOME}/tools`, fake: "&hang=tools", ready: shows("Loading tools…") },
];

judge(PAGES);

judgeGerman([
  { name: "start", hash: "#/", fake: "&empty", ready: shows("jede Handlung geht durch eine Tür") },
  { name: "chat", hash: `${WELCOME}/chat/chat-tests`, ready: shows("The unit suite passes now.") },
  { name: "waiting list", hash: `${WELCOME}/chat/chat-tests?waiting`, ready: shows("Antworten bis") },
  { name: "tools", hash: `${WELCOME}/tools/run-tests`, ready: shows("Für eine Vorschau das Formular ausfüllen:") },
  { name: "a hand", hash: `${WELCOME}/hands/run-suite`, ready: shows("Gefahrlos wiederholbar") },
  { name: "hooks", hash: `${WELCOME}/hooks`, ready: shows("Vor einem Aufruf") },
  { name: "runs", hash: `${WELCOME}/runs`, ready: shows("Gestartet von") },
  { name: "rules", hash: `${WELCOME}/rules`, ready: shows("Ihre Regeln für alle Bereiche") },
  { name: "sandbox and network", hash: `${WELCOME}/walls`, ready: shows("Grenzen für jeden Aufruf") },
  { name: "trust", hash: `${WELCOME}/trust`, ready: shows("Ihre Änderungen") },
  { name: "servers", hash: `${WELCOME}/servers`, ready: shows("In Verwendung") },
  { name: "appearance", hash: "#/settings/look", ready: shows("Textgröße") },
  { name: "models", hash: "#/settings/models", ready: shows("Standardmodell") },
  { name: "channels", hash: "#/settings/channels", ready: shows("Kanäle") },
  { name: "what is kept", hash: "#/settings/storage", ready: shows("Auf diesem Rechner") },
  { name: "secrets", hash: "#/settings/secrets", ready: shows("staging-token") },
  { name: "doctor", hash: "#/settings/doctor", ready: shows("Sandbox für Programme") },
  { name: "skills", hash: `${WELCOME}/skills`, ready: shows("/releasing kind=minor notes=…") },
  { name: "memory", hash: `${WELCOME}/memory`, ready: shows("Ada wants amounts rounded half up") },
  { name: "all chats", hash: `${WELCOME}/chats`, ready: shows("Why does the unit suite fail?") },
  { name: "jobs", hash: `${WELCOME}/jobs`, ready: shows("Jobs") },
  { name: "problems", hash: `${WELCOME}/problems`, ready: shows("ist \"description\" gemeint?") },
  { name: "text from elsewhere", hash: `${WELCOME}/elsewhere`, ready: shows("Betroffene Dateien") },
  { name: "proposed hands", hash: `#/space/${encodeURIComponent("/home/ada/notes")}/hands`, ready: async (page) => { await page.getByRole("button", { name: "Handgriffe vorschlagen" }).click(); await page.getByText("weil es keine Lock-Datei gibt").first().waitFor(); } },
  { name: "a hook", hash: `${WELCOME}/hooks/hide-tokens`, ready: shows("und das Skript hat sich geändert") },
  { name: "a run", hash: `${WELCOME}/runs/run-02`, ready: shows("hook guard-git") },
  { name: "an untrusted space", hash: `${THEME_KIT}/chat`, ready: shows("Vertrauen") },
]);
