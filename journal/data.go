package journal

import (
	"encoding/json"
	"slices"
)

// PromptedData is the data of Prompted.
type PromptedData struct {
	Text   string   `json:"text"`
	Agent  string   `json:"agent,omitempty"`
	Model  string   `json:"model,omitempty"`
	Aside  string   `json:"aside,omitempty"`  // what the app added for the model, behind the text
	Skills []string `json:"skills,omitempty"` // that came up with the prompt: by a trigger, or started by the person
	SHA256 string   `json:"sha256,omitempty"` // of the agent's file as it was; "": the agent has none

	// Rehearsal is what the conversation is rehearsed as: it changes nothing. "": it acts.
	Rehearsal string `json:"rehearsal,omitempty"`

	// Origins are where text from elsewhere comes from that the agent is told at the run's beginning: a list of tools.Origin.
	Origins json.RawMessage `json:"origins,omitempty"`

	Base *BaseData `json:"base,omitempty"` // of the first prompt of a conversation that was branched from another one

	// Of a task that an agent gives to another one: its name, its run and the call that
	// gives it (docs/spec/14-agents.md#sub-agents). "": a person has written it.
	From       string `json:"from,omitempty"`
	Parent     string `json:"parent,omitempty"`
	ParentCall string `json:"parent_call,omitempty"`
}

// BaseData is where a conversation was branched from another one: what stands there up to the
// event stands before it.
type BaseData struct {
	Session string `json:"session"`
	Run     string `json:"run"`
	Turn    int    `json:"turn"` // the last answer of the run that is taken along; 0: not even its prompt
	Seq     int64  `json:"seq"`  // of the last event
}

// RepliedData is the data of Replied: one whole answer of the model.
type RepliedData struct {
	Text   string      `json:"text"`
	Turn   int         `json:"turn"`
	Calls  []ModelCall `json:"calls,omitempty"` // the tool calls it asked for, in order
	Stop   string      `json:"stop,omitempty"`
	Input  int         `json:"input_tokens,omitempty"`
	Output int         `json:"output_tokens,omitempty"`
	Cost   float64     `json:"cost,omitempty"` // US dollars, as far as it is known
	Own    bool        `json:"own,omitempty"`  // no model has answered: the calls are the person's own

	// What the model thought before, for the person alone: no model is told of it again.
	Thinking string `json:"thinking,omitempty"`
	Thought  int    `json:"thought_ms,omitempty"` // how long that took
}

// TitledData is the data of Titled, which may come after the run has ended.
type TitledData struct {
	Title  string  `json:"title,omitempty"` // what the chat is called from here on, unless the person has named it; "": see Why
	Why    string  `json:"why,omitempty"`   // why there is none
	Model  string  `json:"model"`
	Input  int     `json:"input_tokens,omitempty"`
	Output int     `json:"output_tokens,omitempty"`
	Cost   float64 `json:"cost,omitempty"` // US dollars, as far as it is known
}

