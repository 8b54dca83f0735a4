package tools

import "strings"

// SensitiveName reports whether a file of this name usually holds secrets
// (SPEC 5). base is the last part of a path. Examples of secrets
// (.env.example) are not secrets.
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
