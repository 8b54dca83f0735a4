export namespace definitions {
	
	export enum Kind {
	    Agent = "agent",
	    Hands = "hands",
	    Hooks = "hooks",
	    Manifest = "manifest",
	    Rules = "rules",
	    Skill = "skill",
	    Tool = "tool",
	}
	export enum StartID {
	    Agent = "agent",
	    HookFormat = "hook-format",
	    HookNote = "hook-note",
	    HookRefuse = "hook-refuse",
	    Manifest = "manifest",
	    Rules = "rules",
	    Skill = "skill",
	    Tool = "tool",
	}

}

export namespace guard {
	
	export enum Mode {
	    Ask = "ask",
	    ReadOnly = "read-only",
	    Rehearse = "rehearse",
	    Workspace = "workspace",
	}
	export enum Outcome {
	    Allow = "allow",
	    Ask = "ask",
	    Deny = "deny",
	}

}

export namespace history {
	
	export enum CallState {
	    GoingOn = "going on",
	    Ran = "ran",
	    Refused = "refused",
	    Unknown = "unknown",
	    WaitingForAnAnswer = "waiting for an answer",
	}

}

export namespace holdings {
	
	export enum Part {
	    Caches = "caches",
	    Changes = "changes",
	    Other = "other",
	    Output = "output",
	    Pictures = "pictures",
	    Record = "record",
	    Rehearsals = "rehearsals",
	    Servers = "servers",
	}

}

export namespace hookstate {
	
	export enum State {
	    Broken = "broken",
	    HeldBack = "held-back",
	    Off = "off",
	    Ready = "ready",
	    Untrusted = "untrusted",
	}

}

export namespace journal {
	
	export enum Fate {
	    Again = "again",
	    Happened = "happened",
	    Repeated = "repeated",
	    Stop = "stop",
	}
	export enum Kind {
	    Allowed = "allowed",
	    Asked = "asked",
	    Blocked = "blocked",
	    Called = "called",
	    Changed = "changed",
	    Declined = "declined",
	    Ended = "ended",
	    Expired = "expired",
	    Finished = "finished",
	    Halted = "halted",
	    Output = "output",
	    Problem = "problem",
	    Prompted = "prompted",
	    Replied = "replied",
	    Resumed = "resumed",
	    Returned = "returned",
	    Snapshot = "snapshot",
	    Started = "started",
	    Titled = "titled",
	    Undone = "undone",
	}
	export enum Origin {
	    Chat = "chat",
	    Cli = "cli",
	    Mcp = "mcp",
	    Page = "page",
	    Try = "try",
	}
	export enum RunState {
	    Cancelled = "cancelled",
	    Done = "done",
	    Failed = "failed",
	    Halted = "halted",
	    Running = "running",
	    Unknown = "unknown",
	}

}

export namespace machines {
	
	export enum Link {
	    Connected = "connected",
	    Connecting = "connecting",
	    Failing = "failing",
	    Unset = "unset",
	}
	export enum Stage {
	    Comparing = "comparing",
	    Confirmed = "confirmed",
	    Failed = "failed",
	    Inviting = "inviting",
	    Joining = "joining",
	    None = "none",
	    Paired = "paired",
	    Reaching = "reaching",
	}

}

export namespace models {
	
	export enum ProviderState {
	    Checking = "checking",
	    NoKey = "no-key",
	    Ready = "ready",
	    Unreachable = "unreachable",
	}

}

export namespace news {
	
	export enum DialogState {
	    Coming = "coming",
	    None = "",
	    Open = "open",
	}
	export enum EventKind {
	    Clients = "clients",
	    Closing = "closing",
	    Delta = "delta",
	    Form = "form",
	    Journal = "journal",
	    Link = "link",
	    Notice = "notice",
	    Open = "open",
	    Output = "output",
	    Question = "question",
	    Servers = "servers",
	    Session = "session",
	    Space = "space",
	}
	export enum QuestionState {
	    Allowed = "allowed",
	    Declined = "declined",
	    Expired = "expired",
	    Waiting = "waiting",
	    Withdrawn = "withdrawn",
	}

}

export namespace proxies {
	
	export enum Source {
	    Direct = "direct",
	    Environment = "environment",
	    Settings = "settings",
	}

}

export namespace serving {
	
	export enum Via {
	    App = "app",
	    Http = "http",
	    Stdio = "stdio",
	}

}

export namespace settings {
	
	export enum Dialogs {
	    Always = "always",
	    Away = "away",
	    Never = "never",
	    Usual = "usual",
	}

}

export namespace skills {
	
	export enum State {
	    Broken = "broken",
	    Gone = "gone",
	    HeldBack = "held-back",
	    Old = "old",
	    Ready = "ready",
	    Untrusted = "untrusted",
	}

}

export namespace tools {
	
	export enum CallerKind {
	    Agent = "agent",
	    Mcp = "mcp",
	    Page = "page",
	    Person = "person",
	}
	export enum ClauseCode {
	    All = "all",
	    AlwaysAsks = "always-asks",
	    AlwaysEverywhere = "always-everywhere",
	    AlwaysMinutes = "always-minutes",
	    AlwaysSession = "always-session",
	    AlwaysSpace = "always-space",
	    AmountCalls = "amount-calls",
	    AmountDollars = "amount-dollars",
	    AmountMinutes = "amount-minutes",
	    AmountOne = "amount-one",
	    AmountOneToken = "amount-one-token",
	    AmountSeconds = "amount-seconds",
	    AmountTokens = "amount-tokens",
	    And = "and",
	    AskCapDay = "ask-cap-day",
	    AskCapRun = "ask-cap-run",
	    AskCapSpace = "ask-cap-space",
	    AskDash = "ask-dash",
	    AskGit = "ask-git",
	    AskHeaders = "ask-headers",
	    AskKeep = "ask-keep",
	    AskKeepMore = "ask-keep-more",
	    AskMail = "ask-mail",
	    AskNew = "ask-new",
	    AskOpened = "ask-opened",
	    AskPage = "ask-page",
	    AskPaste = "ask-paste",
	    AskPlanted = "ask-planted",
	    AskReach = "ask-reach",
	    AskRegister = "ask-register",
	    AskRegistries = "ask-registries",
	    AskRequest = "ask-request",
	    AskScripts = "ask-scripts",
	    AskSecrets = "ask-secrets",
	    Bomb = "bomb",
	    BombName = "bomb-name",
	    Both = "both",
	    BuildsReach = "builds-reach",
	    Call = "call",
	    Cap = "cap",
	    ChangedAct = "changed-act",
	    ChangesLater = "changes-later",
	    ChangesNothing = "changes-nothing",
	    ChangesRights = "changes-rights",
	    CoverCalls = "cover-calls",
	    CoverCommands = "cover-commands",
	    CoverExactly = "cover-exactly",
	    CoverFolder = "cover-folder",
	    CoverHost = "cover-host",
	    CoverMessages = "cover-messages",
	    CoverServer = "cover-server",
	    Delete = "delete",
	    DeleteAll = "delete-all",
	    DeleteEmpty = "delete-empty",
	    DeleteFile = "delete-file",
	    DeleteFiles = "delete-files",
	    DeleteFolder = "delete-folder",
	    DeleteMatching = "delete-matching",
	    DeleteRows = "delete-rows",
	    DeletesAfar = "deletes-afar",
	    DeletesAll = "deletes-all",
	    DeletesDatabase = "deletes-database",
	    DeletesFolders = "deletes-folders",
	    DeletesKeys = "deletes-keys",
	    DeletesOutside = "deletes-outside",
	    DeletesSpace = "deletes-space",
	    DeletesUnasked = "deletes-unasked",
	    Device = "device",
	    DoMore = "do-more",
	    DoUnknown = "do-unknown",
	    DoubtAfar = "doubt-afar",
	    DoubtCalculates = "doubt-calculates",
	    DoubtCodeStarts = "doubt-code-starts",
	    DoubtContainer = "doubt-container",
	    DoubtEditor = "doubt-editor",
	    DoubtFed = "doubt-fed",
	    DoubtFedAfar = "doubt-fed-afar",
	    DoubtFedCode = "doubt-fed-code",
	    DoubtFileLater = "doubt-file-later",
	    DoubtFunction = "doubt-function",
	    DoubtGitElsewhere = "doubt-git-elsewhere",
	    DoubtGitRuns = "doubt-git-runs",
	    DoubtKept = "doubt-kept",
	    DoubtLater = "doubt-later",
	    DoubtMake = "doubt-make",
	    DoubtMore = "doubt-more",
	    DoubtName = "doubt-name",
	    DoubtOtherCode = "doubt-other-code",
	    DoubtParallel = "doubt-parallel",
	    DoubtReads = "doubt-reads",
	    DoubtRunsProgram = "doubt-runs-program",
	    DoubtScript = "doubt-script",
	    DoubtScriptNamed = "doubt-script-named",
	    DoubtSed = "doubt-sed",
	    DoubtSets = "doubt-sets",
	    DoubtStatements = "doubt-statements",
	    Drop = "drop",
	    DropsDocuments = "drops-documents",
	    Elsewhere = "elsewhere",
	    ElsewhereRefused = "elsewhere-refused",
	    EmptiesDatabase = "empties-database",
	    EndsAll = "ends-all",
	    EveryChange = "every-change",
	    FetchElsewhere = "fetch-elsewhere",
	    GitAlias = "git-alias",
	    GitConfig = "git-config",
	    GitElsewhere = "git-elsewhere",
	    GitInclude = "git-include",
	    GitMirror = "git-mirror",
	    GitRuns = "git-runs",
	    GitSetting = "git-setting",
	    GitUnknown = "git-unknown",
	    HostCount = "host-count",
	    InRepository = "in-repository",
	    KnownLater = "known-later",
	    KnownOnly = "known-only",
	    LetPrograms = "let-programs",
	    LetReach = "let-reach",
	    LetReachAll = "let-reach-all",
	    LetReachPorts = "let-reach-ports",
	    LetSession = "let-session",
	    LetSpace = "let-space",
	    List = "list",
	    MayReadSecrets = "may-read-secrets",
	    More = "more",
	    MoreHosts = "more-hosts",
	    NamesSecrets = "names-secrets",
	    NoFileWalls = "no-file-walls",
	    NoWalls = "no-walls",
	    OfClipboard = "of-clipboard",
	    OfFile = "of-file",
	    OfKept = "of-kept",
	    OfProgram = "of-program",
	    OfSearch = "of-search",
	    OfServer = "of-server",
	    OfUnknown = "of-unknown",
	    OfWeb = "of-web",
	    OnlyReading = "only-reading",
	    OverwritesDisk = "overwrites-disk",
	    PathChange = "path-change",
	    PathRead = "path-read",
	    PowersOff = "powers-off",
	    PrintsEnvironment = "prints-environment",
	    PrintsKeychain = "prints-keychain",
	    PrintsSecret = "prints-secret",
	    PushMayOverwrite = "push-may-overwrite",
	    PushOverwrites = "push-overwrites",
	    PushUnknown = "push-unknown",
	    PutTogether = "put-together",
	    Reach = "reach",
	    Reaches = "reaches",
	    Read = "read",
	    ReadOnly = "read-only",
	    ReadsSecrets = "reads-secrets",
	    Registries = "registries",
	    Rehearsed = "rehearsed",
	    Rehearses = "rehearses",
	    Remote = "remote",
	    Reread = "reread",
	    Revoked = "revoked",
	    RevokedMeanwhile = "revoked-meanwhile",
	    RuleAsks = "rule-asks",
	    RuleDenies = "rule-denies",
	    Run = "run",
	    RunCalls = "run-calls",
	    RunChanged = "run-changed",
	    RunKeep = "run-keep",
	    RunOnce = "run-once",
	    RunPage = "run-page",
	    RunRehearse = "run-rehearse",
	    RunUndo = "run-undo",
	    RunsProgram = "runs-program",
	    Schedules = "schedules",
	    SecretLike = "secret-like",
	    SecretMarked = "secret-marked",
	    SecretSent = "secret-sent",
	    Self = "self",
	    SelfAnswers = "self-answers",
	    Send = "send",
	    Sends = "sends",
	    ServerChanges = "server-changes",
	    ServerReaches = "server-reaches",
	    Stays = "stays",
	    StaysButOpen = "stays-but-open",
	    StaysButReaches = "stays-but-reaches",
	    Stop = "stop",
	    StopsMachine = "stops-machine",
	    TextCap = "text-cap",
	    TextGit = "text-git",
	    TextLeft = "text-left",
	    TextLeftLate = "text-left-late",
	    TextLeftMine = "text-left-mine",
	    TextReach = "text-reach",
	    TextReachMany = "text-reach-many",
	    TextReachMore = "text-reach-more",
	    TextRegistries = "text-registries",
	    TitleAskFiles = "title-ask-files",
	    TitleAskPlace = "title-ask-place",
	    TitleAskQuestion = "title-ask-question",
	    TitleAskSecret = "title-ask-secret",
	    TitleAskText = "title-ask-text",
	    TitleBeginMail = "title-begin-mail",
	    TitleCopy = "title-copy",
	    TitleCreateFile = "title-create-file",
	    TitleEditFile = "title-edit-file",
	    TitleFindFiles = "title-find-files",
	    TitleFindTools = "title-find-tools",
	    TitleHandsSchema = "title-hands-schema",
	    TitleKeepCall = "title-keep-call",
	    TitleKeepChat = "title-keep-chat",
	    TitleListFolder = "title-list-folder",
	    TitleListHands = "title-list-hands",
	    TitleListTree = "title-list-tree",
	    TitleNotify = "title-notify",
	    TitleOpenFile = "title-open-file",
	    TitleOpenPage = "title-open-page",
	    TitlePaste = "title-paste",
	    TitlePatchFile = "title-patch-file",
	    TitlePatchFiles = "title-patch-files",
	    TitlePrompt = "title-prompt",
	    TitlePutBack = "title-put-back",
	    TitlePutBackOne = "title-put-back-one",
	    TitleReadFile = "title-read-file",
	    TitleReadJob = "title-read-job",
	    TitleReadMemory = "title-read-memory",
	    TitleRegister = "title-register",
	    TitleReloadHands = "title-reload-hands",
	    TitleRemember = "title-remember",
	    TitleResource = "title-resource",
	    TitleRewriteMemory = "title-rewrite-memory",
	    TitleRun = "title-run",
	    TitleRunBehind = "title-run-behind",
	    TitleSearchFiles = "title-search-files",
	    TitleSearchMemory = "title-search-memory",
	    TitleSearchWeb = "title-search-web",
	    TitleSend = "title-send",
	    TitleSendTo = "title-send-to",
	    TitleShowMessage = "title-show-message",
	    TitleStopJob = "title-stop-job",
	    TitleTask = "title-task",
	    TitleUseSkill = "title-use-skill",
	    TitleValues = "title-values",
	    TitleWriteFile = "title-write-file",
	    Told = "told",
	    Touches = "touches",
	    Truncate = "truncate",
	    Unanswered = "unanswered",
	    Undecided = "undecided",
	    Uneditable = "uneditable",
	    Unheld = "unheld",
	    Unkept = "unkept",
	    UnknownEffect = "unknown-effect",
	    UnknownMode = "unknown-mode",
	    Unread = "unread",
	    UnreadBraces = "unread-braces",
	    UnreadBrackets = "unread-brackets",
	    UnreadDollar = "unread-dollar",
	    UnreadFile = "unread-file",
	    UnreadFolders = "unread-folders",
	    UnreadFunctions = "unread-functions",
	    UnreadLines = "unread-lines",
	    UnreadList = "unread-list",
	    UnreadLong = "unread-long",
	    UnreadLoopWords = "unread-loop-words",
	    UnreadLoops = "unread-loops",
	    UnreadNoShell = "unread-no-shell",
	    UnreadPattern = "unread-pattern",
	    UnreadPiped = "unread-piped",
	    UnreadPrograms = "unread-programs",
	    UnreadReserved = "unread-reserved",
	    UnreadShells = "unread-shells",
	    UnreadVariable = "unread-variable",
	    UnreadWork = "unread-work",
	    Unsaid = "unsaid",
	    Untrusted = "untrusted",
	    Unusable = "unusable",
	    Unwalled = "unwalled",
	    WayAddress = "way-address",
	    WayClipboard = "way-clipboard",
	    WayDocument = "way-document",
	    WayMail = "way-mail",
	    WayMemory = "way-memory",
	    WayPlant = "way-plant",
	    WayPreview = "way-preview",
	    WayPrograms = "way-programs",
	    WayReaders = "way-readers",
	    WayRemembered = "way-remembered",
	    WayScript = "way-script",
	    WayServer = "way-server",
	    WayServerTo = "way-server-to",
	    Words = "words",
	    Write = "write",
	    YesGoOn = "yes-go-on",
	    YesHere = "yes-here",
	    YesKeep = "yes-keep",
	    YesOnce = "yes-once",
	}
	export enum Danger {
	    High = "high",
	    Moderate = "moderate",
	    Safe = "safe",
	}
	export enum DeciderKind {
	    Builtin = "builtin",
	    Change = "change",
	    Confirm = "confirm",
	    Flag = "flag",
	    Grant = "grant",
	    Hook = "hook",
	    Mode = "mode",
	    Nobody = "nobody",
	    None = "",
	    Person = "person",
	    Program = "program",
	    Rule = "rule",
	}
	export enum EffectKind {
	    Call = "call",
	    Delete = "delete",
	    Reach = "reach",
	    Read = "read",
	    Run = "run",
	    Send = "send",
	    Stop = "stop",
	    Write = "write",
	}
	export enum State {
	    Blocked = "blocked",
	    Disabled = "disabled",
	    HeldBack = "held-back",
	    Ready = "ready",
	    Rejected = "rejected",
	    Shadowed = "shadowed",
	    Unavailable = "unavailable",
	}

}