// A ModelCall is a tool call as a model asked for it.
type ModelCall struct {
	ID    string          `json:"id"` // the model's own id
	Call  string          `json:"call,omitempty"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
	Key   string          `json:"key,omitempty"` // the idempotency key: its digest tells whether Input is whole
}

// CalledData is the data of Called. Large inputs are named by size and SHA-256.
type CalledData struct {
	Tool    string          `json:"tool"`
	Input   json.RawMessage `json:"input,omitempty"`
	Size    int             `json:"size,omitempty"`   // bytes, where the input was left out
	SHA256  string          `json:"sha256,omitempty"` // likewise
	Caller  string          `json:"caller"`           // agent, person, mcp, page
	Name    string          `json:"name,omitempty"`
	Token   string          `json:"token,omitempty"`     // the name of the token that a client of MCP came with over HTTP
	By      string          `json:"called_by,omitempty"` // the agent that has called the agent
	Turn    int             `json:"turn,omitempty"`
	Ordinal int             `json:"ordinal,omitempty"`
	Key     string          `json:"key,omitempty"`

	// Rehearsal is the layer that the call runs on: it changes nothing. "": it acts.
	Rehearsal string `json:"rehearsal,omitempty"`
}

// ChangedData is the data of Changed: a hook gave the call another input.
type ChangedData struct {
	By      string          `json:"by"` // the hook, with its file
	Input   json.RawMessage `json:"input"`
	Decider DeciderData     `json:"decider,omitzero"` // what By says, for programs
}

// VerdictData is the data of Blocked, Allowed, Declined and Expired: who
// decided, and why.
type VerdictData struct {
	By     string   `json:"by"`               // "mode workspace", "rule bash(git status*)", "the person, in the window"
	Reason string   `json:"reason,omitempty"` // what the caller was told
	Cause  string   `json:"cause,omitempty"`  // the reason alone: the person's own words of a no, or why nobody answered
	Code   string   `json:"code,omitempty"`
	File   string   `json:"file,omitempty"`  // where what decided stands: "agent/rules.json:3"
	Grant  string   `json:"grant,omitempty"` // the grant that allowed it, or that this answer made
	Act    *ActData `json:"act,omitempty"`   // of Blocked: what was judged, where no Asked event has it

	Decider DeciderData  `json:"decider,omitzero"`  // what By says, for programs; zero: nothing that could be named
	Because []ClauseData `json:"because,omitempty"` // Reason as codes; none: only Reason says it
}

// A ClauseData is a part of a sentence for a person, as tools.Clause has it.
type ClauseData struct {
	Code  string       `json:"code"`
	Args  []string     `json:"args,omitempty"`
	Parts []ClauseData `json:"parts,omitempty"`
}

// DeciderData is who or what has decided, as tools.Decider has it.
type DeciderData struct {
	Kind string `json:"kind"` // rule, builtin, grant, mode, confirm, hook, person, flag, program, nobody, change
	Name string `json:"name,omitempty"`
}

// ActData is a settled act as the guard judged it: what a replay judges again.
// It stands in exactly one event of a call that was judged: Asked, else Blocked,
// else Started. What that event says itself is not said twice: see Judged.
type ActData struct {
	Tool    string     `json:"tool,omitempty"` // the qualified name
	Title   string     `json:"title,omitempty"`
	Heading ClauseData `json:"heading,omitzero"` // Title as a code; zero: only Title says it
	Detail  string     `json:"detail,omitempty"` // what was rendered, whole
	Shell   string     `json:"shell,omitempty"`  // the script a shell would read, at most ActLimit bytes
	Folder  string     `json:"folder,omitempty"`
	Effects []string   `json:"effects,omitempty"` // "write /path"
	Digest  string     `json:"digest,omitempty"`
	Confirm bool       `json:"confirm,omitempty"` // the act itself wants the person asked, whatever its tool says
	Forced  bool       `json:"forced,omitempty"`  // it asked although the guard allowed it: a hook wanted that, or the person had been shown another act
	Verdict string     `json:"verdict"`           // allow, ask, deny
	By      string     `json:"by,omitempty"`
	File    string     `json:"file,omitempty"` // where what decided stands
	Reason  string     `json:"reason,omitempty"`
	Stage   string     `json:"stage,omitempty"` // what has decided, as guard.Stage names it; "": it was recorded before there were names

	// Authored says that the words of the script are the author's, but for those
	// in Values: where each begins and ends, in bytes, one after the other.
	Authored bool  `json:"authored,omitempty"`
	Values   []int `json:"values,omitempty"`

	Reads bool `json:"reads,omitempty"` // the act changes nothing, though its tool may
	Named bool `json:"named,omitempty"` // the agent has not chosen where it reaches

	// ShellIsDetail says that the script is what the event's Detail shows.
	ShellIsDetail bool `json:"shell_is_detail,omitempty"`
	// Omitted says why the act is not here and cannot be judged again: it names a
	// file with secrets, or is too large.
	Omitted string `json:"omitted,omitempty"`
}

// ActLimit is how many bytes of a script, or of the list of effects, an ActData
// holds; a larger act is left out of the record and cannot be judged again.
const ActLimit = 16 << 10

// Judged returns the act of an Asked, Blocked or Started event, whole: what the
// event says itself is filled in. ok is false if the event has none, as in
// journals of before there were acts.
func Judged(data json.RawMessage) (act ActData, ok bool, err error) {
	var d struct {
		Tool    string     `json:"tool"`
		Title   string     `json:"title"`
		Heading ClauseData `json:"heading"`
		Detail  string     `json:"detail"`
		Folder  string     `json:"folder"`
		Effects []string   `json:"effects"`
		Digest  string     `json:"digest"`
		By      string     `json:"by"`
		File    string     `json:"file"`
		Reason  string     `json:"reason"`
		Act     *ActData   `json:"act"`
	}
	if err := json.Unmarshal(data, &d); err != nil || d.Act == nil {
		return ActData{}, false, err
	}
	act = *d.Act
	fill := func(own *string, of string) {
		if *own == "" {
			*own = of
		}
	}
	fill(&act.Tool, d.Tool)
	fill(&act.Title, d.Title)
	if act.Heading.Code == "" {
		act.Heading = d.Heading
	}
	fill(&act.Detail, d.Detail)
	fill(&act.Folder, d.Folder)
	fill(&act.Digest, d.Digest)
	fill(&act.By, d.By)
	fill(&act.File, d.File)
	fill(&act.Reason, d.Reason)
	if act.Effects == nil {
		act.Effects = d.Effects
	}
	if act.ShellIsDetail {
		act.Shell = act.Detail
	}
	return act, true, nil
}

// AskedData is the data of Asked: what the person was shown.
type AskedData struct {
	Title   string     `json:"title"`
	Heading ClauseData `json:"heading,omitzero"` // Title as a code; zero: only Title says it
	Detail  string     `json:"detail"`
	Reason  string     `json:"reason,omitempty"`
	Digest  string     `json:"digest"`
	Where   string     `json:"where,omitempty"` // window, dialog, terminal
	Act     *ActData   `json:"act,omitempty"`

	Because []ClauseData `json:"because,omitempty"` // Reason as codes; none: only Reason says it
}

// StartedData is the data of Started: the act as it was shown.
type StartedData struct {
	Tool       string     `json:"tool"`
	Title      string     `json:"title"`
	Heading    ClauseData `json:"heading,omitzero"` // as in AskedData
	Detail     string     `json:"detail"`
	Folder     string     `json:"folder,omitempty"`
	Effects    []string   `json:"effects,omitempty"` // "write /path"
	Digest     string     `json:"digest"`
	SideEffect bool       `json:"side_effect"`
	Idempotent bool       `json:"idempotent"`
	Claimed    bool       `json:"claimed,omitempty"` // these two are the word of a server
	Act        *ActData   `json:"act,omitempty"`     // what was judged, where no Asked event has it

	Rehearsal string `json:"rehearsal,omitempty"` // as in CalledData: then there is no side effect, whatever the act says
}

// OutputData is the data of Output: a piece of what an act printed.
type OutputData struct {
	Stream string `json:"stream"` // stdout, stderr, progress
	Text   string `json:"text"`
}

// FinishedData is the data of Finished: what came out of the act.
type FinishedData struct {
	Content string          `json:"content"`
	Error   string          `json:"error,omitempty"`
	Code    string          `json:"code,omitempty"`
	Meta    json.RawMessage `json:"meta,omitempty"`
	Unknown bool            `json:"unknown,omitempty"` // the process died in mid-call: nobody knows
	Parts   []PartData      `json:"parts,omitempty"`   // what came out beside the text, in order
}

// PartData names a piece of a result that is no text. Its data is not in the
// journal.
type PartData struct {
	MIME string `json:"mime"`
	Size int    `json:"size"`           // bytes
	Kept string `json:"kept,omitempty"` // the name under which the app keeps it for a while; "": it does not
}

// SnapshotData is the data of Snapshot: how much the act has changed. What, and the contents,
// are kept apart from the journal (docs/spec/13-journal.md#snapshots).
//
// A call has more than one if more has become known of it late: When says of which.
type SnapshotData struct {
	When    string   `json:"when,omitempty"`    // "": while the call ran; else SeenLate or AfterItsEnd
	Changed int      `json:"changed"`           // names
	Exact   bool     `json:"exact,omitempty"`   // the call named each; else they changed while it ran
	Beside  []string `json:"beside,omitempty"`  // calls that ran at the same time in one of the folders
	Partial []string `json:"partial,omitempty"` // what is not covered, a sentence each
	Skipped []string `json:"skipped,omitempty"` // folders that are left out, a few of them
	Reach   string   `json:"reach,omitempty"`   // what its program could reach beyond this machine: what it did there is not known
	Failed  string   `json:"failed,omitempty"`  // why nothing is kept
	// Acts is what of it runs or speaks later and holds text from elsewhere, though the act did not name it: the way by which that is, and the path.
	Acts []string `json:"acts,omitempty"`
}

// What changed of which a Snapshot was not made at the end of its call.
const (
	// SeenLate is what changed since the call began, as Handrail ended while it ran: some of it
	// may be the person's, or of later calls.
	SeenLate = "late"
	// AfterItsEnd is what changed after the call, while something ran that it has left running:
	// some of it may be the person's.
	AfterItsEnd = "left"
)

// Add adds what has become known of the same call later.
func (d SnapshotData) Add(more SnapshotData) SnapshotData {
	more.Changed += d.Changed
	if more.When == "" {
		more.When = d.When
	}
	if more.Reach == "" {
		more.Reach = d.Reach
	}
	if more.Failed == "" {
		more.Failed = d.Failed
	}
	for _, id := range more.Beside {
		if !slices.Contains(d.Beside, id) {
			d.Beside = append(slices.Clone(d.Beside), id)
		}
	}
	more.Beside = d.Beside
	more.Acts = append(slices.Clone(d.Acts), more.Acts...)
	more.Partial, more.Skipped = append(slices.Clone(d.Partial), more.Partial...), append(slices.Clone(d.Skipped), more.Skipped...)
	return more
}

// UndoneData is the data of Undone: of a call, or of what came of taking it back.
type UndoneData struct {
	Calls   []string `json:"calls"`             // whose changes were taken back
	Changed int      `json:"changed"`           // names that were put back
	Left    []string `json:"left,omitempty"`    // what was not, a sentence each
	Session string   `json:"session,omitempty"` // whose agent is told
}

// ReturnedData is the data of Returned: what the caller was given.
type ReturnedData struct {
	Content   string          `json:"content,omitempty"` // left out when it is what Finished has
	Same      bool            `json:"same,omitempty"`    // it is what Finished has
	Error     string          `json:"error,omitempty"`
	Action    json.RawMessage `json:"action,omitempty"` // what a person can do about the error: a tools.Action
	Code      string          `json:"code,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Meta      json.RawMessage `json:"meta,omitempty"`
	Closed    bool            `json:"closed,omitempty"` // Handrail closed before it ran, or while it did: nobody was given this
}

