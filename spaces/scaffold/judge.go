package scaffold

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/tools/command"
)

// Time-outs of proposed hands, in milliseconds; 300,000 is the most that a hand
// can have (docs/spec/07-hands.md#warnings: the shortest plausible time-out).
const (
	timeoutShort = 30_000
	timeoutPlain = 60_000
	timeoutCheck = 120_000
	timeoutLong  = 300_000
)

// How dangerous a hand is (docs/spec/07-hands.md#fields).
const (
	safe     = "safe"
	moderate = "moderate"
	high     = "high"
)

// These are found in what a command would run, its own text and that of what it
// calls. They ask or turn off a hand that a name alone would let run; what
// they miss is still inside the sandbox.
var (
	remoteText = lazy.Regexp(`\bgit\s+push\b|\b(npm|pnpm|yarn|bun|cargo|poetry|uv|flit|wrangler|vsce|lerna|changeset)\s+(run\s+|npm\s+|-\S+\s+)*(publish|release)\b|` +
		`\b(docker|podman|helm|flatpak|snapcraft|buildah)\s+(\S+\s+)?push\b|\bkubectl\s+(\S+\s+)*(apply|delete|create|replace|patch|rollout|scale)\b|` +
		`\b(terraform|tofu|pulumi|cdk|sst)\s+(\S+\s+)*(apply|destroy|up|deploy)\b|\bhelm\s+(install|upgrade|uninstall|rollback)\b|\bgh\s+(release|pr|workflow)\b|` +
		`\b(gcloud|firebase|netlify|fly|flyctl|wrangler|serverless|sls|vercel|heroku|railway|eb|az|gh-pages)\b.*\b(deploy|publish|push|up|release|-d)\b|` +
		`\b(twine\s+upload|goreleaser|semantic-release|ansible-playbook|vercel\s+--prod|aws\s+\S+|gsutil\s+\S+|ssh\s+\S+|scp\s+\S+|rsync\s+.*\S:)`)
	calledRemote = lazy.Regexp(`\b(run|run-s|run-p|npm-run-all|make|\$\(MAKE\)|just|task|yarn|pnpm|bun)\s+([^\n;&|]*[\s:_-])?(deploy|publish|release|push|promote|rollback)\b`)
	rootText     = lazy.Regexp(`\b(sudo|doas|pkexec)\s`)
	dataText     = lazy.Regexp(`(?i)\b(drop\s+(database|schema|table)|truncate\s+table|dropdb|db:(drop|reset)|migrate\s+reset|flushall|flushdb)\b`)
	endlessText  = lazy.Regexp(`(?m)(^|\s)--watch(All)?(=true)?($|\s)|\btsc\b.*\s-w($|\s)|\b(nodemon|webpack-dev-server|live-server|http-server|browser-sync|chokidar|watchexec)\b|` +
		`\b(next|nuxt|nuxi|astro|remix|gatsby|gridsome|parcel|webpack|ng|vue-cli-service|svelte-kit|expo|rsbuild|wrangler|vercel|netlify)\s+(dev|serve|start|develop|watch|preview)\b|` +
		`\b(react-scripts|craco)\s+start\b|\bvite(\s+(dev|serve|preview)\b|\s*($|[&;|])|\s+--)|\b(storybook\s+dev|start-storybook)\b|\b(tail\s+-[fF])|` +
		`\b(flask\s+run|runserver|rails\s+s(erver)?|uvicorn|gunicorn|php\s+-S|python3?\s+-m\s+http\.server|mkdocs\s+serve|hugo\s+server|jekyll\s+serve)\b`)
	composeUp = lazy.Regexp(`\bcompose\b[^\n;&|]*\sup\b[^\n;&|]*`)
	fixText   = lazy.Regexp(`(^|\s)(--fix|--write|-w|-i)($|\s)`)
)

