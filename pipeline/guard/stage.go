package guard

// A Stage is what of a judgement has decided. The zero Stage is none.
type Stage int

// The stages of the guard, in the order in which they decide
// (docs/spec/11-guard.md), and after them those of the pipeline, which ask about what
// the guard allows.
const (
	BuiltinDeny Stage = iota + 1
	DenyRule
	LastingGrant
	Confirm
	AskRule
	BuiltinAsk // also a protected file
	AllowRule
	ByMode

	HookAsk       // a hook wants the person asked
	ChangedAct    // it is another act than the person was shown
	FromElsewhere // text from elsewhere could leave by it, or act later
)

// Stages returns the stages of the guard, in the order in which they decide.
func Stages() []Stage {
	return []Stage{BuiltinDeny, DenyRule, LastingGrant, Confirm, AskRule, BuiltinAsk, AllowRule, ByMode}
}

// Name is the name of a stage in records. It never changes.
func (s Stage) Name() string {
	switch s {
	case BuiltinDeny:
		return "builtin-deny"
	case DenyRule:
		return "deny-rule"
	case LastingGrant:
		return "grant"
	case Confirm:
		return "confirm"
	case AskRule:
		return "ask-rule"
	case BuiltinAsk:
		return "builtin-ask"
	case AllowRule:
		return "allow-rule"
	case ByMode:
		return "mode"
	case HookAsk:
		return "hook"
	case ChangedAct:
		return "changed-act"
	case FromElsewhere:
		return "from-elsewhere"
	}
	return ""
}

// String names a stage for a person.
func (s Stage) String() string {
	switch s {
	case BuiltinDeny:
		return "built-in deny"
	case DenyRule:
		return "deny rules"
	case LastingGrant:
		return "your grants"
	case Confirm:
		return "confirm: true"
	case AskRule:
		return "ask rules"
	case BuiltinAsk:
		return "built-in asks and protected files"
	case AllowRule:
		return "allow rules"
	case ByMode:
		return "the mode"
	case HookAsk:
		return "hooks"
	case ChangedAct:
		return "what you were shown"
	case FromElsewhere:
		return "text from elsewhere"
	}
	return "nothing"
}
