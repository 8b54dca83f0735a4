// The fake's answers about servers and forms.

import type { AppEvent } from "../backend";
import type {
  AddedServerView, FormView, ReadServersView, ServerChoiceForm, ServerDetailView, ServerDraftView, ServerForm, SettingForm, SettingView,
} from "../wire";
import { draft, FOUND, hidden } from "./programs-data";
import type { FakeServers } from "./servers";
import { profileOf } from "./servers-data";

interface Serving {
  servers: FakeServers;
  empty: boolean;
  forms: FormView[];
  tell: (event: AppEvent) => void;
  /** Of tools that are no server's. */
  setToolOff: (path: string, tool: string, off: boolean) => void;
}

const FORM_MS = 300_000;

export function serving({ servers, empty, forms, tell, setToolOff }: Serving) {
  const drafted = (path: string, form: ServerForm): ServerDraftView => {
    const taken = servers.list(path).servers.some(({ name }) => name === form.name);
    const name = taken ? `${form.name}-2` : form.name;
    const setting = (one: SettingForm): SettingView => viewOf(one, name);
    return draft(name, {
      id: form.name, taken: taken ? form.name : "", argv: form.command ? [form.command, ...form.args] : [], url: form.url, folder: form.folder, env: form.env.map(setting), headers: form.headers.map(setting), refused: problemOf(form),
    });
  };
  const changed = (path: string, form: ServerForm): ServerDraftView => {
    const was = savedForm(servers.find(path, form.name));
    const argv = form.command ? [form.command, ...form.args] : [];
    const other = form.command !== was.command || form.url !== was.url || form.args.join("\n") !== was.args.join("\n");
    return draft(form.name, {
      argv, url: form.url, folder: form.folder, env: form.env.map((one) => viewOf(one, form.name)), headers: form.headers.map((one) => viewOf(one, form.name)),
      same: JSON.stringify(form) === JSON.stringify(was) ? form.name : "", refused: form.was === was.was ? problemOf(form) : MEANWHILE,
      warnings: other ? ["With another command, other arguments or another address it is another server: what its tools were when you approved them is forgotten, and they are taken as it lists them next."] : [],
    });
  };
  const form = (id: string) => {
    const found = forms.find((known) => known.id === id);
    if (!found) throw new Error("This form is closed.");
    return found;
  };
  const close = (found: FormView) => {
    forms.splice(forms.indexOf(found), 1);
    tell({ kind: "form", form: { ...found, state: "closed" } });
  };
  return {
    servers: (path: string) => servers.list(path),
    startServers: (path: string) => servers.list(path),
    server: (path: string, name: string) => servers.find(path, name),
    restartServer: (path: string, name: string) => servers.restart(path, name),
    stopServer: (path: string, name: string) => servers.change(path, name, { state: "stopped", reason: "You stopped it." }),
    setServerEnabled: (path: string, name: string, enabled: boolean) => servers.change(path, name, { enabled, state: enabled ? "idle" : "off", reason: "" }),
    setServerInternal: (path: string, name: string, internal: boolean) => servers.change(path, name, { internal }),
    setServerProfile: (path: string, name: string, network: string[], read: string[], write: string[]) => {
      const found = servers.find(path, name);
      found.profile = profileOf(network.length === 0 ? ["registry"] : network, { read, write, own: network.length > 0 });
      return found;
    },
    allowRefused: (path: string, name: string, kind: string, target: string) => {
      const found = servers.find(path, name);
      const { network, read, write } = found.profile;
      found.refused = found.refused.filter((one) => one.target !== target);
      found.profile = profileOf(kind === "reach" ? [...network, target] : network, { own: true, read: kind === "read" ? [...read, target] : read, write: kind === "write" ? [...write, target] : write });
      return found;
    },
    removeServer: (path: string, name: string) => servers.remove(path, name),
    secureServers: (path: string) => servers.list(path),
    testServer: (path: string, name: string) => servers.test(path, name),
    signInServer: (path: string, name: string) => {
      servers.find(path, name).signedIn = true;
      return servers.change(path, name, { state: "ready", reason: "", known: true });
    },
    signOutServer: (path: string, name: string) => {
      servers.find(path, name).signedIn = false;
      return servers.change(path, name, { state: "sign-in", reason: "It wants you to sign in. Press Sign in: its page opens in your browser." });
    },
    setToolOff: (path: string, tool: string, off: boolean) => {
      if (!servers.toolDetail(path, tool)) setToolOff(path, tool, off);
      else servers.changeTool(path, tool, off ? { state: "off", reason: "You switched it off." } : { state: "ready", reason: "" });
    },
    setServerToolAsk: (path: string, _: string, qualified: string, ask: boolean) => servers.changeTool(path, qualified, { ask }),
    approveServerTools: (path: string, name: string, digests: Record<string, string>) => {
      for (const tool of Object.keys(digests)) servers.changeTool(path, `${name}__${tool}`, { state: "ready", reason: "", change: "", difference: "", digest: "" });
      return servers.find(path, name);
    },

    draftServer: drafted,
    addServer: (path: string, one: ServerForm): AddedServerView => {
      const [added] = servers.add(path, [drafted(path, one)], one.internal);
      if (!added) throw new Error("It was not added.");
      return added;
    },
    savedServer: (path: string, name: string) => savedForm(servers.find(path, name)),
    draftChange: changed,
    changeServer: (path: string, one: ServerForm): AddedServerView => {
      const { refused, argv, url, folder, env, headers } = changed(path, one);
      const done = { id: "", name: one.name, why: refused, secrets: [], missing: [] };
      if (refused) return { ...done, outcome: "refused" };
      Object.assign(servers.find(path, one.name), { argv, url, folder, env, headers, transport: one.transport, timeoutSeconds: one.timeoutSeconds || 60 });
      servers.change(path, one.name, { internal: one.internal, kind: url ? "remote" : "program", target: url || argv.join(" "), reason: "" });
      servers.restart(path, one.name);
      return { ...done, outcome: "changed" };
    },
    readServers: (path: string, text: string) => readServers(text, (one) => drafted(path, one)),
    addReadServers: (path: string, text: string, choices: ServerChoiceForm[]) => chosen(readServers(text, (one) => drafted(path, one)).drafts, choices, (drafts, internal) => servers.add(path, drafts, internal)),
    foundServers: () => (empty ? [] : FOUND),
    importServers: (path: string, choices: ServerChoiceForm[]) => chosen(FOUND.flatMap(({ drafts }) => drafts), choices, (drafts, internal) => servers.add(path, drafts, internal)),

    forms: () => forms,
    formShown: (id: string) => {
      const found = form(id);
      if (!found.expires) found.expires = new Date(Date.now() + FORM_MS).toISOString();
      tell({ kind: "form", form: found });
      return found;
    },
    answerForm: (id: string, content: string) => {
      const found = form(id);
      if (found.schema) {
        const { required = [] } = JSON.parse(found.schema) as { required?: string[] };
        const given = JSON.parse(content) as Record<string, unknown>;
        const missing = required.filter((name) => given[name] === undefined);
        if (missing.length > 0) return missing.map((name) => ({ path: `/${name}`, message: "is needed" }));
      }
      close(found);
      return [];
    },
    declineForm: (id: string) => close(form(id)),
  };
}

