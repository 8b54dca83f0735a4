package window

// ConnectAct is what can be done to another program's file.
type ConnectAct string

// The acts.
const (
	ActConnect    ConnectAct = "connect" // to the space that is open
	ActDisconnect ConnectAct = "disconnect"
	ActUndo       ConnectAct = "undo" // put back what our last change took
)

// AddOutcome is what became of a server that was to be added or changed.
type AddOutcome string

// The outcomes.
const (
	AddDone    AddOutcome = "added"
	AddChanged AddOutcome = "changed"
	AddSame    AddOutcome = "same"
	AddRefused AddOutcome = "refused"
)

// AnswerKind is how a question ended.
type AnswerKind string

// The ends of a question.
const (
	AnswerAllowed  AnswerKind = "allowed"
	AnswerDeclined AnswerKind = "declined"
	AnswerExpired  AnswerKind = "expired"
	AnswerChanged  AnswerKind = "changed"
	AnswerNone     AnswerKind = ""
)

// ChangeKind is how something differs from what the person trusted.
type ChangeKind string

// The differences.
const (
	ChangeNew     ChangeKind = "new"
	ChangeChanged ChangeKind = "changed"
	ChangeGone    ChangeKind = "gone"
)

// CheckState is what the doctor found.
type CheckState string

// The findings.
const (
	CheckOK      CheckState = "ok"
	CheckWarning CheckState = "warning"
	CheckError   CheckState = "error"
	CheckOff     CheckState = "off"
)

// Decision is what would become of a call.
type Decision string

// The decisions.
const (
	DecideRun  Decision = "run"
	DecideAsk  Decision = "ask"
	DecideDeny Decision = "deny"
)

// Fate is what becomes of a recorded call that is judged again.
type Fate string

// The fates.
const (
	FateAllow    Fate = "allow"
	FateAsk      Fate = "ask"
	FateDeny     Fate = "deny"
	FateNotFound Fate = "not_found"
	FateBlocked  Fate = "blocked"
	FateStopped  Fate = "stopped"
	FateChanged  Fate = "changed"
	FateInvalid  Fate = "invalid"
)

// ExportFormat is how a run is written to a file.
type ExportFormat string

// The formats.
const (
	FormatJSONL ExportFormat = "jsonl"
	FormatCSV   ExportFormat = "csv"
)

// FormState is how things stand with a server's form.
type FormState string

// The states of a form.
const (
	FormWaiting FormState = "waiting"
	FormClosed  FormState = "closed" // answered, taken back or run out
)

// GrantKind is what a grant lets happen.
type GrantKind string

// The kinds of grants.
const (
	GrantAct     GrantKind = "act"     // calls that run unasked
	GrantPath    GrantKind = "path"    // a file or folder outside the space that its tools may touch
	GrantNetwork GrantKind = "network" // the package registries
)

// HookPhase is when a hook runs.
type HookPhase string

// The phases.
const (
	HookPreTool  HookPhase = "pre_tool"
	HookPostTool HookPhase = "post_tool"
	HookUnread   HookPhase = "" // it cannot be read
)

// HookInput is where a hook reads the call from.
type HookInput string

// The inputs.
const (
	HookFromEnv   HookInput = "env"
	HookFromStdin HookInput = "stdin"
)

// HookFormat is how a hook answers.
type HookFormat string

// The formats.
const (
	HookHandrail HookFormat = "handrail"
	HookClaude   HookFormat = "claude"
)

// HookOutcome is what a hook made of a call.
type HookOutcome string

// The outcomes.
const (
	HookPasses  HookOutcome = "passes"
	HookChanges HookOutcome = "changes"
	HookAsks    HookOutcome = "asks"
	HookBlocks  HookOutcome = "blocks"
	HookStops   HookOutcome = "stops"
	HookSkips   HookOutcome = "skips"
	HookWarns   HookOutcome = "warns"
)

// ItemKind is what of a space a person looks at before trusting it.
type ItemKind string

// The kinds of items.
const (
	ItemTool     ItemKind = "tool"
	ItemHook     ItemKind = "hook"
	ItemHand     ItemKind = "hand"
	ItemServer   ItemKind = "server"
	ItemAgent    ItemKind = "agent"
	ItemSkill    ItemKind = "skill"
	ItemPage     ItemKind = "page"
	ItemMemory   ItemKind = "memory"
	ItemRules    ItemKind = "rules"
	ItemManifest ItemKind = "manifest"
	ItemFile     ItemKind = "file"
)

// JobState is how things stand with a job.
type JobState string

// The states of a job.
const (
	JobRunning JobState = "running"
	JobDone    JobState = "done"
	JobFailed  JobState = "failed"
	JobStopped JobState = "stopped"
	JobLeft    JobState = "left" // no job: a finished call has left it running
)

// Level is how much a notice matters.
type Level string

// The levels.
const (
	LevelInfo    Level = "info"
	LevelWarning Level = "warning"
	LevelError   Level = "error"
)

// Owner is whose a rule is.
type Owner string

// The owners.
const (
	OwnerPerson Owner = "person"
	OwnerSpace  Owner = "space" // a file of the space, in which only deny and ask count
)

// ProgramState is how another program stands to Handrail.
type ProgramState string

