// Package looks is the one place that knows what looks secret: by a name, by the
// form of a value, or by both. Environment, settings, imports, forms, the guard and
// the redactor ask it. It is a guard rail: a secret under an innocent name and of
// an unknown form looks like any other text (docs/decisions/0340, 0560).
package looks

import (
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// Secret reports whether a variable, an option or a parameter seems to hold a
// secret: by its name, by the form of its value, or because its value is a URL with
// a password in it. A proxy's URL is not counted, since programs cannot reach the
// network without it.
func Secret(name, value string) bool {
	return Name(name) || Key(value) || !strings.HasSuffix(strings.ToUpper(name), "_PROXY") && hasPassword(value)
}

// Name reports whether a name is one under which secrets are kept: of a variable,
// an option, a parameter. Words in it may be parted by anything; case is ignored.
func Name(name string) bool {
	upper := strings.ToUpper(name)
	if upper == "PWD" || upper == "OLDPWD" {
		return false
	}
	if telling(upper) {
		return true
	}
	for word := range strings.FieldsFuncSeq(upper, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
		switch word {
		case "KEY", "KEYS", "PWD", "PASS", "AUTH", "COOKIE", "COOKIES", "CREDS", "PAT", "DSN":
			return true
		}
	}
	return false
}

// Telling reports whether a name says that it is a secret's, wherever in it: TOKEN,
// but not KEY, which may be any loop's variable.
func Telling(name string) bool { return telling(strings.ToUpper(name)) }

func telling(upper string) bool {
	for _, part := range []string{"TOKEN", "SECRET", "PASSW", "PASSPHRASE", "CREDENTIAL", "API_KEY", "APIKEY", "ACCESSKEY", "PRIVATEKEY", "PRIVATE_KEY"} {
		if strings.Contains(upper, part) {
			return true
		}
	}
	return false
}

// Header reports whether a header of HTTP usually holds a secret.
func Header(name string) bool {
	switch strings.ToLower(name) {
	case "authorization", "proxy-authorization", "cookie":
		return true
	}
	return Name(name)
}

// Parameters are those of a URL whose values are secret, with the = behind them.
func Parameters() []string {
	return []string{"password=", "passwd=", "pwd=", "token=", "access_token=", "refresh_token=", "id_token=", "api_key=", "apikey=", "secret=", "client_secret="}
}

// alone are forms that say enough as a whole value, and too little inside a text.
var alone = sync.OnceValue(func() *regexp.Regexp { // at first use: most starts of the program need none
	return regexp.MustCompile(`^(` + strings.Join([]string{
		`SK[0-9a-fA-F]{32}`,                                           // Twilio: gitleaks twilio-api-key
		`key-[0-9a-z]{32}`,                                            // Mailgun: trufflehog mailgun
		`[0-9a-f]{32}-us[0-9]{1,2}`,                                   // Mailchimp: trufflehog mailchimp
		`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`,                            // Airtable: gitleaks airtable-personnal-access-token
		`[0-9]{8,10}:[A-Za-z0-9_-]{35}`,                               // Telegram: trufflehog telegrambottoken
		`[A-Za-z0-9_-]{24}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}`,      // Discord: trufflehog discordbottoken
		`[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk`,                          // MaxMind: gitleaks maxmind-license-key
		`[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}`,             // Terraform: gitleaks hashicorp-tf-api-token
		`[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}`,              // Microsoft Entra: gitleaks azure-ad-client-secret
		`A3-[A-Z0-9]{6}(-[A-Z0-9]{5,11}){4,5}`,                        // 1Password: gitleaks 1password-secret-key
		`API-[A-Z0-9]{26}`,                                            // Octopus Deploy: gitleaks octopus-deploy-api-key
		`EAA[A-Za-z0-9_-]{22,}`,                                       // Facebook, Square: gitleaks facebook-page-access-token, square-access-token
		`fc-[0-9a-f]{32}`,                                             // Firecrawl: its API reference
		`BSA[A-Za-z0-9_-]{27,28}`,                                     // Brave Search: its API reference
		`eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_.-]{8,}`,                       // a JSON Web Token: gitleaks jwt
		`(?i:Bearer|Basic|Token) [A-Za-z0-9._~+/=-]{8,}`,              // what an Authorization header holds: gitleaks curl-auth-header
		`https://hooks\.slack\.com/(services|workflows|triggers)/\S+`, // gitleaks slack-webhook-url
	}, "|") + `)$`)
})

// Key reports whether a whole value has the form of a key that a service gives out.
func Key(value string) bool {
	value = strings.TrimSpace(value)
	if len(value) < 8 || len(value) > 16<<10 {
		return false
	}
	for _, s := range starts()[[3]byte([]byte(value[:3]))] {
		if s.whole(value) {
			return true
		}
	}
	if strings.HasPrefix(value, "-----BEGIN ") && strings.Contains(value, "PRIVATE KEY-----") { // gitleaks private-key
		return true
	}
	if strings.Contains(value, "AccountKey=") { // a connection string of Azure storage: trufflehog azure_storage
		return true
	}
	if strings.HasPrefix(value, "{") && inHeaders().MatchString(value) { // headers as JSON, as some servers take them in one variable
		return true
	}
	return mayBeAlone(value) && alone().MatchString(value)
}

// inHeaders finds what an Authorization header holds, or a header that is called a key's, in JSON.
var inHeaders = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)"(?:proxy-)?authorization"\s*:\s*"[^"$]{8,}"|"[a-z-]*(?:api-key|apikey|token|secret)"\s*:\s*"[^"$]{8,}"|bearer [a-z0-9._~+/=-]{8,}`)
})

// mayBeAlone spares most values the look at every form: those have a digit, and no
// blank but behind the word of a header.
func mayBeAlone(value string) bool {
	if value[0] == '/' || !strings.ContainsAny(value, "0123456789") {
		return false
	}
	space := strings.IndexByte(value, ' ')
	return space < 0 || space <= len("Bearer")
}

// starts are the shapes by the first three bytes of their starts.
var starts = sync.OnceValue(func() map[[3]byte][]Shape {
	all := map[[3]byte][]Shape{}
	for _, s := range Shapes() {
		key := [3]byte([]byte(s.Start[:3]))
		all[key] = append(all[key], s)
	}
	return all
})

// whole reports whether a value is a key of this shape and nothing else.
func (s *Shape) whole(value string) bool {
	body, ok := strings.CutPrefix(value, s.Start)
	if !ok {
		return false
	}
	least := s.Least
	if s.Loose > 0 {
		least = s.Loose
	}
	if len(body) < least || s.Exact && len(body) > s.Least || s.Mixed && s.Loose == 0 && !Mixed(body) {
		return false
	}
	for i := range len(body) {
		if !s.Class(body[i]) && body[i] != '.' {
			return false
		}
	}
	return true
}

// Mixed reports whether 16 letters and digits stand in a row among the first 64
// bytes, with a digit among them: words of a sentence do not.
func Mixed[T string | []byte](body T) bool {
	row, digit := 0, false
	for i := range min(len(body), 64) {
		b := body[i]
		if !isAlnum(b) {
			row, digit = 0, false
			continue
		}
		row++
		digit = digit || b >= '0' && b <= '9'
		if row >= 16 && digit {
			return true
		}
	}
	return false
}

// hasPassword reports whether a value is a URL with a password before its host.
func hasPassword(value string) bool {
	if !strings.Contains(value, "://") {
		return false
	}
	u, err := url.Parse(value)
	if err != nil || u.User == nil {
		return false
	}
	_, has := u.User.Password()
	return has
}

// quoted finds keys as services quote them when they refuse them: in part, with
// stars in place of the rest.
var quoted = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:` + quotedStarts() + `|(?:sk|rk|pk|xai|gsk)[-_]?)[A-Za-z0-9_\-*.]{12,}|(?i:bearer)\s+[A-Za-z0-9._~+/\-]{8,}=*`)
})

func quotedStarts() string {
	var all []string
	for _, s := range Shapes() {
		all = append(all, regexp.QuoteMeta(s.Start))
	}
	return strings.Join(all, "|")
}

// HideQuoted puts mark in place of what looks like a key in a service's error, also
// of one that is quoted in part.
func HideQuoted(text, mark string) string { return quoted().ReplaceAllString(text, mark) }