const MEANWHILE = "The server changed meanwhile. Refresh and try again.";

function viewOf(one: SettingForm, server: string): SettingView {
  if (!one.secret) return { name: one.name, value: one.value, hidden: false, secret: "" };
  return hidden(one.name, (one.value === "" && one.kept) || `${server}-${one.name.toLowerCase()}${one.kept && "-2"}`);
}

/** The form of a server that is there. */
function savedForm({ server, argv, url, transport, folder, env, headers, timeoutSeconds }: ServerDetailView): ServerForm {
  if (server.from === "space") throw new Error(`The server "${server.name}" stands in ${server.file} of this space: change it there, by hand.`);
  const [command = "", ...args] = argv;
  const setting = ({ name, value, hidden: secret, secret: kept }: SettingView): SettingForm => ({ name, value, secret, keeps: secret ? name : "", kept, around: secret && name === "Authorization" ? "Bearer …" : "" });
  const filled = { name: server.name, command, args, folder, env: env.map(setting), url, transport, headers: headers.map(setting), internal: server.internal, network: [], read: [], write: [], timeoutSeconds: timeoutSeconds === 60 ? 0 : timeoutSeconds };
  return { ...filled, was: JSON.stringify(filled) };
}

function chosen(drafts: ServerDraftView[], choices: ServerChoiceForm[], add: (drafts: ServerDraftView[], internal: boolean) => AddedServerView[]): AddedServerView[] {
  return choices.flatMap(({ id, name, internal }) => add(drafts.filter((one) => one.id === id).map((one) => ({ ...one, name: name || one.name })), internal));
}

