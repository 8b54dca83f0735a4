package guard

import (
	"path"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// remoteVerbs are with what programs publish, or delete what a service holds: the words after the program's name,
// options left out. A word that begins with * stands for all that begin or end like it. A program that
// only tries it (--dry-run) is let be.
var remoteVerbs = map[string][]string{
	"npm": {"pub*", "unp*", "deprecate"}, "pnpm": {"publish", "unpublish"}, "yarn": {"publish", "npm publish"}, "bun": {"publish"},
	"cargo": {"publish", "yank"}, "gem": {"push", "yank"}, "twine": {"upload"}, "uv": {"publish"}, "poetry": {"publish"}, "pdm": {"publish"},
	"hatch": {"publish"}, "flit": {"publish"}, "nuget": {"push", "delete"}, "dotnet": {"nuget push", "nuget delete"}, "mvn": {"deploy"},
	"docker": {"push", "image push", "compose push", "buildx push"}, "podman": {"push", "image push", "compose push"}, "docker-compose": {"push"}, "jsr": {"publish"}, "deno": {"publish"}, "vsce": {"publish", "unpublish"},
	"gh": {
		"repo delete", "repo archive", "release delete", "gist delete", "issue delete", "secret delete", "variable delete", "cache delete", "run delete",
	},
	"glab":      {"repo delete", "project delete", "release delete", "issue delete", "variable delete"},
	"terraform": {"destroy", "state rm", "workspace delete"}, "tofu": {"destroy", "state rm", "workspace delete"}, "terragrunt": {"destroy", "run-all destroy", "run destroy"},
	"pulumi": {"destroy", "stack rm"}, "cdk": {"destroy"}, "sam": {"delete"}, "serverless": {"remove"}, "sls": {"remove"},
	"kubectl": {"delete", "drain"}, "oc": {"delete"}, "helm": {"uninstall", "delete", "push"},
	"heroku": {"*:destroy", "*:delete", "*:reset"}, "fly": {"*destroy"}, "flyctl": {"*destroy"}, "vercel": {"remove", "rm"}, "netlify": {"*:delete"},
	"wrangler": {"delete"}, "firebase": {"*:delete"},
}

// clouds are programs in which a verb of deleting may be any word.
var clouds = map[string][]string{
	"aws": {"delete-*", "terminate-*", "rb"}, "gcloud": {"delete"}, "az": {"delete", "purge"}, "doctl": {"delete"}, "hcloud": {"delete"},
	"fly": {"destroy"}, "flyctl": {"destroy"}, "gsutil": {"rb"},
}

// judgeServices asks before something is published, or what a service holds is deleted: no undo of ours brings that
// back (docs/decisions/1055-what-services-publish-or-delete.md). Pushes of git have rules of their own.
func judgeServices(name string, args []bash.Word, _ bash.Command) (finding, bool) {
	if bash.HasFlag(args, "--dry-run", "--dryrun", "--help") || slices.ContainsFunc(args, func(a bash.Word) bool { return strings.HasPrefix(a.Text, "--dry-run=") }) {
		return finding{}, false
	}
	if inner, rest := startedBy(name, args); inner != "" {
		name, args = inner, rest
	}
	words := verbsOf(args)
	has := func(flags ...string) bool { return bash.HasFlag(args, flags...) }
	anyWord := func(of []string) bool {
		return slices.ContainsFunc(words, func(w verb) bool {
			return slices.ContainsFunc(of, func(pattern string) bool { return likeVerb(w.text, pattern) })
		})
	}
	deletes := false
	switch name {
	case "hg":
		deletes = begins(words, "push") && has("-f", "--force")
	case "jj":
		deletes = begins(words, "git push") && has("--deleted")
	case "svn":
		deletes = (begins(words, "delete") || begins(words, "remove") || begins(words, "rm") || begins(words, "del")) && anyWord([]string{"*://*"})
	case "gh", "glab":
		deletes = begins(words, "api") && (anyWord([]string{"DELETE"}) || slices.ContainsFunc(args, func(a bash.Word) bool {
			return slices.Contains([]string{"-XDELETE", "--method=DELETE", "-X=DELETE"}, a.Text)
		})) || begins(words, "repo edit") && slices.ContainsFunc(args, func(a bash.Word) bool { return strings.HasPrefix(a.Text, "--visibility") })
	case "aws":
		deletes = begins(words, "s3 rm") && has("--recursive") || begins(words, "s3 sync") && has("--delete")
	case "gsutil":
		deletes = begins(words, "rm") && (has("-r", "-R") || slices.ContainsFunc(args, func(a bash.Word) bool { return strings.Contains(a.Text, "**") })) || begins(words, "rsync") && has("-d")
	case "terraform", "tofu", "terragrunt":
		deletes = begins(words, "apply") && has("-destroy", "--destroy", "-auto-approve", "--auto-approve")
	case "kubectl", "oc":
		deletes = begins(words, "replace") && has("--force")
	case "pulumi":
		deletes = begins(words, "up") && has("-y", "--yes", "--skip-preview")
	}
	for _, verb := range remoteVerbs[name] {
		deletes = deletes || begins(words, verb)
	}
	if !deletes && !anyWord(clouds[name]) {
		return finding{}, false
	}
	return finding{rule: ruleRemote, reason: tools.Say(tools.WhyRemote, name)}, true
}

// startedBy is the program that a package manager, or Python, fetches or finds by its name and starts, with what it is told; "" if that is none.
func startedBy(name string, args []bash.Word) (inner string, rest []bash.Word) {
	at := -1
	switch {
	case slices.Contains([]string{"npx", "bunx", "pnpx", "corepack", "uvx", "pipx"}, name):
		at = slices.IndexFunc(args, func(a bash.Word) bool { return !strings.HasPrefix(a.Text, "-") && (name != "pipx" || a.Text != "run") })
	case strings.HasPrefix(name, "python"):
		if i := slices.IndexFunc(args, func(a bash.Word) bool { return a.Text == "-m" }); i >= 0 {
			at = i + 1
		}
	}
	if at < 0 || at >= len(args) {
		return "", nil
	}
	inner, _, _ = strings.Cut(args[at].Text, "@")
	return path.Base(inner), args[at+1:]
}

// A verb is a word that may say what a program does.
type verb struct {
	text  string
	value bool // it follows an option, whose value it may be
}

// verbsOf are the words that are no options.
func verbsOf(args []bash.Word) []verb {
	var words []verb
	after := false
	for _, a := range args {
		option := strings.HasPrefix(a.Text, "-")
		if strings.HasPrefix(a.Text, "+") { // which tool chain
			continue
		}
		if !option {
			words = append(words, verb{a.Text, after})
		}
		after = option && !strings.Contains(a.Text, "=")
	}
	return words
}

// begins reports whether words begin with a verb, of one word or of several. What follows an option may
// be the option's value, or the verb.
func begins(words []verb, of string) bool {
	want := strings.Fields(of)
	for i := 0; len(want) > 0 && i < len(words); i++ {
		switch {
		case likeVerb(words[i].text, want[0]):
			want = want[1:]
		case !words[i].value:
			return false
		}
	}
	return len(want) == 0
}

func likeVerb(word, pattern string) bool {
	switch bare := strings.Trim(pattern, "*"); {
	case strings.HasPrefix(pattern, "*") && strings.HasSuffix(pattern, "*"):
		return strings.Contains(word, bare)
	case strings.HasPrefix(pattern, "*"):
		return strings.HasSuffix(word, bare)
	case strings.HasSuffix(pattern, "*"):
		return strings.HasPrefix(word, bare)
	}
	return word == pattern
}
