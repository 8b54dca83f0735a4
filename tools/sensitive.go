package tools

import (
	"encoding/json"
	"path"
	"path/filepath"
	"strings"
)

// SensitiveName reports whether a file of this name usually holds secrets
// (docs/spec/05-built-in-tools.md). base is the last part of a path. Examples
// of secrets (.env.example) are not secrets.
func SensitiveName(base string) bool {
	name := strings.ToLower(base)
	switch name {
	case "credentials.json", "credentials", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", ".htpasswd",
		"service-account.json", "secrets.json", "secrets.yaml", "secrets.yml", ".dockercfg", "kubeconfig", ".vault-token", "application_default_credentials.json":
		return true
	case ".env.example", ".env.sample", ".env.template", ".env.dist":
		return false
	}
	if name == ".env" || strings.HasPrefix(name, ".env.") {
		return true
	}
	if strings.HasPrefix(name, "id_") && !strings.Contains(name, ".") {
		return true // ssh keys; their public halves end in .pub
	}
	for _, suffix := range []string{".pem", ".key", ".p12", ".pfx", ".keystore", ".jks", ".kdbx"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

// SensitiveInput reports whether an input names a file that usually holds
// secrets: as a value of its own, as the path of a patch, or in a pattern. What
// such a call carries and brings is not written into the journal.
func SensitiveInput(raw json.RawMessage) bool {
	var input map[string]any
	if json.Unmarshal(raw, &input) != nil {
		return false
	}
	for _, v := range input {
		text, ok := v.(string)
		if !ok {
			continue
		}
		if len(text) <= 4096 && SensitiveName(path.Base(filepath.ToSlash(text))) {
			return true
		}
		for line := range strings.Lines(text) {
			name, isHead := strings.CutPrefix(line, "+++ ")
			if !isHead {
				name, isHead = strings.CutPrefix(line, "--- ")
			}
			name, _, _ = strings.Cut(strings.TrimSpace(name), "\t")
			if isHead && SensitiveName(path.Base(name)) {
				return true
			}
		}
	}
	return false
}