function problemOf({ name, command, url }: ServerForm): string {
  if (!/^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?$/.test(name) || name.includes("__")) return `The name "${name}" cannot be used: letters, digits and dashes, such as my-server.`;
  if (!command && !url) return "It has neither a command nor a URL: give it one of them.";
  if (url && !/^https?:\/\/\S+$/.test(url)) return `Its URL "${url}" is no address: write one that begins with https:// or http://.`;
  return "";
}

interface Entry {
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
}

function readServers(text: string, make: (form: ServerForm) => ServerDraftView): ReadServersView {
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length);
    const before = text.slice(0, at).split("\n");
    return { drafts: [], notes: [], line: before.length, column: (before.at(-1)?.length ?? 0) + 1, problem: "This is not JSON here. A comma or a quote may be missing." };
  }
  const entries = (read.mcpServers ?? read.servers ?? read) as Record<string, Entry>;
  const setting = ([name, value]: [string, string]) => ({ name, value, keeps: "", kept: "", around: "", secret: /KEY|TOKEN|SECRET|PASSWORD|Authorization/i.test(name) });
  const drafts = Object.entries(entries).map(([name, entry]) =>
    make({
      name, command: entry.command ?? "", args: entry.args ?? [], folder: "", env: Object.entries(entry.env ?? {}).map(setting), url: entry.url ?? "", transport: "",
      headers: Object.entries(entry.headers ?? {}).map(setting), internal: false, network: [], read: [], write: [], timeoutSeconds: 0, was: "",
    }),
  );
  return { drafts, problem: "", line: 0, column: 0, notes: [] };
}

/** Forms of every kind, oldest first. */
export function formsOf(): FormView[] {
  const plain = { call: "", space: "/home/ada/welcome", spaceName: "Welcome", warning: "", url: "", host: "", expires: "", state: "waiting" } as const;
  return [
    {
      ...plain, id: "form-1", server: "tracker", tool: "tracker__close_issue", message: "Which label should closed issues get?\n<b>Nothing</b> is closed before you answer.",
      schema: JSON.stringify({
        type: "object", required: ["label", "notify"],
        properties: {
          label: { type: "string", title: "Label", description: "As it is shown on the board.", enum: ["done", "wontfix", "duplicate"] },
          notify: { type: "boolean", title: "Tell the reporter", default: true }, days: { type: "integer", title: "Reopen after days", minimum: 1, maximum: 90 }, note: { type: "string", title: "A note" },
        },
      }),
    },
    { ...plain, id: "form-2", server: "github", tool: "", message: "Allow this app to see your private repositories.", schema: "", url: "https://github.example.com/login/device?code=AB12-CD34", host: "github.example.com" },
  ];
}