export namespace trust {
	
	export enum Level {
	    NoneNeeded = "none-needed",
	    Trusted = "trusted",
	    Untrusted = "untrusted",
	}

}

export namespace undo {
	
	export enum State {
	    Already = "already",
	    Conflict = "conflict",
	    Kept = "kept",
	    Lost = "lost",
	    Ready = "ready",
	}

}

export namespace window {
	
	export enum AddOutcome {
	    Added = "added",
	    Changed = "changed",
	    Refused = "refused",
	    Same = "same",
	}
	export enum AnswerKind {
	    Allowed = "allowed",
	    Changed = "changed",
	    Declined = "declined",
	    Expired = "expired",
	    None = "",
	}
	export enum CallStatus {
	    Complete = "complete",
	    Incomplete = "incomplete",
	    RequiresAction = "requires-action",
	    Running = "running",
	}
	export enum ChangeKind {
	    Changed = "changed",
	    Gone = "gone",
	    New = "new",
	}
	export enum CheckState {
	    Error = "error",
	    Off = "off",
	    Ok = "ok",
	    Warning = "warning",
	}
	export enum ConnectAct {
	    Connect = "connect",
	    Disconnect = "disconnect",
	    Undo = "undo",
	}
	export enum Decision {
	    Ask = "ask",
	    Deny = "deny",
	    Run = "run",
	}
	export enum ExportFormat {
	    Csv = "csv",
	    Jsonl = "jsonl",
	}
	export enum Fate {
	    Allow = "allow",
	    Ask = "ask",
	    Blocked = "blocked",
	    Changed = "changed",
	    Deny = "deny",
	    Invalid = "invalid",
	    NotFound = "not_found",
	    Stopped = "stopped",
	}
	export enum FormState {
	    Closed = "closed",
	    Waiting = "waiting",
	}
	export enum GrantKind {
	    Act = "act",
	    Network = "network",
	    Path = "path",
	}
	export enum HookFormat {
	    Claude = "claude",
	    Handrail = "handrail",
	}
	export enum HookInput {
	    Env = "env",
	    Stdin = "stdin",
	}
	export enum HookOutcome {
	    Asks = "asks",
	    Blocks = "blocks",
	    Changes = "changes",
	    Passes = "passes",
	    Skips = "skips",
	    Stops = "stops",
	    Warns = "warns",
	}
	export enum HookPhase {
	    None = "",
	    PostTool = "post_tool",
	    PreTool = "pre_tool",
	}
	export enum ItemKind {
	    Agent = "agent",
	    File = "file",
	    Hand = "hand",
	    Hook = "hook",
	    Manifest = "manifest",
	    Memory = "memory",
	    Page = "page",
	    Rules = "rules",
	    Server = "server",
	    Skill = "skill",
	    Tool = "tool",
	}
	export enum JobState {
	    Done = "done",
	    Failed = "failed",
	    Left = "left",
	    Running = "running",
	    Stopped = "stopped",
	}
	export enum Level {
	    Error = "error",
	    Info = "info",
	    Warning = "warning",
	}
	export enum Owner {
	    Person = "person",
	    Space = "space",
	}
	export enum ProgramState {
	    Broken = "broken",
	    Connected = "connected",
	    Foreign = "foreign",
	    Gone = "gone",
	    NotConnected = "not-connected",
	    NotFound = "not-found",
	}
	export enum ProviderType {
	    Anthropic = "anthropic",
	    Guide = "guide",
	    Openai = "openai",
	    Scripted = "scripted",
	}
	export enum RefusedKind {
	    Reach = "reach",
	    Read = "read",
	    Write = "write",
	}
	export enum RegistryAnswer {
	    No = "no",
	    None = "",
	    Yes = "yes",
	}
	export enum RehearsedWhat {
	    Changed = "changed",
	    Gone = "gone",
	    Kind = "kind",
	    Mode = "mode",
	    New = "new",
	    Renamed = "renamed",
	}
	export enum SearchProvider {
	    Brave = "brave",
	    Endpoint = "endpoint",
	    Exa = "exa",
	    Kagi = "kagi",
	    None = "",
	    Searxng = "searxng",
	    Tavily = "tavily",
	}
	export enum SecretPlace {
	    File = "file",
	    Keyring = "keyring",
	    None = "",
	}
	export enum ServerKind {
	    Program = "program",
	    Remote = "remote",
	}
	export enum ServerOrigin {
	    Settings = "settings",
	    Space = "space",
	}
	export enum ServerState {
	    Broken = "broken",
	    Connecting = "connecting",
	    Failed = "failed",
	    HeldBack = "held-back",
	    Idle = "idle",
	    Off = "off",
	    Ready = "ready",
	    Shadowed = "shadowed",
	    SignIn = "sign-in",
	    Stopped = "stopped",
	    Waiting = "waiting",
	}
	export enum ServerToolChange {
	    Changed = "changed",
	    Gone = "gone",
	    New = "new",
	    None = "",
	}
	export enum ServerToolState {
	    HeldBack = "held-back",
	    Off = "off",
	    Ready = "ready",
	    Rejected = "rejected",
	    Unavailable = "unavailable",
	}
	export enum Severity {
	    Error = "error",
	    Warning = "warning",
	}
	export enum Stream {
	    Progress = "progress",
	    Stderr = "stderr",
	    Stdout = "stdout",
	}
	export enum Theme {
	    Dark = "dark",
	    Light = "light",
	    System = "system",
	}
	export enum Transport {
	    Http = "http",
	    None = "",
	    Sse = "sse",
	}
	export enum UndoKind {
	    File = "file",
	    Folder = "folder",
	    Link = "link",
	}
	export enum UndoWhat {
	    Change = "change",
	    Delete = "delete",
	    Mode = "mode",
	    Rename = "rename",
	    Restore = "restore",
	}
	export enum UndoneWhat {
	    Changed = "changed",
	    Gone = "gone",
	    Kind = "kind",
	    Mode = "mode",
	    New = "new",
	    Renamed = "renamed",
	}
	export enum WallName {
	    Files = "files",
	    Limits = "limits",
	    Network = "network",
	}
	export enum WebWord {
	    None = "",
	    Off = "off",
	    On = "on",
	}
	export class AboutView {
	    version: string;
	    commit: string;
	    os: string;
	    configDir: string;
	    dataDir: string;
	
	    static createFrom(source: any = {}) {
	        return new AboutView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.version = source["version"];
	        this.commit = source["commit"];
	        this.os = source["os"];
	        this.configDir = source["configDir"];
	        this.dataDir = source["dataDir"];
	    }
	}
	export class AddedServerView {
	    id: string;
	    name: string;
	    outcome: AddOutcome;
	    why: string;
	    secrets: string[];
	    missing: string[];
	
	    static createFrom(source: any = {}) {
	        return new AddedServerView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.name = source["name"];
	        this.outcome = source["outcome"];
	        this.why = source["why"];
	        this.secrets = source["secrets"];
	        this.missing = source["missing"];
	    }
	}
	export class AgentView {
	    id: string;
	    name: string;
	    description: string;
	    model: string;
	
	    static createFrom(source: any = {}) {
	        return new AgentView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.name = source["name"];
	        this.description = source["description"];
	        this.model = source["model"];
	    }
	}
	export class AnswerForm {
	    run: boolean;
	    reason: string;
	    offer: string;
	    input: string;
	    digest: string;
	
	    static createFrom(source: any = {}) {
	        return new AnswerForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.reason = source["reason"];
	        this.offer = source["offer"];
	        this.input = source["input"];
	        this.digest = source["digest"];
	    }
	}
	export class NoticeView {
	    level: Level;
	    text: string;
	    run: string;
	    skill: string;
	
	    static createFrom(source: any = {}) {
	        return new NoticeView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.level = source["level"];
	        this.text = source["text"];
	        this.run = source["run"];
	        this.skill = source["skill"];
	    }
	}
	export class SessionView {
	    id: string;
	    space: string;
	    title: string;
	    agent: string;
	    model: string;
	    updated: string;
	    running: string;
	    cut: string;
	    rehearsal: string;
	    over: boolean;
	    pinned: boolean;
	    archived: boolean;
	    missed: boolean;
	    gone: boolean;
	
	    static createFrom(source: any = {}) {
	        return new SessionView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.space = source["space"];
	        this.title = source["title"];
	        this.agent = source["agent"];
	        this.model = source["model"];
	        this.updated = source["updated"];
	        this.running = source["running"];
	        this.cut = source["cut"];
	        this.rehearsal = source["rehearsal"];
	        this.over = source["over"];
	        this.pinned = source["pinned"];
	        this.archived = source["archived"];
	        this.missed = source["missed"];
	        this.gone = source["gone"];
	    }
	}
	export class SpaceView {
	    path: string;
	    name: string;
	    description: string;
	    icon: string;
	    trust: trust.Level;
	    unavailable: string;
	    mode: guard.Mode;
	    errors: number;
	    warnings: number;
	    tour: string;
	    agents: AgentView[];
	
