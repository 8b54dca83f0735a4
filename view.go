package main

// The plain structs that cross to the page; fill.go fills them.
// frontend/src/backend/views.ts says what each field means; the two files hold
// the same list. Times are RFC 3339 text, JSON is text, lists are never null.

// AgentView is an agent of a space.
type AgentView struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Model       string `json:"model"`
}

// SpaceView is a folder that is open in the app.
type SpaceView struct {
	Path        string      `json:"path"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Icon        string      `json:"icon"`
	Trust       string      `json:"trust"`
	Unavailable string      `json:"unavailable"`
	Mode        string      `json:"mode"`
	Errors      int         `json:"errors"`
	Warnings    int         `json:"warnings"`
	Tour        string      `json:"tour"`
	Agents      []AgentView `json:"agents"`
}

// ProblemView is one thing that is wrong in a space's files.
type ProblemView struct {
	Severity string `json:"severity"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// InventoryView is what a space would be able to run.
type InventoryView struct {
	Space  string              `json:"space"`
	Digest string              `json:"digest"`
	Items  []InventoryItemView `json:"items"`
	Notes  []string            `json:"notes"`
}

// InventoryItemView is one thing that a space would be able to run.
type InventoryItemView struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	File   string `json:"file"`
	Detail string `json:"detail"`
	SHA256 string `json:"sha256"`
}

// SessionView is one chat of a space.
type SessionView struct {
	ID      string `json:"id"`
	Space   string `json:"space"`
	Title   string `json:"title"`
	Agent   string `json:"agent"`
	Model   string `json:"model"`
	Updated string `json:"updated"`
	Running string `json:"running"`
}

// RunView is a run of the journal.
type RunView struct {
	ID           string `json:"id"`
	Space        string `json:"space"`
	Session      string `json:"session"`
	Origin       string `json:"origin"`
	Agent        string `json:"agent"`
	Model        string `json:"model"`
	Title        string `json:"title"`
	State        string `json:"state"`
	Reason       string `json:"reason"`
	Started      string `json:"started"`
	Ended        string `json:"ended"`
	Calls        int    `json:"calls"`
	InputTokens  int    `json:"inputTokens"`
	OutputTokens int    `json:"outputTokens"`
}

// RunsPageView is a page of runs.
type RunsPageView struct {
	Runs []RunView `json:"runs"`
	Next string    `json:"next"`
}

// EventView is an event of the journal.
type EventView struct {
	Seq  int64  `json:"seq"`
	Run  string `json:"run"`
	Call string `json:"call"`
	Time string `json:"time"`
	Kind string `json:"kind"`
	Data string `json:"data"`
}

// EventsPageView is a page of events.
type EventsPageView struct {
	Events []EventView `json:"events"`
	More   bool        `json:"more"`
}

// ToolView is a tool in the list.
type ToolView struct {
	Name           string  `json:"name"`
	Qualified      string  `json:"qualified"`
	Title          string  `json:"title"`
	Description    string  `json:"description"`
	Source         string  `json:"source"`
	State          string  `json:"state"`
	Reason         string  `json:"reason"`
	Category       string  `json:"category"`
	Icon           string  `json:"icon"`
	SideEffect     bool    `json:"sideEffect"`
	Idempotent     bool    `json:"idempotent"`
	Confirm        bool    `json:"confirm"`
	Danger         string  `json:"danger"`
	TimeoutSeconds float64 `json:"timeoutSeconds"`
}

// ToolDetailView is a tool with its schema.
type ToolDetailView struct {
	Tool     ToolView `json:"tool"`
	Input    string   `json:"input"`
	Docs     string   `json:"docs"`
	Declared string   `json:"declared"`
	Command  string   `json:"command"`
}

// EffectView is one thing that an act would do.
type EffectView struct {
	Kind   string `json:"kind"`
	Target string `json:"target"`
}

// ViolationView is one thing that is wrong with an input.
type ViolationView struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// PreviewView is what a call would do.
type PreviewView struct {
	Title      string          `json:"title"`
	Detail     string          `json:"detail"`
	Folder     string          `json:"folder"`
	Effects    []EffectView    `json:"effects"`
	Digest     string          `json:"digest"`
	Decision   string          `json:"decision"`
	Why        string          `json:"why"`
	Violations []ViolationView `json:"violations"`
	Code       string          `json:"code"`
	Message    string          `json:"message"`
}

// StartedCallView is a call that has been started.
type StartedCallView struct {
	Run  string `json:"run"`
	Call string `json:"call"`
}

// HandsView is a space's ctxnest.json.
type HandsView struct {
	Text   string         `json:"text"`
	Digest string         `json:"digest"`
	Exists bool           `json:"exists"`
	Check  HandsCheckView `json:"check"`
}

// HandsCheckView is what the loader says of a text.
type HandsCheckView struct {
	Hands    []HandView        `json:"hands"`
	Problems []HandProblemView `json:"problems"`
}

