// The backend of the real window: Go, through the functions that Wails binds into the page.
// Nothing but this file knows Wails.

import { EVENT_NAME, type AppEvent, type Backend } from "./backend";
import { texts } from "../words/states";

type Local = "listen" | "copy" | "openURL";

/** The functions of Go's package window, with a capital; Wails binds them struct by struct. */
type Bound = { [K in Exclude<keyof Backend, Local> as Capitalize<K>]: Backend[K] };

interface Runtime {
  EventsOn(name: string, hear: (payload: AppEvent) => void): () => void;
  ClipboardSetText(text: string): Promise<boolean>;
  BrowserOpenURL(url: string): void;
}

declare global {
  interface Window {
    go?: { window: Record<string, Partial<Bound>> };
    runtime?: Runtime;
  }
}

/** Undefined in a plain browser. */
export function wailsBackend(): Backend | undefined {
  const structs = window.go?.window;
  const runtime = window.runtime;
  if (!structs || !runtime) return undefined;
  const app = Object.assign({}, ...Object.values(structs)) as Bound;

  // Wails rejects with the bare text of a Go error; the page expects an Error.
  const call = <A extends unknown[], R>(bound: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => bound(...args).catch((reason: unknown) => {
      throw reason instanceof Error ? reason : new Error(String(reason));
    });

  return {
    listen: (hear) => runtime.EventsOn(EVENT_NAME, hear),
    copy: async (text) => {
      if (!(await runtime.ClipboardSetText(text))) throw new Error(texts.clipboard);
    },
    openURL: (url) => {
      runtime.BrowserOpenURL(url);
      return Promise.resolve();
    },
    about: call(app.About),
    doctor: call(app.Doctor),
    spaces: call(app.Spaces),
    pickSpace: call(app.PickSpace),
    openSpace: call(app.OpenSpace),
    removeSpace: call(app.RemoveSpace),
    problems: call(app.Problems),
    inventory: call(app.Inventory),
    trustSpace: call(app.TrustSpace),
    sessions: call(app.Sessions),
    newSession: call(app.NewSession),
    setModel: call(app.SetModel),
    sessionEvents: call(app.SessionEvents),
    send: call(app.Send),
    cancelRun: call(app.CancelRun),
    questions: call(app.Questions),
    questionShown: call(app.QuestionShown),
    answer: call(app.Answer),
    previewAnswer: call(app.PreviewAnswer),
    inFront: call(app.InFront),
    rules: call(app.Rules),
    addRule: call(app.AddRule),
    removeRule: call(app.RemoveRule),
    setBuiltin: call(app.SetBuiltin),
    tryRules: call(app.TryRules),
    grants: call(app.Grants),
    revoke: call(app.Revoke),
    tools: call(app.Tools),
    tool: call(app.Tool),
    preview: call(app.Preview),
    tryTool: call(app.TryTool),
    cancelCall: call(app.CancelCall),
    hands: call(app.Hands),
    checkHands: call(app.CheckHands),
    resolveHand: call(app.ResolveHand),
    tryPattern: call(app.TryPattern),
    saveHands: call(app.SaveHands),
    handHistory: call(app.HandHistory),
    proposeHands: call(app.ProposeHands),
    walls: call(app.Walls),
    checkNetwork: call(app.CheckNetwork),
    setNetwork: call(app.SetNetwork),
    revokeNetwork: call(app.RevokeNetwork),
    revokeGrant: call(app.RevokeGrant),
    jobs: call(app.Jobs),
    stopJob: call(app.StopJob),
    output: call(app.Output),
    runs: call(app.Runs),
    run: call(app.Run),
    runEvents: call(app.RunEvents),
    exportRun: call(app.ExportRun),
    hooks: call(app.Hooks),
    setHookEnabled: call(app.SetHookEnabled),
    testHook: call(app.TestHook),
    replay: call(app.Replay),
    callRecord: call(app.CallRecord),
    ruleFromCall: call(app.RuleFromCall),
    toolsFor: call(app.ToolsFor),
    setToolOff: call(app.SetToolOff),
    changes: call(app.Changes),
    approveChanges: call(app.ApproveChanges),
    restoreChange: call(app.RestoreChange),
    reloadSpace: call(app.ReloadSpace),
    distrustSpace: call(app.DistrustSpace),
    setOwnSpace: call(app.SetOwnSpace),
    secrets: call(app.Secrets),
    setSecret: call(app.SetSecret),
    removeSecret: call(app.RemoveSecret),
    servers: call(app.Servers),
    startServers: call(app.StartServers),
    server: call(app.Server),
    restartServer: call(app.RestartServer),
    stopServer: call(app.StopServer),
    setServerEnabled: call(app.SetServerEnabled),
    setServerInternal: call(app.SetServerInternal),
    setServerProfile: call(app.SetServerProfile),
    allowRefused: call(app.AllowRefused),
    removeServer: call(app.RemoveServer),
    secureServers: call(app.SecureServers),
    testServer: call(app.TestServer),
    signInServer: call(app.SignInServer),
    signOutServer: call(app.SignOutServer),
    setServerToolAsk: call(app.SetServerToolAsk),
    approveServerTools: call(app.ApproveServerTools),
    draftServer: call(app.DraftServer),
    savedServer: call(app.SavedServer),
    draftChange: call(app.DraftChange),
    changeServer: call(app.ChangeServer),
    readServers: call(app.ReadServers),
    foundServers: call(app.FoundServers),
    addServer: call(app.AddServer),
    addReadServers: call(app.AddReadServers),
    importServers: call(app.ImportServers),
    programs: call(app.Programs),
    previewConnect: call(app.PreviewConnect),
    connect: call(app.Connect),
    clients: call(app.Clients),
    addClientToken: call(app.AddClientToken),
    revokeClientToken: call(app.RevokeClientToken),
    disconnectClient: call(app.DisconnectClient),
    skills: call(app.Skills),
    setMode: call(app.SetMode),
    picture: call(app.Picture),
    forms: call(app.Forms),
    formShown: call(app.FormShown),
    answerForm: call(app.AnswerForm),
    declineForm: call(app.DeclineForm),
    settings: call(app.Settings),
    setTheme: call(app.SetTheme),
    setDefaultModel: call(app.SetDefaultModel),
    localServers: call(app.LocalServers),
    addProvider: call(app.AddProvider),
    removeProvider: call(app.RemoveProvider),
  };
}