// ResumedData is the data of Resumed.
type ResumedData struct {
	Model   string        `json:"model,omitempty"` // that answers from here on
	By      string        `json:"by"`              // who lets the run go on: "the person, in the window"
	Decider DeciderData   `json:"decider,omitzero"`
	Calls   []ResumedCall `json:"calls,omitempty"` // what becomes of those of which nobody knows whether they were done
}

// A ResumedCall is what becomes of a call of which nobody knows whether it was done.
type ResumedCall struct {
	Call string `json:"call"`
	Fate Fate   `json:"fate"`
	Told string `json:"told,omitempty"` // what the model is told of it, beside a result
}

// A Fate is what becomes of a call whose process died while it ran.
type Fate string

// The fates of calls. All but Repeated are the person's word, and nobody else's.
const (
	Happened Fate = "happened" // it was done: it does not run again
	Again    Fate = "again"    // it runs again
	Halt     Fate = "stop"     // the run ends there
	Repeated Fate = "repeated" // it runs again by itself: that is safe
)

// ProblemData is the data of Problem.
type ProblemData struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Severity string `json:"severity"`
	Text     string `json:"text"`
}

// EndedData is the data of Ended and Stopped. The store takes State and Reason
// into the Run when it records Ended.
type EndedData struct {
	State  RunState `json:"state"`
	Reason string   `json:"reason,omitempty"`
}
