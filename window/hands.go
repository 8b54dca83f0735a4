package window

import (
	"encoding/json"
	"strconv"
	"strings"

	"handrail/operator"
	"handrail/operator/hands"
	"handrail/operator/history"
	"handrail/tools"
)

// Hands is ctxnest.json as it is edited, as the page asks for them.
type Hands struct{ *app }

// Hands reads a space's ctxnest.json.
func (a *Hands) Hands(space string) (HandsView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return HandsView{}, err
	}
	f, err := s.Hands().Read()
	return viewOf(f, err, handsView)
}

// CheckHands judges a text as the loader would. It touches no file.
func (a *Hands) CheckHands(space, text string) (HandsCheckView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) HandsCheckView { return handsCheckView(s.Hands().Check(text)) })
}

// ResolveHand works out what a hand of a text would run. It runs nothing.
func (a *Hands) ResolveHand(space, text, hand, input string) (HandArgvView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) HandArgvView { return handArgvView(s.Hands().Resolve(text, hand, input)) })
}

// TryPattern says whether a value passes a pattern. pattern "" is the rule for values
// without a pattern.
func (a *Hands) TryPattern(pattern, value string) (PatternView, error) {
	passes, why := hands.TryPattern(pattern, value)
	return PatternView{Passes: passes, Why: why}, nil
}

// SaveHands writes ctxnest.json, unless it is another one than the digest names.
func (a *Hands) SaveHands(space, text, digest string) (SavedHandsView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return SavedHandsView{}, err
	}
	saved, err := s.Hands().Save(a.ctx, text, digest)
	return viewOf(saved, err, savedHandsView)
}

// HandHistory lists the past calls of a hand. They come newest first, at most 100.
func (a *Hands) HandHistory(space, hand string) ([]HandCallView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	calls, err := a.o.History().HandCalls(a.ctx, s.Dir(), s.Hands().Names(hand))
	return each(calls, handCallView), err
}

// ProposeHands lists the hands that the project's own files suggest. It reads
// package.json, Makefile, justfile, Taskfile and go.mod.
func (a *Hands) ProposeHands(space string) (HandProposalsView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return HandProposalsView{}, err
	}
	found, err := s.Hands().Propose(a.ctx)
	return viewOf(found, err, handProposalsView)
}

// HandsView is a space's ctxnest.json.
type HandsView struct {
	// "" where there is no file.
	Text string `json:"text"`
	// Names exactly this text: SaveHands refuses to write over another one. "" = there is no file.
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
	Name string `json:"name"`
	// "<project>__<name>", by which it is called.
	Qualified   string `json:"qualified"`
	Description string `json:"description"`
	// The command as declared, with its placeholders.
	Argv     []string     `json:"argv"`
	Danger   tools.Danger `json:"danger"`
	Confirm  bool         `json:"confirm"`
	Disabled bool         `json:"disabled"`
	// Why it does not load: "tool 'x' rejected: …"; "" = it loads.
	Rejected string `json:"rejected"`
	// JSON Schema of its parameters, as text; "" if it does not load.
	Input string `json:"input"`
}

// HandProblemView is one thing that is wrong with a text.
type HandProblemView struct {
	Severity Severity `json:"severity"`
	// The hand it is about; "" = the whole file.
	Hand string `json:"hand"`
	// What of the hand causes it: "command[0]", "params.branch.pattern"; "" = the hand as a whole.
	Field string `json:"field"`
	// From 1; 0 = the whole file.
	Line int    `json:"line"`
	Text string `json:"text"`
}

// HandArgvView is what a hand would run.
type HandArgvView struct {
	// The resolved argv; empty if the values do not fit.
	Argv []string `json:"argv"`
	// Elements that are left out because they resolve to nothing, as declared: "{{filter}}".
	Dropped []string `json:"dropped"`
	// The folder in which it would run.
	Folder     string          `json:"folder"`
	Violations []ViolationView `json:"violations"`
	// Why there is nothing to show, if that is not the values: the hand is rejected, its program is not on PATH.
	Message string `json:"message"`
}

// PatternView says whether a value passes a pattern.
type PatternView struct {
	Passes bool `json:"passes"`
	// Why not, or what to know of it; "" = nothing.
	Why string `json:"why"`
}