// The states of a program.
const (
	ProgramConnected    ProgramState = "connected"
	ProgramGone         ProgramState = "gone"    // its entry starts a Handrail that is not there any more
	ProgramForeign      ProgramState = "foreign" // it has an entry of our name that is not ours
	ProgramNotConnected ProgramState = "not-connected"
	ProgramNotFound     ProgramState = "not-found"
	ProgramBroken       ProgramState = "broken"
)

// ProviderType is which protocol a provider of models speaks.
type ProviderType string

// The types of providers.
const (
	ProviderAnthropic ProviderType = "anthropic"
	ProviderOpenAI    ProviderType = "openai"
	ProviderGuide     ProviderType = "guide"
	ProviderScripted  ProviderType = "scripted"
)

// RefusedKind is what a server's walls kept it from.
type RefusedKind string

// The kinds of refusals.
const (
	RefusedReach RefusedKind = "reach"
	RefusedRead  RefusedKind = "read"
	RefusedWrite RefusedKind = "write"
)

// RegistryAnswer is what the person said about the package registries.
type RegistryAnswer string

// The answers.
const (
	RegistriesYes     RegistryAnswer = "yes"
	RegistriesNo      RegistryAnswer = "no"
	RegistriesUnasked RegistryAnswer = ""
)

// SearchProvider is who is asked when the web is searched.
type SearchProvider string

// The providers.
const (
	SearchNobody   SearchProvider = ""
	SearchSearXNG  SearchProvider = "searxng"
	SearchBrave    SearchProvider = "brave"
	SearchTavily   SearchProvider = "tavily"
	SearchExa      SearchProvider = "exa"
	SearchKagi     SearchProvider = "kagi"
	SearchEndpoint SearchProvider = "endpoint" // any address that answers
)

// SecretPlace is where a secret is kept.
type SecretPlace string

// The places.
const (
	SecretKeyring SecretPlace = "keyring"
	SecretFile    SecretPlace = "file"
	SecretNowhere SecretPlace = "" // something names it, and there is no value
)

// ServerOrigin is where a server is set.
type ServerOrigin string

// The origins of servers.
const (
	ServerFromSettings ServerOrigin = "settings"
	ServerFromSpace    ServerOrigin = "space"
)

// ServerKind is how a server is reached.
type ServerKind string

// The kinds of servers.
const (
	ServerProgram ServerKind = "program"
	ServerRemote  ServerKind = "remote"
)

// ServerState is how things stand with a server.
type ServerState string

// The states of a server: as mcp has them, and those of one that is not used.
const (
	ServerIdle       ServerState = "idle"
	ServerConnecting ServerState = "connecting"
	ServerReady      ServerState = "ready"
	ServerFailed     ServerState = "failed"
	ServerWaiting    ServerState = "waiting"
	ServerSignIn     ServerState = "sign-in"
	ServerStopped    ServerState = "stopped"
	ServerOff        ServerState = "off"       // the person turned it off
	ServerHeldBack   ServerState = "held-back" // a space's own, not trusted or changed since
	ServerShadowed   ServerState = "shadowed"  // the name is taken
	ServerBroken     ServerState = "broken"    // it cannot be used as it is set
)

// ServerToolState is how things stand with a tool of a server.
type ServerToolState string

// The states of a server's tool.
const (
	ServerToolReady       ServerToolState = "ready"
	ServerToolOff         ServerToolState = "off"
	ServerToolHeldBack    ServerToolState = "held-back"
	ServerToolRejected    ServerToolState = "rejected"
	ServerToolUnavailable ServerToolState = "unavailable"
)

// ServerToolChange is how a server's tool differs from what the person accepted.
type ServerToolChange string

// The differences.
const (
	ServerToolSame    ServerToolChange = ""
	ServerToolNew     ServerToolChange = "new" // it works, and asks each time until it is approved
	ServerToolChanged ServerToolChange = "changed"
	ServerToolGone    ServerToolChange = "gone"
)

// Severity is how bad a problem is.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Stream is where a running call prints.
type Stream string

// The streams.
const (
	StreamOut      Stream = "stdout"
	StreamErr      Stream = "stderr"
	StreamProgress Stream = "progress" // a line that says how far it is; each replaces the one before
)

// Theme is how the window looks.
type Theme string

// The themes.
const (
	ThemeSystem Theme = "system"
	ThemeLight  Theme = "light"
	ThemeDark   Theme = "dark"
)

// Transport is how a remote server is spoken to.
type Transport string

// The transports.
const (
	TransportAny  Transport = "" // streamable HTTP, then SSE
	TransportHTTP Transport = "http"
	TransportSSE  Transport = "sse"
)

// WallName is a kind of limit around programs.
type WallName string

// The walls.
const (
	WallFiles   WallName = "files"
	WallNetwork WallName = "network"
	WallLimits  WallName = "limits"
)

// WebWord says whether the tools of the web are there.
type WebWord string

// The words.
const (
	WebOn     WebWord = "on"
	WebOff    WebWord = "off"
	WebShared WebWord = "" // as all spaces have it
)

// CallStatus is how things stand with a past call of a hand.
type CallStatus string

// The states of such a call.
const (
	CallRunning        CallStatus = "running"
	CallRequiresAction CallStatus = "requires-action"
	CallComplete       CallStatus = "complete"
	CallIncomplete     CallStatus = "incomplete"
)
