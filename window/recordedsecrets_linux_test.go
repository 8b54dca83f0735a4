package window

import (
	"errors"

	"handrail/internal/secrets/secretstest"
	"handrail/operator/operatortest"
)

// secretWalks record secrets, which are kept where keychain says.
func secretWalks(keychain func()) []walk {
	return []walk{{
		options: func(opt *operatortest.Options) {
			keychain()
			opt.Settings = `{"models": {"providers": {"anthropic": {"type": "anthropic", "key": "${secret:anthropic}"}}}}`
			opt.Trusted = true
		},
		files: map[string]string{
			"space.manifest.json":   `{"id": "welcome", "name": "Welcome"}`,
			"agent/tools/deploy.md": "---\nid: deploy\nname: Deploy\ndescription: Deploys it\ncommand: bash deploy.sh\nenvironment:\n  TOKEN: ${secret:staging-token}\n---\n",
			"ctxnest.json":          `{"version": "1", "tools": {"tag-release": {"description": "Tag a release", "command": ["git", "tag"], "env": {"TOKEN": "${secret:staging-token}"}}}}`,
		},
		prepare: func(b *operatortest.Bench) {
			for _, name := range []string{"staging-token", "telegram"} {
				if err := b.O.Secrets().Set(name, "a value"); err != nil {
					b.T.Fatal(err)
				}
			}
		},
		reads: []step{{"Secrets", with()}},
		branches: [][]step{
			{{"SetSecret", with("anthropic", "k-123")}},
			{{"RemoveSecret", with("staging-token")}},
			{{"RemoveSecret", with("telegram")}},
		},
	}}
}

func noKeychain() { secretstest.NoKeychain(errors.New("no service answers")) }