// SavedHandsView is what became of saving.
type SavedHandsView struct {
	// False: the file is another one than the digest names, and was left alone.
	Saved bool `json:"saved"`
	// The file as it is now: what was saved, or what somebody else wrote.
	Now HandsView `json:"now"`
	// Unified difference from the file to the text that was not saved; "" if it was.
	Difference string `json:"difference"`
	// What else to know, such as why the space is not trusted any more; "" = nothing.
	Note string `json:"note"`
}

// HandCallView is a past call of a hand.
type HandCallView struct {
	Run    string     `json:"run"`
	Call   string     `json:"call"`
	Time   string     `json:"time"`
	Status CallStatus `json:"status"`
	// Error code of an incomplete call.
	Code       string `json:"code"`
	DurationMs int64  `json:"durationMs"`
	// Exit code as text; "" if there is none.
	Exit string `json:"exit"`
	// Who called, in words.
	Who string `json:"who"`
	// What ran, one element a line; "" if it did not get so far.
	Detail string `json:"detail"`
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
	// "package.json"
	From string `json:"from"`
	// Why it is set as it is, such as "it publishes, so it asks".
	Why string `json:"why"`
	// The hand as it would stand in the file: a JSON object as text.
	JSON string `json:"json"`
}

func handsView(f hands.Contents) HandsView {
	return HandsView{Text: f.Text, Digest: f.Digest, Exists: f.Exists, Check: handsCheckView(f.Check)}
}

func handsCheckView(c hands.Check) HandsCheckView {
	return HandsCheckView{Hands: each(c.Hands, handView), Problems: each(c.Problems, handProblemView)}
}

func handView(h hands.Checked) HandView {
	danger := tools.Danger(h.Danger)
	if danger == "" {
		danger = tools.Safe
	}
	return HandView{
		Name: h.Name, Qualified: h.Qualified, Description: h.Description, Argv: append([]string{}, h.Command...), Danger: danger, Confirm: h.Confirm,
		Disabled: h.Disabled, Rejected: h.Rejected, Input: h.Input,
	}
}

func handProblemView(p hands.Problem) HandProblemView {
	v := HandProblemView{Severity: SeverityError, Hand: p.Tool, Field: p.Field, Line: p.Line, Text: p.Text()}
	if p.Minor {
		v.Severity = SeverityWarning
	}
	return v
}

func handArgvView(a hands.Argv) HandArgvView {
	return HandArgvView{
		Argv: append([]string{}, a.Argv...), Dropped: append([]string{}, a.Dropped...), Folder: a.Folder, Violations: each(a.Violations, violationView), Message: a.Why,
	}
}

func savedHandsView(s hands.Saved) SavedHandsView {
	return SavedHandsView{Saved: s.Done, Now: handsView(s.Current), Difference: s.Difference, Note: s.Note}
}

func handCallView(c history.HandCall) HandCallView {
	v := HandCallView{
		Run: c.Run, Call: c.Call, Time: timeText(c.Time), Status: CallStatus(c.Status), Code: c.Code, DurationMs: c.Millis, Who: c.Who.String(), Detail: c.Detail,
	}
	if c.Exit != nil {
		v.Exit = strconv.Itoa(*c.Exit)
	}
	return v
}

func handProposalsView(p hands.Proposal) HandProposalsView {
	v := HandProposalsView{Hands: []HandProposalView{}, Notes: []string{}}
	for _, h := range p.Hands {
		raw, err := json.Marshal(h.Hand)
		if err != nil { // texts, numbers and lists: it cannot be
			v.Notes = append(v.Notes, h.Name+": "+err.Error())
			continue
		}
		v.Hands = append(v.Hands, HandProposalView{Name: h.Name, Description: h.Hand.Description, Argv: append([]string{}, h.Hand.Command...), From: h.From, Why: h.Why, JSON: string(raw)})
	}
	if p.Blocked != "" {
		v.Notes = append(v.Notes, p.Blocked+".")
	}
	for _, s := range p.Skipped {
		v.Notes = append(v.Notes, strings.TrimSpace(s.Name+" in "+s.From)+": "+s.Why)
	}
	return v
}

// pointer makes a JSON pointer of a path like "tags[2]".
func pointer(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer("~", "~0", "/", "~1", "[", "/", "]", "", ".", "/").Replace(path)
}