	    static createFrom(source: any = {}) {
	        return new SpaceView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.path = source["path"];
	        this.name = source["name"];
	        this.description = source["description"];
	        this.icon = source["icon"];
	        this.trust = source["trust"];
	        this.unavailable = source["unavailable"];
	        this.mode = source["mode"];
	        this.errors = source["errors"];
	        this.warnings = source["warnings"];
	        this.tour = source["tour"];
	        this.agents = this.convertValues(source["agents"], AgentView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class FormView {
	    id: string;
	    server: string;
	    tool: string;
	    call: string;
	    space: string;
	    spaceName: string;
	    message: string;
	    warning: string;
	    schema: string;
	    url: string;
	    host: string;
	    expires: string;
	    state: FormState;
	
	    static createFrom(source: any = {}) {
	        return new FormView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.server = source["server"];
	        this.tool = source["tool"];
	        this.call = source["call"];
	        this.space = source["space"];
	        this.spaceName = source["spaceName"];
	        this.message = source["message"];
	        this.warning = source["warning"];
	        this.schema = source["schema"];
	        this.url = source["url"];
	        this.host = source["host"];
	        this.expires = source["expires"];
	        this.state = source["state"];
	    }
	}
	export class OfferView {
	    id: string;
	    label: string;
	    says?: ClauseView;
	
	    static createFrom(source: any = {}) {
	        return new OfferView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.label = source["label"];
	        this.says = this.convertValues(source["says"], ClauseView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class CamePartView {
	    text: string;
	    same: boolean;
	
	    static createFrom(source: any = {}) {
	        return new CamePartView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.text = source["text"];
	        this.same = source["same"];
	    }
	}
	export class CameView {
	    from: string;
	    origin: ClauseView;
	    when: string;
	    parts: CamePartView[];
	    before: boolean;
	    after: boolean;
	
	    static createFrom(source: any = {}) {
	        return new CameView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.from = source["from"];
	        this.origin = this.convertValues(source["origin"], ClauseView);
	        this.when = source["when"];
	        this.parts = this.convertValues(source["parts"], CamePartView);
	        this.before = source["before"];
	        this.after = source["after"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class DeciderView {
	    kind: tools.DeciderKind;
	    name: string;
	
	    static createFrom(source: any = {}) {
	        return new DeciderView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.name = source["name"];
	    }
	}
	export class EffectView {
	    kind: tools.EffectKind;
	    target: string;
	
	    static createFrom(source: any = {}) {
	        return new EffectView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.target = source["target"];
	    }
	}
	export class ClauseView {
	    code: tools.ClauseCode;
	    args: string[];
	    parts: ClauseView[];
	
	    static createFrom(source: any = {}) {
	        return new ClauseView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.code = source["code"];
	        this.args = source["args"];
	        this.parts = this.convertValues(source["parts"], ClauseView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class CallerView {
	    kind: tools.CallerKind;
	    name: string;
	    token: string;
	    calledBy: string;
	
	    static createFrom(source: any = {}) {
	        return new CallerView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.name = source["name"];
	        this.token = source["token"];
	        this.calledBy = source["calledBy"];
	    }
	}
	export class QuestionView {
	    id: string;
	    run: string;
	    call: string;
	    session: string;
	    space: string;
	    spaceName: string;
	    chat: string;
	    agent: string;
	    caller: CallerView;
	    tool: string;
	    title: string;
	    heading?: ClauseView;
	    detail: string;
	    folder: string;
	    effects: EffectView[];
	    would: string[];
	    deeds: ClauseView[];
	    marked: number[];
	    why: string;
	    because: ClauseView[];
	    by: string;
	    decider: DeciderView;
	    file: string;
	    yes: string;
	    wording?: ClauseView;
	    yesSays?: ClauseView;
	    digest: string;
	    input: string;
	    rehearses: boolean;
	    came: CameView[];
	    offers: OfferView[];
	    asked: string;
	    expires: string;
	    state: news.QuestionState;
	    ended: string;
	    dialog: news.DialogState;
	
	    static createFrom(source: any = {}) {
	        return new QuestionView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.run = source["run"];
	        this.call = source["call"];
	        this.session = source["session"];
	        this.space = source["space"];
	        this.spaceName = source["spaceName"];
	        this.chat = source["chat"];
	        this.agent = source["agent"];
	        this.caller = this.convertValues(source["caller"], CallerView);
	        this.tool = source["tool"];
	        this.title = source["title"];
	        this.heading = this.convertValues(source["heading"], ClauseView);
	        this.detail = source["detail"];
	        this.folder = source["folder"];
	        this.effects = this.convertValues(source["effects"], EffectView);
	        this.would = source["would"];
	        this.deeds = this.convertValues(source["deeds"], ClauseView);
	        this.marked = source["marked"];
	        this.why = source["why"];
	        this.because = this.convertValues(source["because"], ClauseView);
	        this.by = source["by"];
	        this.decider = this.convertValues(source["decider"], DeciderView);
	        this.file = source["file"];
	        this.yes = source["yes"];
	        this.wording = this.convertValues(source["wording"], ClauseView);
	        this.yesSays = this.convertValues(source["yesSays"], ClauseView);
	        this.digest = source["digest"];
	        this.input = source["input"];
	        this.rehearses = source["rehearses"];
	        this.came = this.convertValues(source["came"], CameView);
	        this.offers = this.convertValues(source["offers"], OfferView);
	        this.asked = source["asked"];
	        this.expires = source["expires"];
	        this.state = source["state"];
	        this.ended = source["ended"];
	        this.dialog = source["dialog"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class OutputView {
	    run: string;
	    call: string;
	    stream: Stream;
	    text: string;
	
	    static createFrom(source: any = {}) {
	        return new OutputView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.call = source["call"];
	        this.stream = source["stream"];
	        this.text = source["text"];
	    }
	}
	export class DeltaView {
	    session: string;
	    run: string;
	    text: string;
	    thinking: boolean;
	    again?: boolean;
	
	    static createFrom(source: any = {}) {
	        return new DeltaView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.session = source["session"];
	        this.run = source["run"];
	        this.text = source["text"];
	        this.thinking = source["thinking"];
	        this.again = source["again"];
	    }
	}
	export class EventView {
	    seq: number;
	    run: string;
	    call: string;
	    time: string;
	    kind: string;
	    data: string;
	
	    static createFrom(source: any = {}) {
	        return new EventView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.seq = source["seq"];
	        this.run = source["run"];
	        this.call = source["call"];
	        this.time = source["time"];
	        this.kind = source["kind"];
	        this.data = source["data"];
	    }
	}
	export class AppEvent {
	    kind: news.EventKind;
	    space?: string;
	    session: string;
	    journal?: EventView;
	    delta?: DeltaView;
	    output?: OutputView;
	    question?: QuestionView;
	    form?: FormView;
	    changed?: SpaceView;
	    chat?: SessionView;
	    notice?: NoticeView;
	
	    static createFrom(source: any = {}) {
	        return new AppEvent(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.space = source["space"];
	        this.session = source["session"];
	        this.journal = this.convertValues(source["journal"], EventView);
	        this.delta = this.convertValues(source["delta"], DeltaView);
	        this.output = this.convertValues(source["output"], OutputView);
	        this.question = this.convertValues(source["question"], QuestionView);
	        this.form = this.convertValues(source["form"], FormView);
	        this.changed = this.convertValues(source["changed"], SpaceView);
	        this.chat = this.convertValues(source["chat"], SessionView);
	        this.notice = this.convertValues(source["notice"], NoticeView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ArgumentView {
	    name: string;
	    description: string;
	    required: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ArgumentView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.description = source["description"];
	        this.required = source["required"];
	    }
	}
	export class AskedView {
	    title: string;
	    reason: string;
	    because: ClauseView[];
	    answer: AnswerKind;
	    by: string;
	    decider: DeciderView;
	    said: string;
	    waitedMs: number;
	
	    static createFrom(source: any = {}) {
	        return new AskedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.title = source["title"];
	        this.reason = source["reason"];
	        this.because = this.convertValues(source["because"], ClauseView);
	        this.answer = source["answer"];
	        this.by = source["by"];
	        this.decider = this.convertValues(source["decider"], DeciderView);
	        this.said = source["said"];
	        this.waitedMs = source["waitedMs"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class AttachedView {
	    id: string;
	    name: string;
	    path: string;
	    words: string;
	    folder: boolean;
	    copy: boolean;
	    inside: boolean;
	    size: number;
	    width: number;
	    height: number;
	
	    static createFrom(source: any = {}) {
	        return new AttachedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.name = source["name"];
	        this.path = source["path"];
	        this.words = source["words"];
	        this.folder = source["folder"];
	        this.copy = source["copy"];
	        this.inside = source["inside"];
	        this.size = source["size"];
	        this.width = source["width"];
	        this.height = source["height"];
	    }
	}
	export class AttachedListView {
	    attached: AttachedView[];
	    problems: string[];
	
	    static createFrom(source: any = {}) {
	        return new AttachedListView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.attached = this.convertValues(source["attached"], AttachedView);
	        this.problems = source["problems"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class BeginningsView {
	    where: string;
	    templates: string[];
	
	    static createFrom(source: any = {}) {
	        return new BeginningsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.where = source["where"];
	        this.templates = source["templates"];
	    }
	}
	export class BegunView {
	    file: string;
	    text: string;
	
	    static createFrom(source: any = {}) {
	        return new BegunView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.file = source["file"];
	        this.text = source["text"];
	    }
	}
	export class TakenBackView {
	    run: string;
	    call: string;
	    time: string;
	    of: string;
	    files: number;
	    folders: number;
	    left: string[];
	    error: string;
	
	    static createFrom(source: any = {}) {
	        return new TakenBackView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.call = source["call"];
	        this.time = source["time"];
	        this.of = source["of"];
	        this.files = source["files"];
	        this.folders = source["folders"];
	        this.left = source["left"];
	        this.error = source["error"];
	    }
	}
	export class BranchedView {
	    chat?: SessionView;
	    back: TakenBackView;
	
	    static createFrom(source: any = {}) {
	        return new BranchedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.chat = this.convertValues(source["chat"], SessionView);
	        this.back = this.convertValues(source["back"], TakenBackView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class BuiltinView {
	    id: string;
	    about: string;
	    outcome: guard.Outcome;
	    normal: guard.Outcome;
	    fixed: boolean;
	
	    static createFrom(source: any = {}) {
	        return new BuiltinView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.about = source["about"];
	        this.outcome = source["outcome"];
	        this.normal = source["normal"];
	        this.fixed = source["fixed"];
	    }
	}
	export class InputChangeView {
	    by: string;
	    decider: DeciderView;
	    input: string;
	
	    static createFrom(source: any = {}) {
	        return new InputChangeView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.by = source["by"];
	        this.decider = this.convertValues(source["decider"], DeciderView);
	        this.input = source["input"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class StageView {
	    name: string;
	    result: string;
	    by: string;
	    decider: DeciderView;
	    file: string;
	    reason: string;
	    because: ClauseView[];
	    micros: number;
	
	    static createFrom(source: any = {}) {
	        return new StageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.result = source["result"];
	        this.by = source["by"];
	        this.decider = this.convertValues(source["decider"], DeciderView);
	        this.file = source["file"];
	        this.reason = source["reason"];
	        this.because = this.convertValues(source["because"], ClauseView);
	        this.micros = source["micros"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class CallRecordView {
	    state: history.CallState;
	    why: string;
	    stages: StageView[];
	    missing: string;
	    questions: AskedView[];
	    input: string;
	    changes: InputChangeView[];
	
	    static createFrom(source: any = {}) {
	        return new CallRecordView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.state = source["state"];
	        this.why = source["why"];
	        this.stages = this.convertValues(source["stages"], StageView);
	        this.missing = source["missing"];
	        this.questions = this.convertValues(source["questions"], AskedView);
	        this.input = source["input"];
	        this.changes = this.convertValues(source["changes"], InputChangeView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	
	
	export class CapView {
	    name: string;
	    most: number;
	    used: number;
	
	    static createFrom(source: any = {}) {
	        return new CapView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.most = source["most"];
	        this.used = source["used"];
	    }
	}
	export class CapsView {
	    caps: CapView[];
	
	    static createFrom(source: any = {}) {
	        return new CapsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.caps = this.convertValues(source["caps"], CapView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ChangeView {
	    id: string;
	    kind: ItemKind;
	    name: string;
	    file: string;
	    change: ChangeKind;
	    difference: string;
	    shuts: string;
	    during: string;
	    restorable: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ChangeView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.kind = source["kind"];
	        this.name = source["name"];
	        this.file = source["file"];
	        this.change = source["change"];
	        this.difference = source["difference"];
	        this.shuts = source["shuts"];
	        this.during = source["during"];
	        this.restorable = source["restorable"];
	    }
	}
	export class ChangedCallView {
	    run: string;
	    call: string;
	    new: number;
	    changed: number;
	    gone: number;
	    mode: number;
	    renamed: number;
	    late: boolean;
	    beyond: boolean;
	    exact: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ChangedCallView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.call = source["call"];
	        this.new = source["new"];
	        this.changed = source["changed"];
	        this.gone = source["gone"];
	        this.mode = source["mode"];
	        this.renamed = source["renamed"];
	        this.late = source["late"];
	        this.beyond = source["beyond"];
	        this.exact = source["exact"];
	    }
	}
	export class ChangedItemView {
	    id: string;
	    path: string;
	    from: string;
	    kind: UndoKind;
	    what: UndoneWhat;
	    call: string;
	    was: string;
	
	    static createFrom(source: any = {}) {
	        return new ChangedItemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.path = source["path"];
	        this.from = source["from"];
	        this.kind = source["kind"];
	        this.what = source["what"];
	        this.call = source["call"];
	        this.was = source["was"];
	    }
	}
	export class ChangedItemsView {
	    items: ChangedItemView[];
	    more: number;
	    partial: string[];
	    skipped: string[];
	    unsure: string[];
	
	    static createFrom(source: any = {}) {
	        return new ChangedItemsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.items = this.convertValues(source["items"], ChangedItemView);
	        this.more = source["more"];
	        this.partial = source["partial"];
	        this.skipped = source["skipped"];
	        this.unsure = source["unsure"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ChangedView {
	    run: string;
	    files: number;
	    folders: number;
	    calls: ChangedCallView[];
	    back: TakenBackView[];
	
	    static createFrom(source: any = {}) {
	        return new ChangedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.files = source["files"];
	        this.folders = source["folders"];
	        this.calls = this.convertValues(source["calls"], ChangedCallView);
	        this.back = this.convertValues(source["back"], TakenBackView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ChangesView {
	    space: string;
	    own: boolean;
	    trusted: string;
	    changes: ChangeView[];
	
	    static createFrom(source: any = {}) {
	        return new ChangesView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.space = source["space"];
	        this.own = source["own"];
	        this.trusted = source["trusted"];
	        this.changes = this.convertValues(source["changes"], ChangeView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ChannelFieldView {
	    key: string;
	    value: string;
	    need: boolean;
	    secret: boolean;
	    set: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ChannelFieldView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.key = source["key"];
	        this.value = source["value"];
	        this.need = source["need"];
	        this.secret = source["secret"];
	        this.set = source["set"];
	    }
	}
	export class ChannelForm {
	    name: string;
	    type: string;
	    fields: Record<string, string>;
	    chatIds: string[];
	
	    static createFrom(source: any = {}) {
	        return new ChannelForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.type = source["type"];
	        this.fields = source["fields"];
	        this.chatIds = source["chatIds"];
	    }
	}
	export class ChannelKindView {
	    type: string;
	    name: string;
	    fields: ChannelFieldView[];
	    hasChats: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ChannelKindView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.type = source["type"];
	        this.name = source["name"];
	        this.fields = this.convertValues(source["fields"], ChannelFieldView);
	        this.hasChats = source["hasChats"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ChannelTestView {
	    sent: boolean;
	    unknown: boolean;
	    reason: string;
	
	    static createFrom(source: any = {}) {
	        return new ChannelTestView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.sent = source["sent"];
	        this.unknown = source["unknown"];
	        this.reason = source["reason"];
	    }
	}
	export class ChannelView {
	    name: string;
	    type: string;
	    fields: ChannelFieldView[];
	    chatIds: string[];
	    problem: string;
	    host: string;
	    last: string;
	    lastAt: string;
	    lastReason: string;
	
	    static createFrom(source: any = {}) {
	        return new ChannelView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.type = source["type"];
	        this.fields = this.convertValues(source["fields"], ChannelFieldView);
	        this.chatIds = source["chatIds"];
	        this.problem = source["problem"];
	        this.host = source["host"];
	        this.last = source["last"];
	        this.lastAt = source["lastAt"];
	        this.lastReason = source["lastReason"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class OutMessageView {
	    id: string;
	    state: string;
	    channel: string;
	    chatId: string;
	    text: string;
	    by: string;
	    created: string;
	    next: string;
	    reason: string;
	    machine: string;
	    asked: string;
	
	    static createFrom(source: any = {}) {
	        return new OutMessageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.state = source["state"];
	        this.channel = source["channel"];
	        this.chatId = source["chatId"];
	        this.text = source["text"];
	        this.by = source["by"];
	        this.created = source["created"];
	        this.next = source["next"];
	        this.reason = source["reason"];
	        this.machine = source["machine"];
	        this.asked = source["asked"];
	    }
	}
	export class ChannelsView {
	    channels: ChannelView[];
	    kinds: ChannelKindView[];
	    messages: OutMessageView[];
	    more: number;
	
	    static createFrom(source: any = {}) {
	        return new ChannelsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.channels = this.convertValues(source["channels"], ChannelView);
	        this.kinds = this.convertValues(source["kinds"], ChannelKindView);
	        this.messages = this.convertValues(source["messages"], OutMessageView);
	        this.more = source["more"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ChatHitView {
	    session: string;
	    space: string;
	    title: string;
	    agent: string;
	    run: string;
	    seq: number;
	    time: string;
	    byAgent: boolean;
	    before: string;
	    match: string;
	    after: string;
	
	    static createFrom(source: any = {}) {
	        return new ChatHitView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.session = source["session"];
	        this.space = source["space"];
	        this.title = source["title"];
	        this.agent = source["agent"];
	        this.run = source["run"];
	        this.seq = source["seq"];
	        this.time = source["time"];
	        this.byAgent = source["byAgent"];
	        this.before = source["before"];
	        this.match = source["match"];
	        this.after = source["after"];
	    }
	}
	
	export class ClientTokenView {
	    name: string;
	    created: string;
	    used: string;
	
	    static createFrom(source: any = {}) {
	        return new ClientTokenView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.created = source["created"];
	        this.used = source["used"];
	    }
	}
	export class ConnectedClientView {
	    id: string;
	    name: string;
	    version: string;
	    token: string;
	    space: string;
	    over: serving.Via;
	    since: string;
	    calls: number;
	
	    static createFrom(source: any = {}) {
	        return new ConnectedClientView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.name = source["name"];
	        this.version = source["version"];
	        this.token = source["token"];
	        this.space = source["space"];
	        this.over = source["over"];
	        this.since = source["since"];
	        this.calls = source["calls"];
	    }
	}
	export class ClientsView {
	    tokens: ClientTokenView[];
	    connected: ConnectedClientView[];
	
	    static createFrom(source: any = {}) {
	        return new ClientsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.tokens = this.convertValues(source["tokens"], ClientTokenView);
	        this.connected = this.convertValues(source["connected"], ConnectedClientView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ClosingView {
	    chats: number;
	    calls: number;
	    questions: number;
	
	    static createFrom(source: any = {}) {
	        return new ClosingView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.chats = source["chats"];
	        this.calls = source["calls"];
	        this.questions = source["questions"];
	    }
	}
	export class PartView {
	    header: string;
	    lines: string[];
	
	    static createFrom(source: any = {}) {
	        return new PartView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.header = source["header"];
	        this.lines = source["lines"];
	    }
	}
	export class ComparisonView {
	    parts: PartView[];
	    note: string;
	    conflict: boolean;
	    then: string;
	    now: string;
	    would: string;
	    apart: boolean;
	    noThen: boolean;
	    noNow: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ComparisonView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.parts = this.convertValues(source["parts"], PartView);
	        this.note = source["note"];
	        this.conflict = source["conflict"];
	        this.then = source["then"];
	        this.now = source["now"];
	        this.would = source["would"];
	        this.apart = source["apart"];
	        this.noThen = source["noThen"];
	        this.noNow = source["noNow"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ConnectView {
	    title: string;
	    file: string;
	    link: string;
	    made: boolean;
	    difference: string;
	    after: string;
	    digest: string;
	    done: boolean;
	    why: string;
	    backup: string;
	
	    static createFrom(source: any = {}) {
	        return new ConnectView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.title = source["title"];
	        this.file = source["file"];
	        this.link = source["link"];
	        this.made = source["made"];
	        this.difference = source["difference"];
	        this.after = source["after"];
	        this.digest = source["digest"];
	        this.done = source["done"];
	        this.why = source["why"];
	        this.backup = source["backup"];
	    }
	}
	
	export class PromptView {
	    line: string;
	    title: string;
	    description: string;
	    arguments: ArgumentView[];
	
	    static createFrom(source: any = {}) {
	        return new PromptView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.line = source["line"];
	        this.title = source["title"];
	        this.description = source["description"];
	        this.arguments = this.convertValues(source["arguments"], ArgumentView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ResourceView {
	    words: string;
	    title: string;
	    description: string;
	
	    static createFrom(source: any = {}) {
	        return new ResourceView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.words = source["words"];
	        this.title = source["title"];
	        this.description = source["description"];
	    }
	}
	export class ContentView {
	    server: string;
	    resources: ResourceView[];
	    prompts: PromptView[];
	
	    static createFrom(source: any = {}) {
	        return new ContentView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.server = source["server"];
	        this.resources = this.convertValues(source["resources"], ResourceView);
	        this.prompts = this.convertValues(source["prompts"], PromptView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class LostCallView {
	    call: string;
	    agent: string;
	    tool: string;
	    title: string;
	    heading?: ClauseView;
	    detail: string;
	    began: string;
	    changed: number;
	    late: boolean;
	    printed: string;
	    repeatable: boolean;
	    differs: string;
	
	    static createFrom(source: any = {}) {
	        return new LostCallView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.call = source["call"];
	        this.agent = source["agent"];
	        this.tool = source["tool"];
	        this.title = source["title"];
	        this.heading = this.convertValues(source["heading"], ClauseView);
	        this.detail = source["detail"];
	        this.began = source["began"];
	        this.changed = source["changed"];
	        this.late = source["late"];
	        this.printed = source["printed"];
	        this.repeatable = source["repeatable"];
	        this.differs = source["differs"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class CutView {
	    run: string;
	    agent: string;
	    changed: boolean;
	    model: string;
	    problem: string;
	    lost: LostCallView[];
	
	    static createFrom(source: any = {}) {
	        return new CutView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.agent = source["agent"];
	        this.changed = source["changed"];
	        this.model = source["model"];
	        this.problem = source["problem"];
	        this.lost = this.convertValues(source["lost"], LostCallView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class DecisionForm {
	    call: string;
	    fate: journal.Fate;
	
	    static createFrom(source: any = {}) {
	        return new DecisionForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.call = source["call"];
	        this.fate = source["fate"];
	    }
	}
	export class DefaultsForm {
	    mode: guard.Mode;
	    network: string[];
	    memoryMB: number;
	    processes: number;
	    unattended: boolean;
	
	    static createFrom(source: any = {}) {
	        return new DefaultsForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.mode = source["mode"];
	        this.network = source["network"];
	        this.memoryMB = source["memoryMB"];
	        this.processes = source["processes"];
	        this.unattended = source["unattended"];
	    }
	}
	export class DefaultsView {
	    mode: guard.Mode;
	    network: string[];
	    memoryMB: number;
	    processes: number;
	    unattended: boolean;
	    usualMemoryMB: number;
	    usualProcesses: number;
	
	    static createFrom(source: any = {}) {
	        return new DefaultsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.mode = source["mode"];
	        this.network = source["network"];
	        this.memoryMB = source["memoryMB"];
	        this.processes = source["processes"];
	        this.unattended = source["unattended"];
	        this.usualMemoryMB = source["usualMemoryMB"];
	        this.usualProcesses = source["usualProcesses"];
	    }
	}
	export class ToolView {
	    name: string;
	    qualified: string;
	    title: string;
	    description: string;
	    source: string;
	    state: tools.State;
	    reason: string;
	    category: string;
	    icon: string;
	    sideEffect: boolean;
	    idempotent: boolean;
	    confirm: boolean;
	    danger: tools.Danger;
	    timeoutSeconds: number;
	
	    static createFrom(source: any = {}) {
	        return new ToolView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.qualified = source["qualified"];
	        this.title = source["title"];
	        this.description = source["description"];
	        this.source = source["source"];
	        this.state = source["state"];
	        this.reason = source["reason"];
	        this.category = source["category"];
	        this.icon = source["icon"];
	        this.sideEffect = source["sideEffect"];
	        this.idempotent = source["idempotent"];
	        this.confirm = source["confirm"];
	        this.danger = source["danger"];
	        this.timeoutSeconds = source["timeoutSeconds"];
	    }
	}
	export class ToolDetailView {
	    tool: ToolView;
	    input: string;
	    docs: string;
	    declared: string;
	    command: string;
	
	    static createFrom(source: any = {}) {
	        return new ToolDetailView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.tool = this.convertValues(source["tool"], ToolView);
	        this.input = source["input"];
	        this.docs = source["docs"];
	        this.declared = source["declared"];
	        this.command = source["command"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ProblemView {
	    severity: Severity;
	    file: string;
	    line: number;
	    text: string;
	
	    static createFrom(source: any = {}) {
	        return new ProblemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.severity = source["severity"];
	        this.file = source["file"];
	        this.line = source["line"];
	        this.text = source["text"];
	    }
	}
	export class DefinitionCheckView {
	    problems: ProblemView[];
	    name: string;
	    tool: ToolDetailView[];
	    told: string;
	    holds: string[];
	
	    static createFrom(source: any = {}) {
	        return new DefinitionCheckView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.problems = this.convertValues(source["problems"], ProblemView);
	        this.name = source["name"];
	        this.tool = this.convertValues(source["tool"], ToolDetailView);
	        this.told = source["told"];
	        this.holds = source["holds"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class DefinitionFileView {
	    file: string;
	    kind: definitions.Kind;
	
	    static createFrom(source: any = {}) {
	        return new DefinitionFileView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.file = source["file"];
	        this.kind = source["kind"];
	    }
	}
	export class DefinitionView {
	    kind: definitions.Kind;
	    text: string;
	    digest: string;
	    exists: boolean;
	    check: DefinitionCheckView;
	
	    static createFrom(source: any = {}) {
	        return new DefinitionView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.text = source["text"];
	        this.digest = source["digest"];
	        this.exists = source["exists"];
	        this.check = this.convertValues(source["check"], DefinitionCheckView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class DeletionView {
	    messages: number;
	    pictures: number;
	    copies: number;
	    rehearsed: boolean;
	    calls: number;
	    branches: number;
	    running: string;
	
	    static createFrom(source: any = {}) {
	        return new DeletionView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.messages = source["messages"];
	        this.pictures = source["pictures"];
	        this.copies = source["copies"];
	        this.rehearsed = source["rehearsed"];
	        this.calls = source["calls"];
	        this.branches = source["branches"];
	        this.running = source["running"];
	    }
	}
	
	export class DoctorView {
	    area: string;
	    name: string;
	    state: CheckState;
	    text: string;
	    action: string;
	
	    static createFrom(source: any = {}) {
	        return new DoctorView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.area = source["area"];
	        this.name = source["name"];
	        this.state = source["state"];
	        this.text = source["text"];
	        this.action = source["action"];
	    }
	}
	
	
	export class EventsPageView {
	    events: EventView[];
	    more: boolean;
	
	    static createFrom(source: any = {}) {
	        return new EventsPageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.events = this.convertValues(source["events"], EventView);
	        this.more = source["more"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class FateView {
	    verdict: Fate;
	    by: string;
	    file: string;
	    reason: string;
	
	    static createFrom(source: any = {}) {
	        return new FateView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.verdict = source["verdict"];
	        this.by = source["by"];
	        this.file = source["file"];
	        this.reason = source["reason"];
	    }
	}
	export class ForeignView {
	    path: string;
	    file: string;
	    paragraph: string;
	    from: string[];
	    run: string;
	    call: string;
	    when: string;
	
	    static createFrom(source: any = {}) {
	        return new ForeignView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.path = source["path"];
	        this.file = source["file"];
	        this.paragraph = source["paragraph"];
	        this.from = source["from"];
	        this.run = source["run"];
	        this.call = source["call"];
	        this.when = source["when"];
	    }
	}
	export class ForeseenView {
	    reason: string;
	    because: ClauseView[];
	    by: string;
	    decider: DeciderView;
	
	    static createFrom(source: any = {}) {
	        return new ForeseenView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.reason = source["reason"];
	        this.because = this.convertValues(source["because"], ClauseView);
	        this.by = source["by"];
	        this.decider = this.convertValues(source["decider"], DeciderView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class FoundFileView {
	    path: string;
	    words: string;
	    folder: boolean;
	
	    static createFrom(source: any = {}) {
	        return new FoundFileView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.path = source["path"];
	        this.words = source["words"];
	        this.folder = source["folder"];
	    }
	}
	export class FoundPageView {
	    title: string;
	    url: string;
	
	    static createFrom(source: any = {}) {
	        return new FoundPageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.title = source["title"];
	        this.url = source["url"];
	    }
	}
	export class ServerNeedView {
	    id: string;
	    words: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerNeedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.words = source["words"];
	    }
	}
	export class ServerAskView {
	    secret: string;
	    prompt: string;
	    value: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerAskView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.secret = source["secret"];
	        this.prompt = source["prompt"];
	        this.value = source["value"];
	    }
	}
	export class SettingView {
	    name: string;
	    value: string;
	    hidden: boolean;
	    secret: string;
	
	    static createFrom(source: any = {}) {
	        return new SettingView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.value = source["value"];
	        this.hidden = source["hidden"];
	        this.secret = source["secret"];
	    }
	}
	export class ServerDraftView {
	    id: string;
	    digest: string;
	    name: string;
	    taken: string;
	    same: string;
	    kind: ServerKind;
	    argv: string[];
	    url: string;
	    folder: string;
	    env: SettingView[];
	    headers: SettingView[];
	    disabled: boolean;
	    asks: ServerAskView[];
	    needs: ServerNeedView[];
	    profile: string[];
	    found: string;
	    warnings: string[];
	    refused: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerDraftView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.digest = source["digest"];
	        this.name = source["name"];
	        this.taken = source["taken"];
	        this.same = source["same"];
	        this.kind = source["kind"];
	        this.argv = source["argv"];
	        this.url = source["url"];
	        this.folder = source["folder"];
	        this.env = this.convertValues(source["env"], SettingView);
	        this.headers = this.convertValues(source["headers"], SettingView);
	        this.disabled = source["disabled"];
	        this.asks = this.convertValues(source["asks"], ServerAskView);
	        this.needs = this.convertValues(source["needs"], ServerNeedView);
	        this.profile = source["profile"];
	        this.found = source["found"];
	        this.warnings = source["warnings"];
	        this.refused = source["refused"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class FoundServersView {
	    program: string;
	    title: string;
	    file: string;
	    project: string;
	    problem: string;
	    notes: string[];
	    drafts: ServerDraftView[];
	
	    static createFrom(source: any = {}) {
	        return new FoundServersView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.program = source["program"];
	        this.title = source["title"];
	        this.file = source["file"];
	        this.project = source["project"];
	        this.problem = source["problem"];
	        this.notes = source["notes"];
	        this.drafts = this.convertValues(source["drafts"], ServerDraftView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class FoundView {
	    results: FoundPageView[];
	    note: string;
	
	    static createFrom(source: any = {}) {
	        return new FoundView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.results = this.convertValues(source["results"], FoundPageView);
	        this.note = source["note"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class GrantView {
	    id: string;
	    kind: GrantKind;
	    label: string;
	    says?: ClauseView;
	    tool: string;
	    about: string;
	    run: string;
	    call: string;
	    space: string;
	    spaceName: string;
	    session: string;
	    made: string;
	    source: string;
	    until: string;
	    counted: boolean;
	    uses: number;
	    used: string;
	    idle: string;
	
	    static createFrom(source: any = {}) {
	        return new GrantView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.kind = source["kind"];
	        this.label = source["label"];
	        this.says = this.convertValues(source["says"], ClauseView);
	        this.tool = source["tool"];
	        this.about = source["about"];
	        this.run = source["run"];
	        this.call = source["call"];
	        this.space = source["space"];
	        this.spaceName = source["spaceName"];
	        this.session = source["session"];
	        this.made = source["made"];
	        this.source = source["source"];
	        this.until = source["until"];
	        this.counted = source["counted"];
	        this.uses = source["uses"];
	        this.used = source["used"];
	        this.idle = source["idle"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ViolationView {
	    path: string;
	    message: string;
	
	    static createFrom(source: any = {}) {
	        return new ViolationView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.path = source["path"];
	        this.message = source["message"];
	    }
	}
	export class HandArgvView {
	    argv: string[];
	    dropped: string[];
	    folder: string;
	    violations: ViolationView[];
	    message: string;
	
	    static createFrom(source: any = {}) {
	        return new HandArgvView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.argv = source["argv"];
	        this.dropped = source["dropped"];
	        this.folder = source["folder"];
	        this.violations = this.convertValues(source["violations"], ViolationView);
	        this.message = source["message"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class HandCallView {
	    run: string;
	    call: string;
	    time: string;
	    status: CallStatus;
	    code: string;
	    durationMs: number;
	    exit: string;
	    who: string;
	    detail: string;
	
	    static createFrom(source: any = {}) {
	        return new HandCallView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.call = source["call"];
	        this.time = source["time"];
	        this.status = source["status"];
	        this.code = source["code"];
	        this.durationMs = source["durationMs"];
	        this.exit = source["exit"];
	        this.who = source["who"];
	        this.detail = source["detail"];
	    }
	}
	export class HandProblemView {
	    severity: Severity;
	    hand: string;
	    field: string;
	    line: number;
	    text: string;
	
	    static createFrom(source: any = {}) {
	        return new HandProblemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.severity = source["severity"];
	        this.hand = source["hand"];
	        this.field = source["field"];
	        this.line = source["line"];
	        this.text = source["text"];
	    }
	}
	export class HandProposalView {
	    name: string;
	    description: string;
	    argv: string[];
	    from: string;
	    why: string;
	    json: string;
	
	    static createFrom(source: any = {}) {
	        return new HandProposalView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.description = source["description"];
	        this.argv = source["argv"];
	        this.from = source["from"];
	        this.why = source["why"];
	        this.json = source["json"];
	    }
	}
	export class HandProposalsView {
	    hands: HandProposalView[];
	    notes: string[];
	
	    static createFrom(source: any = {}) {
	        return new HandProposalsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.hands = this.convertValues(source["hands"], HandProposalView);
	        this.notes = source["notes"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class HandView {
	    name: string;
	    qualified: string;
	    description: string;
	    argv: string[];
	    danger: tools.Danger;
	    confirm: boolean;
	    disabled: boolean;
	    rejected: string;
	    input: string;
	
	    static createFrom(source: any = {}) {
	        return new HandView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.qualified = source["qualified"];
	        this.description = source["description"];
	        this.argv = source["argv"];
	        this.danger = source["danger"];
	        this.confirm = source["confirm"];
	        this.disabled = source["disabled"];
	        this.rejected = source["rejected"];
	        this.input = source["input"];
	    }
	}
	export class HandsCheckView {
	    hands: HandView[];
	    problems: HandProblemView[];
	
	    static createFrom(source: any = {}) {
	        return new HandsCheckView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.hands = this.convertValues(source["hands"], HandView);
	        this.problems = this.convertValues(source["problems"], HandProblemView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class HandsView {
	    text: string;
	    digest: string;
	    exists: boolean;
	    check: HandsCheckView;
	
	    static createFrom(source: any = {}) {
	        return new HandsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.text = source["text"];
	        this.digest = source["digest"];
	        this.exists = source["exists"];
	        this.check = this.convertValues(source["check"], HandsCheckView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class HeldPartView {
	    part: holdings.Part;
	    bytes: number;
	
	    static createFrom(source: any = {}) {
	        return new HeldPartView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.part = source["part"];
	        this.bytes = source["bytes"];
	    }
	}
	export class HeldView {
	    runs: number;
	    chats: number;
	    since: string;
	    running: number;
	
	    static createFrom(source: any = {}) {
	        return new HeldView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.runs = source["runs"];
	        this.chats = source["chats"];
	        this.since = source["since"];
	        this.running = source["running"];
	    }
	}
	export class HoldingsView {
	    parts: HeldPartView[];
	    keepDays: number;
	    maxMB: number;
	
	    static createFrom(source: any = {}) {
	        return new HoldingsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.parts = this.convertValues(source["parts"], HeldPartView);
	        this.keepDays = source["keepDays"];
	        this.maxMB = source["maxMB"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class HookTestView {
	    outcome: HookOutcome;
	    covers: boolean;
	    words: string;
	    exitCode: string;
	    stdout: string;
	    stderr: string;
	    input: string;
	    content: string;
	    contentChanged: boolean;
	    misfit: string;
	    violations: ViolationView[];
	    tookMs: number;
	
	    static createFrom(source: any = {}) {
	        return new HookTestView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.outcome = source["outcome"];
	        this.covers = source["covers"];
	        this.words = source["words"];
	        this.exitCode = source["exitCode"];
	        this.stdout = source["stdout"];
	        this.stderr = source["stderr"];
	        this.input = source["input"];
	        this.content = source["content"];
	        this.contentChanged = source["contentChanged"];
	        this.misfit = source["misfit"];
	        this.violations = this.convertValues(source["violations"], ViolationView);
	        this.tookMs = source["tookMs"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class HookView {
	    key: string;
	    id: string;
	    phase: HookPhase;
	    tools: string[];
	    command: string;
	    blocking: boolean;
	    input: HookInput;
	    format: HookFormat;
	    timeoutSeconds: number;
	    file: string;
	    line: number;
	    enabled: boolean;
	    state: hookstate.State;
	    why: string;
	    shuts: string;
	    needs: string;
	    runs: number;
	    blocks: number;
	    errors: number;
	    averageMs: number;
	    slowestMs: number;
	    lastRun: string;
	    lastError: string;
	
	    static createFrom(source: any = {}) {
	        return new HookView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.key = source["key"];
	        this.id = source["id"];
	        this.phase = source["phase"];
	        this.tools = source["tools"];
	        this.command = source["command"];
	        this.blocking = source["blocking"];
	        this.input = source["input"];
	        this.format = source["format"];
	        this.timeoutSeconds = source["timeoutSeconds"];
	        this.file = source["file"];
	        this.line = source["line"];
	        this.enabled = source["enabled"];
	        this.state = source["state"];
	        this.why = source["why"];
	        this.shuts = source["shuts"];
	        this.needs = source["needs"];
	        this.runs = source["runs"];
	        this.blocks = source["blocks"];
	        this.errors = source["errors"];
	        this.averageMs = source["averageMs"];
	        this.slowestMs = source["slowestMs"];
	        this.lastRun = source["lastRun"];
	        this.lastError = source["lastError"];
	    }
	}
	export class HooksView {
	    hooks: HookView[];
	    folder: string;
	    statesFile: string;
	
	    static createFrom(source: any = {}) {
	        return new HooksView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.hooks = this.convertValues(source["hooks"], HookView);
	        this.folder = source["folder"];
	        this.statesFile = source["statesFile"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class InventoryItemView {
	    kind: ItemKind;
	    name: string;
	    file: string;
	    detail: string;
	    sha256: string;
	
	    static createFrom(source: any = {}) {
	        return new InventoryItemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.name = source["name"];
	        this.file = source["file"];
	        this.detail = source["detail"];
	        this.sha256 = source["sha256"];
	    }
	}
	export class InventoryView {
	    space: string;
	    digest: string;
	    items: InventoryItemView[];
	    notes: string[];
	
	    static createFrom(source: any = {}) {
	        return new InventoryView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.space = source["space"];
	        this.digest = source["digest"];
	        this.items = this.convertValues(source["items"], InventoryItemView);
	        this.notes = source["notes"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class JobView {
	    id: string;
	    session: string;
	    tool: string;
	    title: string;
	    folder: string;
	    began: string;
	    state: JobState;
	    why: string;
	
	    static createFrom(source: any = {}) {
	        return new JobView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.session = source["session"];
	        this.tool = source["tool"];
	        this.title = source["title"];
	        this.folder = source["folder"];
	        this.began = source["began"];
	        this.state = source["state"];
	        this.why = source["why"];
	    }
	}
	export class KeepForm {
	    rehearsal: string;
	    question: string;
	    without: string[];
	
	    static createFrom(source: any = {}) {
	        return new KeepForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.rehearsal = source["rehearsal"];
	        this.question = source["question"];
	        this.without = source["without"];
	    }
	}
	export class KeptView {
	    kept: number;
	    waits: number;
	    left: string[];
	    error: string;
	
	    static createFrom(source: any = {}) {
	        return new KeptView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kept = source["kept"];
	        this.waits = source["waits"];
	        this.left = source["left"];
	        this.error = source["error"];
	    }
	}
	export class LinkView {
	    address: string;
	    path: string;
	    problem: string;
	
	    static createFrom(source: any = {}) {
	        return new LinkView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.address = source["address"];
	        this.path = source["path"];
	        this.problem = source["problem"];
	    }
	}
	export class LocalServerView {
	    name: string;
	    url: string;
	    models: string[];
	
	    static createFrom(source: any = {}) {
	        return new LocalServerView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.url = source["url"];
	        this.models = source["models"];
	    }
	}
	
	export class MachineServerForm {
	    url: string;
	    credentials: string;
	    open: boolean;
	    ca: string;
	    name: string;
	    record: boolean;
	
	    static createFrom(source: any = {}) {
	        return new MachineServerForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.url = source["url"];
	        this.credentials = source["credentials"];
	        this.open = source["open"];
	        this.ca = source["ca"];
	        this.name = source["name"];
	        this.record = source["record"];
	    }
	}
	export class MachineServerView {
	    url: string;
	    kept: boolean;
	    ca: string;
	    name: string;
	    record: boolean;
	
	    static createFrom(source: any = {}) {
	        return new MachineServerView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.url = source["url"];
	        this.kept = source["kept"];
	        this.ca = source["ca"];
	        this.name = source["name"];
	        this.record = source["record"];
	    }
	}
	export class MachineView {
	    id: string;
	    name: string;
	    paired: string;
	    heard: string;
	    tells: boolean;
	
	    static createFrom(source: any = {}) {
	        return new MachineView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.name = source["name"];
	        this.paired = source["paired"];
	        this.heard = source["heard"];
	        this.tells = source["tells"];
	    }
	}
	export class PairingView {
	    stage: machines.Stage;
	    number: string;
	    code: string;
	    other: string;
	    reason: string;
	
	    static createFrom(source: any = {}) {
	        return new PairingView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.stage = source["stage"];
	        this.number = source["number"];
	        this.code = source["code"];
	        this.other = source["other"];
	        this.reason = source["reason"];
	    }
	}
	export class MachinesView {
	    name: string;
	    link: machines.Link;
	    reason: string;
	    server: MachineServerView;
	    machines: MachineView[];
	    pairing: PairingView;
	
	    static createFrom(source: any = {}) {
	        return new MachinesView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.link = source["link"];
	        this.reason = source["reason"];
	        this.server = this.convertValues(source["server"], MachineServerView);
	        this.machines = this.convertValues(source["machines"], MachineView);
	        this.pairing = this.convertValues(source["pairing"], PairingView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ParagraphView {
	    text: string;
	    when: string;
	    run: string;
	    session: string;
	    by: string;
	
	    static createFrom(source: any = {}) {
	        return new ParagraphView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.text = source["text"];
	        this.when = source["when"];
	        this.run = source["run"];
	        this.session = source["session"];
	        this.by = source["by"];
	    }
	}
	export class MemoryView {
	    text: string;
	    digest: string;
	    used: number;
	    most: number;
	    paragraphs: ParagraphView[];
	
	    static createFrom(source: any = {}) {
	        return new MemoryView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.text = source["text"];
	        this.digest = source["digest"];
	        this.used = source["used"];
	        this.most = source["most"];
	        this.paragraphs = this.convertValues(source["paragraphs"], ParagraphView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class NetworkView {
	    words: string[];
	    own: boolean;
	    shared: string[];
	    fixed: string[];
	    registries: string[];
	    answer: RegistryAnswer;
	    answered: string;
	
	    static createFrom(source: any = {}) {
	        return new NetworkView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.words = source["words"];
	        this.own = source["own"];
	        this.shared = source["shared"];
	        this.fixed = source["fixed"];
	        this.registries = source["registries"];
	        this.answer = source["answer"];
	        this.answered = source["answered"];
	    }
	}
	export class NewSpaceForm {
	    where: string;
	    name: string;
	    template: string;
	
	    static createFrom(source: any = {}) {
	        return new NewSpaceForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.where = source["where"];
	        this.name = source["name"];
	        this.template = source["template"];
	    }
	}
	export class NewTokenView {
	    name: string;
	    token: string;
	
	    static createFrom(source: any = {}) {
	        return new NewTokenView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.token = source["token"];
	    }
	}
	
	
	export class OutGroupView {
	    source: string;
	    way: string;
	    calls: number;
	    then: number;
	    run: string;
	    call: string;
	    when: string;
	    what: string;
	    why: string;
	    answer: string;
	    rules: string[];
	
	    static createFrom(source: any = {}) {
	        return new OutGroupView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.source = source["source"];
	        this.way = source["way"];
	        this.calls = source["calls"];
	        this.then = source["then"];
	        this.run = source["run"];
	        this.call = source["call"];
	        this.when = source["when"];
	        this.what = source["what"];
	        this.why = source["why"];
	        this.answer = source["answer"];
	        this.rules = source["rules"];
	    }
	}
	
	export class ReplaySkippedView {
	    why: string;
	    count: number;
	    call: string;
	
	    static createFrom(source: any = {}) {
	        return new ReplaySkippedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.why = source["why"];
	        this.count = source["count"];
	        this.call = source["call"];
	    }
	}
	export class SilencerView {
	    grant: string;
	    calls: number;
	
	    static createFrom(source: any = {}) {
	        return new SilencerView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.grant = source["grant"];
	        this.calls = source["calls"];
	    }
	}
	export class OutflowView {
	    calls: number;
	    after: number;
	    ways: number;
	    asks: number;
	    anyway: number;
	    then: number;
	    groups: OutGroupView[];
	    silenced: SilencerView[];
	    skipped: ReplaySkippedView[];
	
	    static createFrom(source: any = {}) {
	        return new OutflowView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.calls = source["calls"];
	        this.after = source["after"];
	        this.ways = source["ways"];
	        this.asks = source["asks"];
	        this.anyway = source["anyway"];
	        this.then = source["then"];
	        this.groups = this.convertValues(source["groups"], OutGroupView);
	        this.silenced = this.convertValues(source["silenced"], SilencerView);
	        this.skipped = this.convertValues(source["skipped"], ReplaySkippedView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class OutwardView {
	    after: string[];
	    why: string;
	    open: string[];
	    answered: string[];
	    answer: string;
	    rules: string[];
	    secret: string;
	    later: string[];
	
	    static createFrom(source: any = {}) {
	        return new OutwardView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.after = source["after"];
	        this.why = source["why"];
	        this.open = source["open"];
	        this.answered = source["answered"];
	        this.answer = source["answer"];
	        this.rules = source["rules"];
	        this.secret = source["secret"];
	        this.later = source["later"];
	    }
	}
	export class PageView {
	    id: string;
	    name: string;
	    file: string;
	    icon: string;
	    tools: string[];
	    desktop: boolean;
	    why: string;
	
	    static createFrom(source: any = {}) {
	        return new PageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.name = source["name"];
	        this.file = source["file"];
	        this.icon = source["icon"];
	        this.tools = source["tools"];
	        this.desktop = source["desktop"];
	        this.why = source["why"];
	    }
	}
	
	
	
	export class PatternView {
	    passes: boolean;
	    why: string;
	
	    static createFrom(source: any = {}) {
	        return new PatternView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.passes = source["passes"];
	        this.why = source["why"];
	    }
	}
	export class PictureView {
	    mime: string;
	    data: string;
	    width: number;
	    height: number;
	
	    static createFrom(source: any = {}) {
	        return new PictureView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.mime = source["mime"];
	        this.data = source["data"];
	        this.width = source["width"];
	        this.height = source["height"];
	    }
	}
	export class PieceView {
	    text: string;
	    next: number;
	    size: number;
	    open: boolean;
	
	    static createFrom(source: any = {}) {
	        return new PieceView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.text = source["text"];
	        this.next = source["next"];
	        this.size = source["size"];
	        this.open = source["open"];
	    }
	}
	export class PlaceForm {
	    run: string;
	    turn: number;
	
	    static createFrom(source: any = {}) {
	        return new PlaceForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.turn = source["turn"];
	    }
	}
	export class PresetView {
	    name: string;
	    title: string;
	    type: ProviderType;
	    url: string;
	    keys: string;
	
	    static createFrom(source: any = {}) {
	        return new PresetView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.title = source["title"];
	        this.type = source["type"];
	        this.url = source["url"];
	        this.keys = source["keys"];
	    }
	}
	export class PreviewView {
	    title: string;
	    heading?: ClauseView;
	    detail: string;
	    folder: string;
	    effects: EffectView[];
	    digest: string;
	    rehearses: boolean;
	    decision: Decision;
	    why: string;
	    verdict?: ForeseenView;
	    violations: ViolationView[];
	    code: string;
	    message: string;
	
	    static createFrom(source: any = {}) {
	        return new PreviewView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.title = source["title"];
	        this.heading = this.convertValues(source["heading"], ClauseView);
	        this.detail = source["detail"];
	        this.folder = source["folder"];
	        this.effects = this.convertValues(source["effects"], EffectView);
	        this.digest = source["digest"];
	        this.rehearses = source["rehearses"];
	        this.decision = source["decision"];
	        this.why = source["why"];
	        this.verdict = this.convertValues(source["verdict"], ForeseenView);
	        this.violations = this.convertValues(source["violations"], ViolationView);
	        this.code = source["code"];
	        this.message = source["message"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class ProgramView {
	    id: string;
	    title: string;
	    flatpak: boolean;
	    state: ProgramState;
	    file: string;
	    problem: string;
	    space: string;
	    undo: string;
	
	    static createFrom(source: any = {}) {
	        return new ProgramView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.title = source["title"];
	        this.flatpak = source["flatpak"];
	        this.state = source["state"];
	        this.file = source["file"];
	        this.problem = source["problem"];
	        this.space = source["space"];
	        this.undo = source["undo"];
	    }
	}
	
	export class ProviderForm {
	    name: string;
	    type: ProviderType;
	    url: string;
	    key: string;
	
	    static createFrom(source: any = {}) {
	        return new ProviderForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.type = source["type"];
	        this.url = source["url"];
	        this.key = source["key"];
	    }
	}
	export class ProviderView {
	    name: string;
	    type: ProviderType;
	    url: string;
	    hasKey: boolean;
	    state: models.ProviderState;
	    reason: string;
	    better: string;
	    models: string[];
	
	    static createFrom(source: any = {}) {
	        return new ProviderView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.type = source["type"];
	        this.url = source["url"];
	        this.hasKey = source["hasKey"];
	        this.state = source["state"];
	        this.reason = source["reason"];
	        this.better = source["better"];
	        this.models = source["models"];
	    }
	}
	export class ProxyForm {
	    source: proxies.Source;
	    url: string;
	    login: string;
	    open: boolean;
	    direct: string[];
	
	    static createFrom(source: any = {}) {
	        return new ProxyForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.source = source["source"];
	        this.url = source["url"];
	        this.login = source["login"];
	        this.open = source["open"];
	        this.direct = source["direct"];
	    }
	}
	export class ProxyView {
	    source: proxies.Source;
	    address: string;
	    login: boolean;
	    plain: boolean;
	    direct: string[];
	    problem: string;
	
	    static createFrom(source: any = {}) {
	        return new ProxyView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.source = source["source"];
	        this.address = source["address"];
	        this.login = source["login"];
	        this.plain = source["plain"];
	        this.direct = source["direct"];
	        this.problem = source["problem"];
	    }
	}
	
	export class ReadServersView {
	    drafts: ServerDraftView[];
	    problem: string;
	    line: number;
	    column: number;
	    notes: string[];
	
	    static createFrom(source: any = {}) {
	        return new ReadServersView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.drafts = this.convertValues(source["drafts"], ServerDraftView);
	        this.problem = source["problem"];
	        this.line = source["line"];
	        this.column = source["column"];
	        this.notes = source["notes"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class RefusedView {
	    kind: RefusedKind;
	    target: string;
	    last: string;
	    text: string;
	
	    static createFrom(source: any = {}) {
	        return new RefusedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.kind = source["kind"];
	        this.target = source["target"];
	        this.last = source["last"];
	        this.text = source["text"];
	    }
	}
	export class RehearsalRowView {
	    id: string;
	    tool: string;
	    line: string;
	    session: string;
	    run: string;
	    call: string;
	    ended: string;
	    changes: number;
	    error: string;
	
	    static createFrom(source: any = {}) {
	        return new RehearsalRowView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.tool = source["tool"];
	        this.line = source["line"];
	        this.session = source["session"];
	        this.run = source["run"];
	        this.call = source["call"];
	        this.ended = source["ended"];
	        this.changes = source["changes"];
	        this.error = source["error"];
	    }
	}
	export class RehearsedItemView {
	    id: string;
	    path: string;
	    from: string;
	    kind: UndoKind;
	    what: RehearsedWhat;
	    moved: boolean;
	
	    static createFrom(source: any = {}) {
	        return new RehearsedItemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.path = source["path"];
	        this.from = source["from"];
	        this.kind = source["kind"];
	        this.what = source["what"];
	        this.moved = source["moved"];
	    }
	}
	export class RehearsalView {
	    row: RehearsalRowView;
	    items: RehearsedItemView[];
	    more: number;
	    printed: string;
	    exitCode: number;
	    note: string;
	    network: string;
	    tried: string[];
	    reading: string[];
	    never: string[];
	    notDone: string[];
	
	    static createFrom(source: any = {}) {
	        return new RehearsalView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.row = this.convertValues(source["row"], RehearsalRowView);
	        this.items = this.convertValues(source["items"], RehearsedItemView);
	        this.more = source["more"];
	        this.printed = source["printed"];
	        this.exitCode = source["exitCode"];
	        this.note = source["note"];
	        this.network = source["network"];
	        this.tried = source["tried"];
	        this.reading = source["reading"];
	        this.never = source["never"];
	        this.notDone = source["notDone"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class RehearsedChatView {
	    waits: number;
	    kept: boolean;
	
	    static createFrom(source: any = {}) {
	        return new RehearsedChatView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.waits = source["waits"];
	        this.kept = source["kept"];
	    }
	}
	
	export class ReplayChangeView {
	    run: string;
	    call: string;
	    tool: string;
	    title: string;
	    was: FateView;
	    now: FateView;
	    note: string;
	
	    static createFrom(source: any = {}) {
	        return new ReplayChangeView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.call = source["call"];
	        this.tool = source["tool"];
	        this.title = source["title"];
	        this.was = this.convertValues(source["was"], FateView);
	        this.now = this.convertValues(source["now"], FateView);
	        this.note = source["note"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class ReplayView {
	    calls: number;
	    unchanged: number;
	    answered: number;
	    changed: number;
	    wouldRun: number;
	    wouldAsk: number;
	    wouldDeny: number;
	    wouldChange: number;
	    skipped: ReplaySkippedView[];
	    changes: ReplayChangeView[];
	    hooks: boolean;
	    tookMs: number;
	
	    static createFrom(source: any = {}) {
	        return new ReplayView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.calls = source["calls"];
	        this.unchanged = source["unchanged"];
	        this.answered = source["answered"];
	        this.changed = source["changed"];
	        this.wouldRun = source["wouldRun"];
	        this.wouldAsk = source["wouldAsk"];
	        this.wouldDeny = source["wouldDeny"];
	        this.wouldChange = source["wouldChange"];
	        this.skipped = this.convertValues(source["skipped"], ReplaySkippedView);
	        this.changes = this.convertValues(source["changes"], ReplayChangeView);
	        this.hooks = source["hooks"];
	        this.tookMs = source["tookMs"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class RuleProposalView {
	    rule: string;
	    covers: string;
	    says?: ClauseView;
	    outcomes: guard.Outcome[];
	
	    static createFrom(source: any = {}) {
	        return new RuleProposalView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.rule = source["rule"];
	        this.covers = source["covers"];
	        this.says = this.convertValues(source["says"], ClauseView);
	        this.outcomes = source["outcomes"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class RuleView {
	    outcome: guard.Outcome;
	    rule: string;
	    owner: Owner;
	    file: string;
	    holds: string;
	    warning: string;
	
	    static createFrom(source: any = {}) {
	        return new RuleView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.outcome = source["outcome"];
	        this.rule = source["rule"];
	        this.owner = source["owner"];
	        this.file = source["file"];
	        this.holds = source["holds"];
	        this.warning = source["warning"];
	    }
	}
	export class RulesView {
	    mode: guard.Mode;
	    modeWhy: string;
	    modeOwn: boolean;
	    modeShared: guard.Mode;
	    rules: RuleView[];
	    builtin: BuiltinView[];
	    file: string;
	    problem: string;
	
	    static createFrom(source: any = {}) {
	        return new RulesView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.mode = source["mode"];
	        this.modeWhy = source["modeWhy"];
	        this.modeOwn = source["modeOwn"];
	        this.modeShared = source["modeShared"];
	        this.rules = this.convertValues(source["rules"], RuleView);
	        this.builtin = this.convertValues(source["builtin"], BuiltinView);
	        this.file = source["file"];
	        this.problem = source["problem"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class RunView {
	    id: string;
	    space: string;
	    session: string;
	    origin: journal.Origin;
	    agent: string;
	    model: string;
	    title: string;
	    heading?: ClauseView;
	    state: journal.RunState;
	    reason: string;
	    started: string;
	    ended: string;
	    calls: number;
	    inputTokens: number;
	    outputTokens: number;
	    parent: string;
	    callCode: string;
	    callExit: string;
	
	    static createFrom(source: any = {}) {
	        return new RunView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.space = source["space"];
	        this.session = source["session"];
	        this.origin = source["origin"];
	        this.agent = source["agent"];
	        this.model = source["model"];
	        this.title = source["title"];
	        this.heading = this.convertValues(source["heading"], ClauseView);
	        this.state = source["state"];
	        this.reason = source["reason"];
	        this.started = source["started"];
	        this.ended = source["ended"];
	        this.calls = source["calls"];
	        this.inputTokens = source["inputTokens"];
	        this.outputTokens = source["outputTokens"];
	        this.parent = source["parent"];
	        this.callCode = source["callCode"];
	        this.callExit = source["callExit"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class RunsPageView {
	    runs: RunView[];
	    next: string;
	
	    static createFrom(source: any = {}) {
	        return new RunsPageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.runs = this.convertValues(source["runs"], RunView);
	        this.next = source["next"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class SavedDefinitionView {
	    saved: boolean;
	    now: DefinitionView;
	    difference: string;
	    note: string;
	
	    static createFrom(source: any = {}) {
	        return new SavedDefinitionView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.saved = source["saved"];
	        this.now = this.convertValues(source["now"], DefinitionView);
	        this.difference = source["difference"];
	        this.note = source["note"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class SavedHandsView {
	    saved: boolean;
	    now: HandsView;
	    difference: string;
	    note: string;
	
	    static createFrom(source: any = {}) {
	        return new SavedHandsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.saved = source["saved"];
	        this.now = this.convertValues(source["now"], HandsView);
	        this.difference = source["difference"];
	        this.note = source["note"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class SearchForm {
	    provider: SearchProvider;
	    url: string;
	    secret: string;
	    key: string;
	
	    static createFrom(source: any = {}) {
	        return new SearchForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.provider = source["provider"];
	        this.url = source["url"];
	        this.secret = source["secret"];
	        this.key = source["key"];
	    }
	}
	export class SearchProviderView {
	    provider: SearchProvider;
	    wantsKey: boolean;
	    wantsAddress: boolean;
	
	    static createFrom(source: any = {}) {
	        return new SearchProviderView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.provider = source["provider"];
	        this.wantsKey = source["wantsKey"];
	        this.wantsAddress = source["wantsAddress"];
	    }
	}
	export class SearchView {
	    provider: SearchProvider;
	    address: string;
	    url: string;
	    secret: string;
	    plain: boolean;
	    problem: string;
	
	    static createFrom(source: any = {}) {
	        return new SearchView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.provider = source["provider"];
	        this.address = source["address"];
	        this.url = source["url"];
	        this.secret = source["secret"];
	        this.plain = source["plain"];
	        this.problem = source["problem"];
	    }
	}
	export class SecretView {
	    name: string;
	    kept: SecretPlace;
	    usedBy: string[];
	
	    static createFrom(source: any = {}) {
	        return new SecretView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.kept = source["kept"];
	        this.usedBy = source["usedBy"];
	    }
	}
	export class SecretsView {
	    place: string;
	    safe: boolean;
	    secrets: SecretView[];
	
	    static createFrom(source: any = {}) {
	        return new SecretsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.place = source["place"];
	        this.safe = source["safe"];
	        this.secrets = this.convertValues(source["secrets"], SecretView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ServerAnswerForm {
	    secret: string;
	    value: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerAnswerForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.secret = source["secret"];
	        this.value = source["value"];
	    }
	}
	
	export class ServerChoiceForm {
	    id: string;
	    digest: string;
	    name: string;
	    internal: boolean;
	    answers: ServerAnswerForm[];
	    take: string[];
	
	    static createFrom(source: any = {}) {
	        return new ServerChoiceForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.digest = source["digest"];
	        this.name = source["name"];
	        this.internal = source["internal"];
	        this.answers = this.convertValues(source["answers"], ServerAnswerForm);
	        this.take = source["take"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ServerProgramView {
	    files: string[];
	    digest: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerProgramView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.files = source["files"];
	        this.digest = source["digest"];
	    }
	}
	export class ServerItemView {
	    name: string;
	    description: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerItemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.description = source["description"];
	    }
	}
	export class ServerToolView {
	    name: string;
	    qualified: string;
	    title: string;
	    description: string;
	    state: ServerToolState;
	    reason: string;
	    ask: boolean;
	    hints: string[];
	    tokens: number;
	    change: ServerToolChange;
	    difference: string;
	    digest: string;
	
	    static createFrom(source: any = {}) {
	        return new ServerToolView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.qualified = source["qualified"];
	        this.title = source["title"];
	        this.description = source["description"];
	        this.state = source["state"];
	        this.reason = source["reason"];
	        this.ask = source["ask"];
	        this.hints = source["hints"];
	        this.tokens = source["tokens"];
	        this.change = source["change"];
	        this.difference = source["difference"];
	        this.digest = source["digest"];
	    }
	}
	export class ServerProfileView {
	    reads: string;
	    writes: string;
	    reaches: string;
	    notes: string[];
	    network: string[];
	    own: boolean;
	    read: string[];
	    write: string[];
	
	    static createFrom(source: any = {}) {
	        return new ServerProfileView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.reads = source["reads"];
	        this.writes = source["writes"];
	        this.reaches = source["reaches"];
	        this.notes = source["notes"];
	        this.network = source["network"];
	        this.own = source["own"];
	        this.read = source["read"];
	        this.write = source["write"];
	    }
	}
	export class ServerView {
	    name: string;
	    title: string;
	    from: ServerOrigin;
	    file: string;
	    kind: ServerKind;
	    target: string;
	    state: ServerState;
	    reason: string;
	    next: string;
	    tries: number;
	    enabled: boolean;
	    internal: boolean;
	    known: boolean;
	    tools: number;
	    held: number;
	    tokens: number;
	
	    static createFrom(source: any = {}) {
	        return new ServerView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.title = source["title"];
	        this.from = source["from"];
	        this.file = source["file"];
	        this.kind = source["kind"];
	        this.target = source["target"];
	        this.state = source["state"];
	        this.reason = source["reason"];
	        this.next = source["next"];
	        this.tries = source["tries"];
	        this.enabled = source["enabled"];
	        this.internal = source["internal"];
	        this.known = source["known"];
	        this.tools = source["tools"];
	        this.held = source["held"];
	        this.tokens = source["tokens"];
	    }
	}
	export class ServerDetailView {
	    server: ServerView;
	    argv: string[];
	    url: string;
	    transport: Transport;
	    folder: string;
	    env: SettingView[];
	    headers: SettingView[];
	    timeoutSeconds: number;
	    profile: ServerProfileView;
	    refused: RefusedView[];
	    log: string[];
	    version: string;
	    protocol: string;
	    pid: number;
	    tookMs: number;
	    help: string;
	    tools: ServerToolView[];
	    resources: ServerItemView[];
	    prompts: ServerItemView[];
	    broken: string[];
	    signedIn: boolean;
	    program: ServerProgramView;
	
	    static createFrom(source: any = {}) {
	        return new ServerDetailView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.server = this.convertValues(source["server"], ServerView);
	        this.argv = source["argv"];
	        this.url = source["url"];
	        this.transport = source["transport"];
	        this.folder = source["folder"];
	        this.env = this.convertValues(source["env"], SettingView);
	        this.headers = this.convertValues(source["headers"], SettingView);
	        this.timeoutSeconds = source["timeoutSeconds"];
	        this.profile = this.convertValues(source["profile"], ServerProfileView);
	        this.refused = this.convertValues(source["refused"], RefusedView);
	        this.log = source["log"];
	        this.version = source["version"];
	        this.protocol = source["protocol"];
	        this.pid = source["pid"];
	        this.tookMs = source["tookMs"];
	        this.help = source["help"];
	        this.tools = this.convertValues(source["tools"], ServerToolView);
	        this.resources = this.convertValues(source["resources"], ServerItemView);
	        this.prompts = this.convertValues(source["prompts"], ServerItemView);
	        this.broken = source["broken"];
	        this.signedIn = source["signedIn"];
	        this.program = this.convertValues(source["program"], ServerProgramView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class SettingForm {
	    name: string;
	    value: string;
	    secret: boolean;
	    keeps: string;
	    kept: string;
	    around: string;
	
	    static createFrom(source: any = {}) {
	        return new SettingForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.value = source["value"];
	        this.secret = source["secret"];
	        this.keeps = source["keeps"];
	        this.kept = source["kept"];
	        this.around = source["around"];
	    }
	}
	export class ServerForm {
	    name: string;
	    command: string;
	    args: string[];
	    folder: string;
	    env: SettingForm[];
	    url: string;
	    transport: Transport;
	    headers: SettingForm[];
	    internal: boolean;
	    network: string[];
	    read: string[];
	    write: string[];
	    timeoutSeconds: number;
	    was: string;
	    take: string[];
	
	    static createFrom(source: any = {}) {
	        return new ServerForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.command = source["command"];
	        this.args = source["args"];
	        this.folder = source["folder"];
	        this.env = this.convertValues(source["env"], SettingForm);
	        this.url = source["url"];
	        this.transport = source["transport"];
	        this.headers = this.convertValues(source["headers"], SettingForm);
	        this.internal = source["internal"];
	        this.network = source["network"];
	        this.read = source["read"];
	        this.write = source["write"];
	        this.timeoutSeconds = source["timeoutSeconds"];
	        this.was = source["was"];
	        this.take = source["take"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	
	
	
	export class TestStepView {
	    name: string;
	    ok: boolean;
	    text: string;
	    tookMs: number;
	
	    static createFrom(source: any = {}) {
	        return new TestStepView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.ok = source["ok"];
	        this.text = source["text"];
	        this.tookMs = source["tookMs"];
	    }
	}
	export class ServerTestView {
	    ok: boolean;
	    steps: TestStepView[];
	    tools: number;
	    prompts: number;
	    resources: number;
	    broken: string[];
	    said: string[];
	    tookMs: number;
	
	    static createFrom(source: any = {}) {
	        return new ServerTestView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.ok = source["ok"];
	        this.steps = this.convertValues(source["steps"], TestStepView);
	        this.tools = source["tools"];
	        this.prompts = source["prompts"];
	        this.resources = source["resources"];
	        this.broken = source["broken"];
	        this.said = source["said"];
	        this.tookMs = source["tookMs"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	
	export class ServersView {
	    servers: ServerView[];
	    plainKeys: number;
	
	    static createFrom(source: any = {}) {
	        return new ServersView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.servers = this.convertValues(source["servers"], ServerView);
	        this.plainKeys = source["plainKeys"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	
	
	export class SettingsView {
	    theme: Theme;
	    language: string;
	    zoom: number;
	    zooms: boolean;
	    dialogs: settings.Dialogs;
	    hideFrom: boolean;
	    quietEnds: boolean;
	    plainTitles: boolean;
	    defaultModel: string;
	    providers: ProviderView[];
	    file: string;
	    problem: string;
	
	    static createFrom(source: any = {}) {
	        return new SettingsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.theme = source["theme"];
	        this.language = source["language"];
	        this.zoom = source["zoom"];
	        this.zooms = source["zooms"];
	        this.dialogs = source["dialogs"];
	        this.hideFrom = source["hideFrom"];
	        this.quietEnds = source["quietEnds"];
	        this.plainTitles = source["plainTitles"];
	        this.defaultModel = source["defaultModel"];
	        this.providers = this.convertValues(source["providers"], ProviderView);
	        this.file = source["file"];
	        this.problem = source["problem"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class SkillVariableView {
	    name: string;
	    value: string;
	
	    static createFrom(source: any = {}) {
	        return new SkillVariableView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.value = source["value"];
	    }
	}
	export class SkillView {
	    name: string;
	    description: string;
	    version: string;
	    triggers: string[];
	    allowedTools: string[];
	    variables: SkillVariableView[];
	    file: string;
	    size: number;
	    state: skills.State;
	    why: string;
	    notes: string[];
	    line: string;
	    noLine: string;
	    agents: string[];
	
	    static createFrom(source: any = {}) {
	        return new SkillView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.description = source["description"];
	        this.version = source["version"];
	        this.triggers = source["triggers"];
	        this.allowedTools = source["allowedTools"];
	        this.variables = this.convertValues(source["variables"], SkillVariableView);
	        this.file = source["file"];
	        this.size = source["size"];
	        this.state = source["state"];
	        this.why = source["why"];
	        this.notes = source["notes"];
	        this.line = source["line"];
	        this.noLine = source["noLine"];
	        this.agents = source["agents"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	
	export class StartedCallView {
	    run: string;
	    call: string;
	
	    static createFrom(source: any = {}) {
	        return new StartedCallView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.run = source["run"];
	        this.call = source["call"];
	    }
	}
	export class StopView {
	    runs: number;
	    calls: number;
	    jobs: number;
	    questions: number;
	    messages: number;
	    sending: number;
	    ended: number[];
	    stuck: string[];
	
	    static createFrom(source: any = {}) {
	        return new StopView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.runs = source["runs"];
	        this.calls = source["calls"];
	        this.jobs = source["jobs"];
	        this.questions = source["questions"];
	        this.messages = source["messages"];
	        this.sending = source["sending"];
	        this.ended = source["ended"];
	        this.stuck = source["stuck"];
	    }
	}
	export class StorageForm {
	    keepDays: number;
	    maxMB: number;
	    maxCalls: number;
	    secrets: boolean;
	
	    static createFrom(source: any = {}) {
	        return new StorageForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.keepDays = source["keepDays"];
	        this.maxMB = source["maxMB"];
	        this.maxCalls = source["maxCalls"];
	        this.secrets = source["secrets"];
	    }
	}
	export class StorageView {
	    bytes: number;
	    calls: number;
	    since: string;
	    keepDays: number;
	    maxMB: number;
	    maxCalls: number;
	    secrets: boolean;
	
	    static createFrom(source: any = {}) {
	        return new StorageView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.bytes = source["bytes"];
	        this.calls = source["calls"];
	        this.since = source["since"];
	        this.keepDays = source["keepDays"];
	        this.maxMB = source["maxMB"];
	        this.maxCalls = source["maxCalls"];
	        this.secrets = source["secrets"];
	    }
	}
	
	
	
	export class ToolForView {
	    tool: ToolView;
	    available: boolean;
	    why: string;
	    where: string;
	    next: string;
	    off: boolean;
	
	    static createFrom(source: any = {}) {
	        return new ToolForView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.tool = this.convertValues(source["tool"], ToolView);
	        this.available = source["available"];
	        this.why = source["why"];
	        this.where = source["where"];
	        this.next = source["next"];
	        this.off = source["off"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class ToolLineView {
	    text: string;
	    violations: ViolationView[];
	    message: string;
	
	    static createFrom(source: any = {}) {
	        return new ToolLineView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.text = source["text"];
	        this.violations = this.convertValues(source["violations"], ViolationView);
	        this.message = source["message"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	
	export class TrialForm {
	    tool: string;
	    input: string;
	    rule: string;
	    outcome: guard.Outcome;
	    after: string[];
	    said: string;
	
	    static createFrom(source: any = {}) {
	        return new TrialForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.tool = source["tool"];
	        this.input = source["input"];
	        this.rule = source["rule"];
	        this.outcome = source["outcome"];
	        this.after = source["after"];
	        this.said = source["said"];
	    }
	}
	export class TrialStepView {
	    name: string;
	    outcome: guard.Outcome | '';
	    by: string;
	    file: string;
	
	    static createFrom(source: any = {}) {
	        return new TrialStepView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.outcome = source["outcome"];
	        this.by = source["by"];
	        this.file = source["file"];
	    }
	}
	export class TrialView {
	    preview: PreviewView;
	    steps: TrialStepView[];
	    problem: string;
	    outward?: OutwardView;
	
	    static createFrom(source: any = {}) {
	        return new TrialView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.preview = this.convertValues(source["preview"], PreviewView);
	        this.steps = this.convertValues(source["steps"], TrialStepView);
	        this.problem = source["problem"];
	        this.outward = this.convertValues(source["outward"], OutwardView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class TriedView {
	    model: string;
	    text: string;
	    ms: number;
	
	    static createFrom(source: any = {}) {
	        return new TriedView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.model = source["model"];
	        this.text = source["text"];
	        this.ms = source["ms"];
	    }
	}
	export class UndoPartsForm {
	    item: string;
	    parts: number[];
	
	    static createFrom(source: any = {}) {
	        return new UndoPartsForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.item = source["item"];
	        this.parts = source["parts"];
	    }
	}
	export class UndoForm {
	    runs: string[];
	    call: string;
	    after: string;
	    branch?: PlaceForm;
	    only?: string[];
	    without: string[];
	    over: string[];
	    merge: string[];
	    parts: UndoPartsForm[];
	
	    static createFrom(source: any = {}) {
	        return new UndoForm(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.runs = source["runs"];
	        this.call = source["call"];
	        this.after = source["after"];
	        this.branch = this.convertValues(source["branch"], PlaceForm);
	        this.only = source["only"];
	        this.without = source["without"];
	        this.over = source["over"];
	        this.merge = source["merge"];
	        this.parts = this.convertValues(source["parts"], UndoPartsForm);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class UndoItemView {
	    id: string;
	    path: string;
	    from: string;
	    with: string;
	    kind: UndoKind;
	    what: UndoWhat;
	    state: undo.State;
	    why: string;
	
	    static createFrom(source: any = {}) {
	        return new UndoItemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.id = source["id"];
	        this.path = source["path"];
	        this.from = source["from"];
	        this.with = source["with"];
	        this.kind = source["kind"];
	        this.what = source["what"];
	        this.state = source["state"];
	        this.why = source["why"];
	    }
	}
	
	export class UndoPlanView {
	    items: UndoItemView[];
	    more: number;
	    moreReady: number;
	    elsewhere: string[];
	    partial: string[];
	    skipped: string[];
	    unsure: string[];
	    beside: string[];
	    digest: string;
	
	    static createFrom(source: any = {}) {
	        return new UndoPlanView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.items = this.convertValues(source["items"], UndoItemView);
	        this.more = source["more"];
	        this.moreReady = source["moreReady"];
	        this.elsewhere = source["elsewhere"];
	        this.partial = source["partial"];
	        this.skipped = source["skipped"];
	        this.unsure = source["unsure"];
	        this.beside = source["beside"];
	        this.digest = source["digest"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class UnsentView {
	    session: string;
	    draft: string;
	    queue: string[];
	
	    static createFrom(source: any = {}) {
	        return new UnsentView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.session = source["session"];
	        this.draft = source["draft"];
	        this.queue = source["queue"];
	    }
	}
	
	export class WallView {
	    name: WallName;
	    enforced: boolean;
	    reason: string;
	    advice: string;
	
	    static createFrom(source: any = {}) {
	        return new WallView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.name = source["name"];
	        this.enforced = source["enforced"];
	        this.reason = source["reason"];
	        this.advice = source["advice"];
	    }
	}
	export class WallsView {
	    walls: WallView[];
	    gaps: string[];
	    readable: string[];
	    writable: string[];
	    granted: string[];
	    network: NetworkView;
	    memoryMiB: number;
	    fileMiB: number;
	    processes: number;
	    cpuSeconds: number;
	    file: string;
	
	    static createFrom(source: any = {}) {
	        return new WallsView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.walls = this.convertValues(source["walls"], WallView);
	        this.gaps = source["gaps"];
	        this.readable = source["readable"];
	        this.writable = source["writable"];
	        this.granted = source["granted"];
	        this.network = this.convertValues(source["network"], NetworkView);
	        this.memoryMiB = source["memoryMiB"];
	        this.fileMiB = source["fileMiB"];
	        this.processes = source["processes"];
	        this.cpuSeconds = source["cpuSeconds"];
	        this.file = source["file"];
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class WebView {
	    on: boolean;
	    own: WebWord;
	    why: string;
	    hosts: string[];
	    hostsProblem: string;
	    search: SearchView;
	    providers: SearchProviderView[];
	
	    static createFrom(source: any = {}) {
	        return new WebView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.on = source["on"];
	        this.own = source["own"];
	        this.why = source["why"];
	        this.hosts = source["hosts"];
	        this.hostsProblem = source["hostsProblem"];
	        this.search = this.convertValues(source["search"], SearchView);
	        this.providers = this.convertValues(source["providers"], SearchProviderView);
	    }
	
		convertValues(a: any, classs: any, asMap: boolean = false): any {
		    if (!a) {
		        return a;
		    }
		    if (a.slice && a.map) {
		        return (a as any[]).map(elem => this.convertValues(elem, classs));
		    } else if ("object" === typeof a) {
		        if (asMap) {
		            for (const key of Object.keys(a)) {
		                a[key] = new classs(a[key]);
		            }
		            return a;
		        }
		        return new classs(a);
		    }
		    return a;
		}
	}
	export class WordProblemView {
	    word: string;
	    text: string;
	
	    static createFrom(source: any = {}) {
	        return new WordProblemView(source);
	    }
	
	    constructor(source: any = {}) {
	        if ('string' === typeof source) source = JSON.parse(source);
	        this.word = source["word"];
	        this.text = source["text"];
	    }
	}

}

