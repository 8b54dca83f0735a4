package window

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/journal"
	"handrail/operator/operatortest"
)

// callWalks record how calls of the fixtures' runs were decided, which rules they can
// be made into, and what would become of them now.
func callWalks() []walk {
	one := func(method string, calls ...string) []step {
		var out []step
		for _, call := range calls {
			out = append(out, step{method, with(call)})
		}
		return out
	}
	calls := []string{
		"run-01-c1", "run-01-c2", "run-01-c3", "run-01-c4", "run-01-c5", "run-02-c1", "run-02-c2", "run-02-c3", "run-02-c4", "run-02-c5", "run-02-c6", "run-02-c7", "run-02-c8",
		"run-03-c1", "run-04-c1", "run-05-c1", "run-05-c2", "run-05-c3", "run-05-c4", "run-06-c1", "run-06-c2",
	}
	return []walk{
		{files: ruledFiles, options: ruled, prepare: loadRuns, trials: append(one("CallRecord", calls...), one("RuleFromCall", calls...)...), branches: [][]step{{}}},
		{space: welcome, files: ruledFiles, options: ruled, prepare: loadRuns, trials: []step{{"Replay", with(100, false)}, {"Replay", with(100, true)}}, branches: [][]step{{}}},
	}
}

// loadRuns puts the fixtures' runs into the journal, in the order of their events.
func loadRuns(b *operatortest.Bench) {
	b.T.Helper()
	b.Trust()
	for _, name := range []string{"06", "01", "02", "03", "04", "05"} {
		raw, err := os.ReadFile(filepath.Join("../frontend/src/testing/fixtures/runs", "run-"+name+".json"))
		if err != nil {
			b.T.Fatal(err)
		}
		var run struct {
			Run    journal.Run
			Events []journal.Event
		}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(raw), welcome, b.Dir)), &run); err != nil {
			b.T.Fatal(err)
		}
		run.Run.State, run.Run.Ended = journal.Running, time.Time{}
		for i, e := range run.Events {
			var data bytes.Buffer
			if err := json.Compact(&data, e.Data); err != nil {
				b.T.Fatal(err)
			}
			run.Events[i].Data = data.Bytes()
		}
		if err := b.O.Store().Begin(b.T.Context(), run.Run); err != nil {
			b.T.Fatal(err)
		}
		if err := b.O.Store().Record(b.T.Context(), run.Events...); err != nil {
			b.T.Fatal(err)
		}
	}
}

// ruled is a bench with the person's rules.
func ruled(o *operatortest.Options) { o.Settings = ruledSettings }

// ruledSettings are the person's rules.
const ruledSettings = `{
  "providers": {},
  "tools": {},

  "rules": {
    "deny": ["bash(curl *)"],
    "ask": ["github__*"],
    "allow": ["bash(git status*)", "write(**/*.md)"],
    "builtin": {"git-push-lease": "allow"}
  }
}
`

// ruledFiles are a space with tools of its own, rules and a hook.
var ruledFiles = map[string]string{
	"space.manifest.json": `{"id": "welcome", "name": "Welcome", "description": "A small project to try Handrail on.", "icon": "compass", "tools": [
  {"id": "serve", "name": "Preview the guide", "description": "Serves the guide on this machine while you look at it.", "category": "preview", "icon": "globe", "idempotent": true, "danger": "safe",
   "command": "python3 -m http.server {{port}} --directory guide", "timeout": 600, "parameters": [{"name": "port", "type": "number", "description": "Port to serve on", "required": false, "default": 8080}]}
]}
`,
	"agent/config.md":      "---\nid: guide\nname: Guide\ndescription: Shows what this space can do.\n---\nYou show what Handrail can do.\n",
	"agent/reviewer.md":    "---\nid: reviewer\nname: Reviewer\ndescription: Reads, never writes.\nmodel: ollama/qwen3\nallowedTools: [read, grep, glob, listdir, word-count]\n---\nYou read, and never write.\n",
	"agent/rules.json":     "{\n  \"deny\": [\n    \"write(guide/published/**)\"\n  ],\n  \"ask\": [\n    \"bash(make publish*)\"\n  ]\n}\n",
	"agent/hooks/git.json": "{\n  \"hooks\": [\n    {\"id\": \"guard-git\", \"type\": \"pre_tool\", \"tools\": [\"bash\", \"spawn\"], \"command\": \"bash scripts/guard-git.sh\", \"blocking\": true}\n  ]\n}\n",
	"scripts/guard-git.sh": "case \"$TOOL_INPUT\" in\n*--force*)\n\techo '{\"block\": true, \"message\": \"Force pushes are not allowed in this project. Push without --force.\"}'\n\texit 1\n\t;;\n*sleep*)\n\techo '{\"block\": true, \"message\": \"Do not sleep: wait for what you need.\"}'\n\texit 1\n\t;;\nesac\n",
	"agent/tools/read.md":  "---\nid: read\nname: Read a note\ndescription: Reads one of the notes.\ncategory: notes\nicon: file-text\nsideEffect: false\nparameters:\n  - name: note\n    type: string\n    description: Which note\n    required: true\ncommand: cat notes/{{note}}.md\ntimeout: 30\n---\n",
	"agent/tools/run-tests.md": `---
id: run-tests
name: Run the tests
description: Runs one test suite of this project.
category: testing
icon: flask-conical
idempotent: true
danger: safe
parameters:
  - name: suite
    type: string
    description: Which suite
    required: true
    enum: [unit, links, all]
  - name: timeout
    type: number
    description: Seconds for one test
    required: false
    default: 30
  - name: only
    type: array
    description: Names of tests to run; all if empty
    required: false
command: bash test.sh {{suite}} --timeout {{timeout}}
---
`,
	"agent/tools/deploy.md": `---
id: deploy
name: Deploy to Staging
description: Deploys the current branch to the staging environment.
category: deployment
icon: rocket
danger: high
confirm: true
parameters:
  - name: branch
    type: string
    description: Git branch to deploy
    required: true
    pattern: "[A-Za-z0-9._/-]+"
  - name: wait
    type: boolean
    description: Wait for deployment to complete
    required: false
    default: true
command: bash scripts/deploy.sh {{branch}}
timeout: 300
---
`,
	"agent/tools/clean.md":      "---\nid: clean\nname: Clean the build folder\ndescription: Deletes what the build made.\ncategory: build\nicon: trash-2\nidempotent: true\ncommand: rm -r build\ntimeout: 30\n---\n",
	"agent/tools/word-count.md": "---\nid: word-count\nname: Count words\ndescription: Counts lines, words and characters of a file.\ncategory: text\nicon: book-open\nsideEffect: false\nparameters:\n  - name: file\n    type: string\n    description: The file to count\n    required: true\ncommand: wc -- {{file}}\ntimeout: 10\n---\n",
	"scripts/deploy.sh":         "echo \"checking the branch\"\necho \"building 1 of 2  parse\"\necho \"building 2 of 2  guide\"\necho \"$1 is on staging\"\n",
	"test.sh":                   "echo \"ok    parse          0.01s\"\necho \"ok    totals         0.02s\"\necho \"all done\"\n",
	"src/totals.sh":             "total() {\n  :\n}\n",
	"notes/plan.md":             "# Plan\n\n- finish the guide\n- show it to Grace\n- put it on staging\n",
	"README.md":                 "# Welcome\n",
}
