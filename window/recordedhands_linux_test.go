package window

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"handrail/operator"
	"handrail/operator/operatortest"
)

// handWalks record ctxnest.json as it is edited: the texts that the page's tests make
// are judged here.
func handWalks() []walk {
	described := handEdit(`completely safe)`, `completely safe)!`)
	theirs := handEdit("Tag a release", "Written by somebody else")
	shorter := handEdit("List files in the repo (no params, completely safe)", "Lists files")
	counted := func(command, params string) string {
		return handEdit("\n    }\n  }\n}\n", "\n    },\n    \"count-words\": {\n      \"description\": \"Counts the words of a file\",\n      \"command\": ["+command+"]"+params+"\n    }\n  }\n}\n")
	}
	whole := counted(`"wc", "-w", "{{file}}"`, ",\n      \"params\": {\n        \"file\": {\n          \"type\": \"string\",\n          \"required\": true\n        }\n      }")
	save := func(text string) step {
		return step{"SaveHands", func(r *recorder) []any { return []any{text, r.hands().Digest} }}
	}
	late := func(text string) step {
		return step{"SaveHands", with(text, fmt.Sprintf("%x", sha256.Sum256([]byte(welcomeHands))))}
	}
	check := func(text string) step { return step{"CheckHands", with(text)} }
	resolve := func(text, hand, input string) step { return step{"ResolveHand", with(text, hand, input)} }
	matches := func(value string) step { return step{"TryPattern", with("^[a-zA-Z0-9._-]+$", value)} }
	reads := []step{{"Hands", with()}}
	for _, name := range []string{"list-files", "run-suite", "deploy-staging", "deploy-production", "remove-temp", "tag-release", "count-words"} {
		reads = append(reads, step{"Tool", with("welcome__" + name)})
	}
	return []walk{
		{
			space: welcome, options: withoutPrograms, prepare: (*operatortest.Bench).Trust, reads: reads,
			files: map[string]string{"space.manifest.json": `{"id": "welcome", "name": "Welcome"}`, "ctxnest.json": welcomeHands},
			trials: []step{
				check(`{"hands": {}}`), check("{\n  \"hands\": {,}\n}"), check(welcomeHands), check(described),
				check(handEdit("optional filter", "optional filter!")), resolve(handEdit("optional filter", "optional filter!"), "run-suite", "{}"),
				check(handEdit("Run the tests with an optional filter", "Runs")),
				check(handEdit("_/-]*$", "_/-]*$(")),
				check(handEdit(`"ls-files"`, `"--full-name", "ls-files"`)),
				check(handEdit(`"pattern": "[0-9.]+" }`, `"pattern": "[0-9.]+" },`+"\n        \"message\": {\n          \"type\": \"string\",\n          \"required\": true\n        }")),
				check(shorter), check(handEdit("\n    }\n  }\n}\n", "\n    },\n"+newHand[strings.Index(newHand, "    \"new"):])),
				check(counted(`"wc", "{{file}}", "-w"`, "")), check(counted(`"wc", "-w", "{{file}}"`, "")), check(whole),
				resolve(welcomeHands, "list-files", "{}"), resolve(welcomeHands, "run-suite", "{}"), resolve(welcomeHands, "run-suite", `{"filter":""}`), resolve(welcomeHands, "run-suite", `{"filter":"totals"}`),
			},
			branches: [][]step{{save(described)}, {save(theirs), late(shorter), late(described), save(described)}, {save(theirs), late(whole), save(whole)}},
		},
		{
			trials:   []step{matches(""), matches("."), matches(".."), matches("../"), matches("../x"), {"TryPattern", with("[0-9.]+", "")}},
			branches: [][]step{{}},
		},
		{
			space: notes, options: withoutPrograms, reads: []step{{"Hands", with()}, {"ProposeHands", with()}},
			files: map[string]string{
				"package.json": `{"scripts": {"test": "vitest", "build": "vite build", "prepare": "husky"}}`,
				"Makefile":     "publish:\n\tnpm publish --tag $(VERSION)\n",
			},
			trials:   []step{check(newHand)},
			branches: [][]step{{}},
		},
	}
}

// handEdit is the welcome space's ctxnest.json with one text in place of another.
func handEdit(old, new string) string { return strings.Replace(welcomeHands, old, new, 1) }

// hands is the file of the space as it is by now.
func (r *recorder) hands() HandsView {
	r.t.Helper()
	view, err := (&Hands{r.window.app}).Hands(r.real)
	if err != nil {
		r.t.Fatal(err)
	}
	return view
}

// withoutPrograms has nothing on PATH, so that a recording does not depend on what is
// installed.
func withoutPrograms(o *operatortest.Options) {
	o.Change = func(c *operator.Config) { c.Environ.Vars = []string{"PATH=", "HOME=" + c.Home} }
}

// newHand is a file with a hand that was just added.
const newHand = `{
  "version": "1",
  "tools": {
    "new-hand": {
      "description": "",
      "command": []
    }
  }
}
`

// welcomeHands has a hand of every sort.
const welcomeHands = `{
  "version": "1",
  "tools": {
    "list-files": {
      "description": "List files in the repo (no params, completely safe)",
      "command": ["git", "ls-files"]
    },
    "run-suite": {
      "description": "Run the tests with an optional filter",
      "command": ["npx", "vitest", "--reporter=verbose", "{{filter}}"],
      "timeout": 120000,
      "params": {
        "filter": { "type": "string", "required": false, "default": "", "pattern": "^[a-zA-Z0-9 _/-]*$" }
      }
    },
    "deploy-staging": {
      "description": "Deploy to staging (asks first)",
      "command": ["gcloud", "run", "deploy", "my-service", "--region", "us-central1"],
      "danger": "moderate",
      "confirm": true,
      "timeout": 180000
    },
    "deploy-production": {
      "description": "Deploy to production (turned off)",
      "command": ["npm", "run", "deploy:prod"],
      "danger": "high",
      "confirm": true,
      "disabled": true
    },
    "remove-temp": {
      "description": "Delete a file under tmp/scratch",
      "command": ["rm", "{{name}}"],
      "argSeparator": true,
      "workingDir": "tmp/scratch",
      "params": {
        "name": { "type": "string", "required": true, "pattern": "^[a-zA-Z0-9._-]+$" }
      }
    },
    "tag-release": {
      "description": "Tag a release",
      "command": ["git", "tag", "v{{version}}", "{{message}}"],
      "params": {
        "version": { "type": "string", "required": true, "pattern": "[0-9.]+" }
      }
    }
  }
}
`
