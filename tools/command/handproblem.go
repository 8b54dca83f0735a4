package command

import "fmt"

// A HandProblem is something that the author of a ctxnest.json must know. Its
// line is that of the value that is wrong, from 1.
type HandProblem struct {
	File   string
	Line   int    // 0: the file as a whole
	Tool   string // "": the file as a whole
	Field  string // of the tool: "command", "params.filter.pattern"; "": the tool as a whole
	Reason string // what is wrong, in the words of docs/spec/07-hands.md#errors where it has them
	Advice string // what to do; may be empty
	Minor  bool   // everything works without the change

	ofTool bool // also of one whose name is empty
}

// Text is what is wrong and what to do, without the tool's name.
func (p HandProblem) Text() string {
	if p.Advice == "" {
		return p.Reason
	}
	return p.Reason + "; " + p.Advice
}

// String is the problem as people read it: "tool 'deploy' rejected: argv[0]
// must be literal; …" (docs/spec/07-hands.md).
func (p HandProblem) String() string {
	text := p.Text()
	switch {
	case !p.ofTool:
		return text
	case p.Minor:
		return fmt.Sprintf("tool '%s': %s", p.Tool, text)
	}
	return fmt.Sprintf("tool '%s' rejected: %s", p.Tool, text)
}

// The exact error texts of docs/spec/07-hands.md#errors.
const (
	textToolName    = "tool name '%s' invalid"
	textCommand     = "command must be non-empty array"
	textLiteral     = "argv[0] must be literal"
	textPlaceholder = "placeholder {{%s}} has no param def"
	textPattern     = "param '%s' invalid pattern"
)

// The other reasons.
const (
	textVersion    = `version must be the string "` + HandsVersion + `"`
	textTools      = "tools must be an object of tools by name"
	textTwice      = "%q is given twice"
	textType       = "%s must be %s, not %s"
	textUnknown    = "the key %q is not known and is ignored"
	textProgram    = "command[0] must be the bare name of a program on PATH, or its absolute path"
	textWorkingDir = "workingDir must be relative to the project and must not contain .."
	textEnvKey     = "env key '%s' is forbidden"
	textEnvName    = "env key '%s' cannot name a variable"
	textParamName  = "param name '%s' invalid"
	textDefault    = "param '%s' would not accept its own default"
)

// A handRule is one line of the table that the authoring reference prints: what
// is not accepted, and what is said of it.
type handRule struct{ rule, says string }

// loadRules is what a tool or the file is rejected for when it is loaded.
func loadRules() []handRule {
	return []handRule{
		{"the tool's name does not match `^[a-z][a-z0-9-]*$`", fmt.Sprintf(textToolName, "<name>")},
		{"`command` is not a non-empty array of strings", textCommand},
		{"`command[0]` contains `{{...}}`", textLiteral},
		{"`command[0]` is empty, or a relative path such as `./x`", textProgram},
		{"a placeholder `{{x}}` has no parameter of that name", fmt.Sprintf(textPlaceholder, "x")},
		{"a `pattern` does not compile as RE2", fmt.Sprintf(textPattern, "<name>")},
		{"`workingDir` is absolute, or contains `..`", textWorkingDir},
		{"a key of `env` or `inheritEnv` is forbidden", fmt.Sprintf(textEnvKey, "<name>")},
		{"a parameter's name does not match `^[A-Za-z_][A-Za-z0-9_]*$`", fmt.Sprintf(textParamName, "<name>")},
		{"a `default` that its own parameter would refuse", fmt.Sprintf(textDefault, "<name>")},
		{"a value has another type than the schema says", fmt.Sprintf(textType, "<field>", "<type>", "<what it is>")},
		{"a key or a tool is given twice", fmt.Sprintf(textTwice, "<key>")},
		{"more elements or parameters than a tool may have", fmt.Sprintf("at most %d elements of a command and %d params", maxHandElements, maxHandParams)},
		{"`version` is anything but the text `\"1\"` (the whole file is refused)", textVersion},
	}
}
