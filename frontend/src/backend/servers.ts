// What the page may ask of Go about MCP servers, other programs and the forms of servers. A part of Backend; its rules hold.

import type { ClientsView, ConnectAct, ConnectView, FormProblems, FormView, NewTokenView, ProgramView } from "./client-views";
import type { AddedServerView, FoundServersView, ReadServersView, ServerChoiceForm, ServerDraftView, ServerForm } from "./draft-views";
import type { ServerDetailView, ServersView, ServerTestView } from "./server-views";

export interface Servers {
  /** Starts none of them. */
  servers(space: string): Promise<ServersView>;
  /** Starts, in the background, all that can be used: somebody looks at them. */
  startServers(space: string): Promise<ServersView>;
  /** Starts nothing. */
  server(space: string, name: string): Promise<ServerDetailView>;
  /** Starts it anew, or for the first time, and returns at once. */
  restartServer(space: string, name: string): Promise<ServersView>;
  /** Ends its processes; its next use does not start it again. */
  stopServer(space: string, name: string): Promise<ServersView>;
  setServerEnabled(space: string, name: string, enabled: boolean): Promise<ServersView>;
  /** Whether only skills bring its tools up. */
  setServerInternal(space: string, name: string, internal: boolean): Promise<ServersView>;
  /** What it may reach, read and write beyond the space. No words of a network at all = what Handrail takes for such a server. It is started anew. */
  setServerProfile(space: string, name: string, network: string[], read: string[], write: string[]): Promise<ServerDetailView>;
  /** Opens for it, for good, what was refused. */
  allowRefused(space: string, name: string, kind: string, target: string): Promise<ServerDetailView>;
  /** Takes it out of the person's settings. Refused of a space's own. */
  removeServer(space: string, name: string): Promise<ServersView>;
  /** Moves the keys that the settings store in plain text to the keychain. */
  secureServers(space: string): Promise<ServersView>;
  /** Starts it beside what runs, says how each step went, and ends it. At most 30 s. */
  testServer(space: string, name: string): Promise<ServerTestView>;
  /** Opens its page in the browser and waits for the person, at most some minutes. */
  signInServer(space: string, name: string): Promise<ServersView>;
  signOutServer(space: string, name: string): Promise<ServersView>;
  /** Has the person asked at each call of a tool, whatever else says. */
  setServerToolAsk(space: string, name: string, qualified: string, ask: boolean): Promise<ServerDetailView>;
  /** Takes tools as their server declares them now. digests: those that were shown, by tool. All are refused if one of them is another by now. */
  approveServerTools(space: string, name: string, digests: Record<string, string>): Promise<ServerDetailView>;

  /** What would be added. Saves nothing, starts nothing. */
  draftServer(space: string, form: ServerForm): Promise<ServerDraftView>;
  /** Saves it to the person's settings and starts it in the background. Rejects one that cannot be. */
  addServer(space: string, form: ServerForm): Promise<AddedServerView>;
  /** A form filled with a server of the person's settings. Rejects one of the space's own, and says where that stands. */
  savedServer(space: string, name: string): Promise<ServerForm>;
  /** What would become of it: same = nothing would change. Saves nothing. */
  draftChange(space: string, form: ServerForm): Promise<ServerDraftView>;
  /** Saves it in place of what it was filled from, and starts it anew where it ran. What the form does not show stays. */
  changeServer(space: string, form: ServerForm): Promise<AddedServerView>;
  /** Reads servers from a text of any usual shape. */
  readServers(space: string, text: string): Promise<ReadServersView>;
  /** Saves those of a text that are chosen, as addServer does. */
  addReadServers(space: string, text: string, choices: ServerChoiceForm[]): Promise<AddedServerView[]>;
  /** The files of this machine in which other programs keep servers. */
  foundServers(space: string): Promise<FoundServersView[]>;
  /** Saves those of other programs that are chosen, as addServer does. Their files are not touched. */
  importServers(space: string, choices: ServerChoiceForm[]): Promise<AddedServerView[]>;

  programs(space: string): Promise<ProgramView[]>;
  previewConnect(space: string, program: string, act: ConnectAct): Promise<ConnectView>;
  /** Makes just the change with this digest, and keeps the file as it was. Not done if the file is another by then: the
   *  new change comes back. */
  connect(space: string, program: string, act: ConnectAct, digest: string): Promise<ConnectView>;
  clients(): Promise<ClientsView>;
  /** The one time that its text is shown. */
  addClientToken(name: string): Promise<NewTokenView>;
  revokeClientToken(name: string): Promise<ClientsView>;
  /** Ends what a client does now. It may call again. */
  disconnectClient(id: string): Promise<ClientsView>;

  /** All that wait, oldest first. */
  forms(): Promise<FormView[]>;
  /** The window shows it now: its clock starts. */
  formShown(form: string): Promise<FormView>;
  /** Sends the content (a JSON object as text; "" = the page was opened) if it fits; else says what does not, and the
   *  form goes on waiting. */
  answerForm(form: string, content: string): Promise<FormProblems>;
  /** The person does not want to say it. Harmless if it is closed. */
  declineForm(form: string): Promise<void>;
}