// judge says how careful the hand of something with this name and this text is
// to be, and fills in all but its command. text is what it runs, as far as it is
// known, with what that calls.
func (d *draft) judge(name, text string) {
	w := words(name)
	is := func(list ...string) bool {
		return slices.ContainsFunc(w, func(word string) bool { return slices.Contains(list, word) })
	}
	first := func(list ...string) bool { return len(w) > 0 && slices.Contains(list, w[0]) }
	h, known := &d.hand, len(d.why)
	switch {
	case is("deploy", "publish", "release", "push", "ship", "promote", "rollback", "upload", "undeploy", "provision", "teardown"):
		d.careful("its name says that it changes something outside this folder")
	case remoteText().MatchString(text) || calledRemote().MatchString(text):
		d.careful("what it runs changes something outside this folder")
	case rootText().MatchString(text):
		d.careful("it asks for the rights of another account, and has no terminal for a password")
	case is("drop", "destroy", "purge", "wipe", "nuke", "reset", "truncate", "uninstall", "prune") || dataText().MatchString(text):
		d.careful("it destroys something")
	case is("migrate", "migration", "migrations", "seed"):
		h.Danger, h.Confirm, h.Timeout = moderate, true, timeoutLong
		d.setReason("it changes a database, so you are asked each time")
	case is("test", "tests", "spec", "specs", "e2e", "unit", "integration", "coverage", "bench", "benchmark"):
		h.Danger, h.Timeout = safe, timeoutLong
		d.setReason("tests get 5 minutes")
	case is("fmt", "format", "fix", "prettier", "tidy") && !is("check") || is("lint") && fixText().MatchString(text):
		h.Danger, h.Timeout = moderate, timeoutCheck
		d.setReason("it changes files, and gets 2 minutes")
	case is("lint", "vet", "types", "typecheck", "tsc", "check", "audit", "verify", "prettier", "eslint", "analyze"):
		h.Danger, h.Timeout = safe, timeoutCheck
		d.setReason("checks get 2 minutes")
	case is("build", "compile", "bundle", "dist", "package", "pack", "generate", "gen", "codegen", "docs", "all", "ci"):
		h.Danger, h.Timeout = moderate, timeoutLong
		d.setReason("builds get 5 minutes")
	case is("install", "setup", "deps", "bootstrap", "vendor", "download", "upgrade", "update"):
		h.Danger, h.Timeout = moderate, timeoutLong
		d.setReason("it may need the network or places outside this folder, and gets 5 minutes")
	case is("clean", "distclean", "clear", "clobber"):
		h.Danger, h.Timeout = moderate, timeoutPlain
		d.setReason("it deletes what was built, and gets 1 minute")
	case first("run", "up"):
		h.Danger, h.Timeout = moderate, timeoutShort
		d.setReason("it may not end by itself, so it gets 30 seconds")
	default:
		h.Danger, h.Timeout = moderate, timeoutPlain
		d.setReason("it gets 1 minute, because its name does not say what it does")
	}
	if first("dev", "develop", "start", "serve", "server", "watch", "preview", "storybook") || is("watch", "serve", "watcher") || stays(text) {
		if !h.Confirm {
			d.why = d.why[:known] // its time-out no longer matters
		}
		d.endless()
	}
}

// stays reports whether a text runs something that ends only when it is stopped.
func stays(text string) bool {
	if endlessText().MatchString(text) {
		return true
	}
	up := composeUp().FindString(text)
	return up != "" && !strings.Contains(up, " -d") && !strings.Contains(up, "--detach")
}

// careful makes the person be asked, always.
func (d *draft) careful(why string) {
	d.hand.Danger, d.hand.Confirm, d.hand.Timeout = high, true, timeoutLong
	d.setReason(why + ", so you are asked each time")
}

// endless turns the hand off: it would only be stopped by its time-out.
func (d *draft) endless() {
	d.hand.Disabled, d.hand.Timeout = true, timeoutShort
	d.setReason("disabled, because it does not end by itself; a background job of bash is the better place for it")
	d.hand.Description = sentence(strings.TrimSuffix(d.hand.Description, ".") + " (disabled: it does not end by itself)")
}

func (d *draft) setReason(why string) { d.why = append(d.why, why) }

// param gives the hand a parameter.
func (d *draft) param(name string, p command.HandParam) {
	if d.hand.Params == nil {
		d.hand.Params = map[string]command.HandParam{}
	}
	d.hand.Params[name] = p
}

// A web says what each script, target, recipe or task runs and which others it
// calls. A strand may belong to many names: a rule of a Makefile can have
// thousands of targets.
type web map[string][]*strand

type strand struct {
	texts []string
	calls []string
}

// whole is the text of name and of what it calls, at most 8 KiB of it. It takes
// a bounded number of steps, however the calls are tangled.
func (w web) whole(name string) string {
	const most = 8 << 10
	var b strings.Builder
	steps := 10_000
	seen, said := map[string]bool{name: true}, map[string]bool{}
	for todo := []string{name}; len(todo) > 0; todo = todo[1:] {
		for _, s := range w[todo[0]] {
			for _, text := range s.texts {
				if steps--; steps < 0 || b.Len() >= most {
					return b.String()
				}
				if !said[text] {
					said[text] = true
					b.WriteString(text[:min(len(text), most-b.Len())])
					b.WriteByte('\n')
				}
			}
			for _, c := range s.calls {
				if steps--; steps < 0 {
					return b.String()
				}
				if !seen[c] {
					seen[c] = true
					todo = append(todo, c)
				}
			}
		}
	}
	return b.String()
}
