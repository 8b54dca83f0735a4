// The fake's answers about servers and forms.

import type { AppEvent } from "../backend";
import type { AddedServerView, FormView, RefusedView, ServerChoiceForm, ServerDraftView, ServerForm } from "../wire";
import type { RecordedSpaces } from "./recorded";
import type { FakeServers } from "./servers";

interface Serving {
  servers: FakeServers;
  recorded: RecordedSpaces;
  empty: boolean;
  forms: FormView[];
  tell: (event: AppEvent) => void;
  /** Of tools that are no server's. */
  setToolOff: (path: string, tool: string, off: boolean) => void;
}

const FORM_MS = 300_000;

export function serving({ servers, recorded, empty, forms, tell, setToolOff }: Serving) {
  const form = (id: string) => {
    const found = forms.find((known) => known.id === id);
    if (!found) throw new Error("This form is closed.");
    return found;
  };
  const close = (found: FormView) => {
    forms.splice(forms.indexOf(found), 1);
    tell({ kind: "form", form: { ...found, state: "closed" } });
  };
  /** Servers are added one by one, each by what is recorded of it. */
  const add = (path: string, drafts: ServerDraftView[], choices: ServerChoiceForm[], one: (name: string, choice: ServerChoiceForm) => AddedServerView[]) =>
    choices.flatMap((choice) => {
      const { name = "" } = drafts.find(({ id }) => id === choice.id) ?? {};
      const added = one(name, choice);
      servers.start(path, name);
      return added;
    });
  return {
    servers: (path: string) => servers.list(path),
    startServers: (path: string) => servers.list(path),
    secureServers: (path: string) => servers.list(path),
    server: (path: string, name: string) => servers.find(path, name),
    restartServer: (path: string, name: string) => {
      servers.act("restartServer", name, path, name);
      return servers.start(path, name);
    },
    stopServer: (path: string, name: string) => servers.act("stopServer", name, path, name),
    setServerEnabled: (path: string, name: string, enabled: boolean) => servers.act("setServerEnabled", name, path, name, enabled),
    setServerInternal: (path: string, name: string, internal: boolean) => servers.act("setServerInternal", name, path, name, internal),
    setServerProfile: (path: string, name: string, network: string[], read: string[], write: string[]) => {
      servers.act("setServerProfile", name, path, name, network, read, write);
      return servers.find(path, name);
    },
    allowRefused: (path: string, name: string, kind: RefusedView["kind"], target: string) => {
      servers.act("allowRefused", name, path, name, kind, target);
      return servers.find(path, name);
    },
    removeServer: (path: string, name: string) => servers.act("removeServer", name, path, name),
    testServer: (path: string, name: string) => recorded.playAbout(name, "testServer", path, name),
    signInServer: (path: string, name: string) => servers.act("signInServer", name, path, name),
    signOutServer: (path: string, name: string) => servers.act("signOutServer", name, path, name),
    setToolOff: (path: string, tool: string, off: boolean) => {
      if (!servers.toolDetail(path, tool)) setToolOff(path, tool, off);
      else servers.act("setToolOff", tool.split("__")[0] ?? "", path, tool, off);
    },
    setServerToolAsk: (path: string, name: string, tool: string, ask: boolean) => {
      servers.act("setServerToolAsk", name, path, name, tool, ask);
      return servers.find(path, name);
    },
    approveServerTools: (path: string, name: string, digests: Record<string, string>) => {
      servers.act("approveServerTools", name, path, name, digests);
      return servers.find(path, name);
    },
    approveServerProgram: (path: string, name: string, digest: string) => {
      servers.act("approveServerProgram", name, path, name, digest);
      return servers.find(path, name);
    },

    draftServer: (path: string, one: ServerForm) => recorded.play("draftServer", path, one),
    addServer: (path: string, one: ServerForm) => {
      const added = recorded.playAbout(one.name, "addServer", path, one);
      servers.start(path, one.name);
      return added;
    },
    savedServer: (path: string, name: string) => recorded.playAbout(name, "savedServer", path, name),
    draftChange: (path: string, one: ServerForm) => recorded.playAbout(one.name, "draftChange", path, one),
    changeServer: (path: string, one: ServerForm) => recorded.playAbout(one.name, "changeServer", path, one),
    readServers: (path: string, text: string) => recorded.play("readServers", path, text),
    addReadServers: (path: string, text: string, choices: ServerChoiceForm[]) =>
      add(path, recorded.play("readServers", path, text).drafts, choices, (name, choice) => recorded.playAbout(name, "addReadServers", path, text, [choice])),
    foundServers: (path: string) => (empty ? [] : recorded.play("foundServers", path)),
    importServers: (path: string, choices: ServerChoiceForm[]) =>
      add(path, recorded.play("foundServers", path).flatMap(({ drafts }) => drafts), choices, (name, choice) => recorded.playAbout(name, "importServers", path, [choice])),

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
