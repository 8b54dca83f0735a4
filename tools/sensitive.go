package tools

import (
	"encoding/json"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// putAside is what the name of a file ends in, or goes on with a number, that a call has left and the person has refused.
const putAside = ".put-aside"

// SensitiveName reports whether a file of this name usually holds secrets
// (docs/spec/05-built-in-tools.md). base is the last part of a path. Examples
// of secrets (.env.example) are not secrets. What was put aside holds what it held before.
func SensitiveName(base string) bool {
	name, _, _ := strings.Cut(strings.ToLower(base), putAside)
	switch name {
	case "credentials.json", "credentials", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials", ".htpasswd",
		"service-account.json", "secrets.json", "secrets.yaml", "secrets.yml", ".dockercfg", "kubeconfig", ".vault-token", "application_default_credentials.json",
		".yarnrc.yml", "credentials.toml", "credentials.tfrc.json", "credentials.db", "access_tokens.db", "msal_token_cache.json", "accesstokens.json", ".s3cfg", ".boto":
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
	if stem, ok := strings.CutSuffix(name, ".pem"); ok && isCertificate(stem) {
		return false
	}
	for _, suffix := range []string{".pem", ".key", ".p12", ".pfx", ".keystore", ".jks", ".kdbx"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

// isCertificate reports whether a name says that a file holds what is public of a pair of keys, and no key.
func isCertificate(stem string) bool {
	public := false
	for word := range strings.FieldsFuncSeq(stem, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		switch word {
		case "ca", "cert", "certs", "certificate", "certificates", "cacert", "cacerts", "chain", "fullchain", "pub", "public", "pubkey":
			public = true
		case "key", "keys", "private", "priv", "privkey", "secret", "combined", "all", "identity":
			if word != "key" || !strings.Contains(stem, "pub") {
				return false
			}
		}
	}
	return public
}

// SensitivePath reports whether a file usually holds secrets by its name, or by the folder that it lies in: the
// settings of programs that keep keys and tokens in them. path is written with slashes or as the system does.
func SensitivePath(name string) bool {
	name = strings.ToLower(filepath.ToSlash(name))
	if SensitiveName(path.Base(name)) {
		return true
	}
	name, _, _ = strings.Cut(name, putAside)
	for _, end := range []string{".docker/config.json", ".kube/config", "gh/hosts.yml", ".m2/settings.xml", ".m2/settings-security.xml", "composer/auth.json", ".composer/auth.json"} {
		if name == end || strings.HasSuffix(name, "/"+end) {
			return true
		}
	}
	return strings.HasPrefix(name, ".azure/") || strings.Contains(name, "/.azure/")
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
		if len(text) <= 4096 && SensitivePath(text) {
			return true
		}
		for line := range strings.Lines(text) {
			for _, head := range []string{"+++ ", "--- ", "copy from ", "copy to ", "rename from ", "rename to "} {
				name, isHead := strings.CutPrefix(line, head)
				name, _, _ = strings.Cut(strings.TrimSpace(name), "\t")
				if plain, err := strconv.Unquote(name); err == nil { // as git writes unusual names
					name = plain
				}
				if isHead && SensitivePath(name) {
					return true
				}
			}
		}
	}
	return false
}
