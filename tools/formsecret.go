package tools

import (
	"strings"
	"unicode"
)

// Secrets lists the fields that seem to ask for a password, a key or the like, by
// their names and titles. MCP forbids servers to ask for these in a form
// (docs/spec/08-mcp.md). It is a help and no guard: a server can call a field
// what it likes.
func (s *FormSchema) Secrets() []FormField {
	var out []FormField
	for _, f := range s.Fields() {
		if f.secret(f.Name) || f.secret(f.Title) {
			out = append(out, f)
		}
	}
	return out
}

// secret reports whether a name of the field is that of something secret.
func (f FormField) secret(name string) bool {
	words := formWords(name)
	for _, word := range words {
		switch word {
		case "password", "passwords", "passwd", "passwort", "kennwort", "passcode", "passphrase", "pwd", "pin", "otp", "cvv", "cvc":
			return f.Kind != FieldBoolean
		case "pass", "pat", "credential", "credentials", "secret", "secrets", "token", "cookie", "mfa", "2fa", "totp":
			if f.Kind == FieldText {
				return true
			}
		}
	}
	if f.Kind != FieldText {
		return false
	}
	whole := strings.Join(words, "")
	for _, part := range []string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "authkey", "sshkey", "signingkey", "encryptionkey", "licensekey", "credential", "bearer", "onetimecode", "verificationcode", "recoverycode", "seedphrase", "securitycode"} {
		if strings.Contains(whole, part) {
			return true
		}
	}
	return len(words) == 1 && (words[0] == "key" || words[0] == "auth")
}

// formWords are the words of a name, in lower case: of "apiKey", "API key" and
// "api_key" they are "api" and "key".
func formWords(name string) []string {
	var b strings.Builder
	small := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = ' '
		case unicode.IsUpper(r) && small:
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}