// HandView is one hand of a text.
type HandView struct {
	Name        string   `json:"name"`
	Qualified   string   `json:"qualified"`
	Description string   `json:"description"`
	Argv        []string `json:"argv"`
	Danger      string   `json:"danger"`
	Confirm     bool     `json:"confirm"`
	Disabled    bool     `json:"disabled"`
	Rejected    string   `json:"rejected"`
	Input       string   `json:"input"`
}

// HandProblemView is one thing that is wrong with a text.
type HandProblemView struct {
	Severity string `json:"severity"`
	Hand     string `json:"hand"`
	Field    string `json:"field"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// HandArgvView is what a hand would run.
type HandArgvView struct {
	Argv       []string        `json:"argv"`
	Dropped    []string        `json:"dropped"`
	Folder     string          `json:"folder"`
	Violations []ViolationView `json:"violations"`
	Message    string          `json:"message"`
}

// PatternView says whether a value passes a pattern.
type PatternView struct {
	Passes bool   `json:"passes"`
	Why    string `json:"why"`
}

// SavedHandsView is what became of saving.
type SavedHandsView struct {
	Saved      bool      `json:"saved"`
	Now        HandsView `json:"now"`
	Difference string    `json:"difference"`
	Note       string    `json:"note"`
}

// HandCallView is a past call of a hand.
type HandCallView struct {
	Run        string `json:"run"`
	Call       string `json:"call"`
	Time       string `json:"time"`
	Status     string `json:"status"`
	Code       string `json:"code"`
	DurationMs int64  `json:"durationMs"`
	Exit       string `json:"exit"`
	Who        string `json:"who"`
	Detail     string `json:"detail"`
}

// HandProposalsView is what a project's files suggest as hands.
type HandProposalsView struct {
	Hands []HandProposalView `json:"hands"`
	Notes []string           `json:"notes"`
}

// HandProposalView is one suggested hand.
type HandProposalView struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Argv        []string `json:"argv"`
	From        string   `json:"from"`
	Why         string   `json:"why"`
	JSON        string   `json:"json"`
}

// ProviderView is a place where models answer.
type ProviderView struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	URL    string   `json:"url"`
	HasKey bool     `json:"hasKey"`
	State  string   `json:"state"`
	Reason string   `json:"reason"`
	Models []string `json:"models"`
}

// ProviderForm is a provider that the person adds. Its key goes no further than
// the keyring.
type ProviderForm struct {
	Name string `json:"name"`
	Type string `json:"type"`
	URL  string `json:"url"`
	Key  string `json:"key"`
}

// LocalServerView is a model server on this machine.
type LocalServerView struct {
	Name   string   `json:"name"`
	URL    string   `json:"url"`
	Models []string `json:"models"`
}

// SettingsView are the settings that the window shows.
type SettingsView struct {
	Theme        string         `json:"theme"`
	DefaultModel string         `json:"defaultModel"`
	Providers    []ProviderView `json:"providers"`
	File         string         `json:"file"`
	Problem      string         `json:"problem"`
}

// DoctorView is one finding of the doctor.
type DoctorView struct {
	Area   string `json:"area"`
	Name   string `json:"name"`
	State  string `json:"state"`
	Text   string `json:"text"`
	Action string `json:"action"`
}

// AboutView says what this app is.
type AboutView struct {
	Version   string `json:"version"`
	Commit    string `json:"commit"`
	OS        string `json:"os"`
	ConfigDir string `json:"configDir"`
	DataDir   string `json:"dataDir"`
}

// NoticeView is something to tell that belongs to no call.
type NoticeView struct {
	Level string `json:"level"`
	Text  string `json:"text"`
	Run   string `json:"run"`
}

// DeltaView is a piece of a growing reply.
type DeltaView struct {
	Session string `json:"session"`
	Run     string `json:"run"`
	Text    string `json:"text"`
}

// OutputView is a piece of what a call prints.
type OutputView struct {
	Run    string `json:"run"`
	Call   string `json:"call"`
	Stream string `json:"stream"`
	Text   string `json:"text"`
}

// AppEvent is the one payload of the one event; Kind says which field is set.
type AppEvent struct {
	Kind     string        `json:"kind"`
	Space    string        `json:"space,omitempty"`
	Session  string        `json:"session"`
	Journal  *EventView    `json:"journal,omitempty"`
	Delta    *DeltaView    `json:"delta,omitempty"`
	Output   *OutputView   `json:"output,omitempty"`
	Question *QuestionView `json:"question,omitempty"`
	Form     *FormView     `json:"form,omitempty"`
	Changed  *SpaceView    `json:"changed,omitempty"`
	Chat     *SessionView  `json:"chat,omitempty"`
	Notice   *NoticeView   `json:"notice,omitempty"`
}
