// Package channels sends a message by one of the person's channels: Telegram, Slack, Discord, Matrix, e-mail, ntfy or a
// webhook (docs/spec/05-built-in-tools.md#message). It sends once, and says whether the message went, did not go, or may
// have gone; who tries again, and when, is decided above.
package channels

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"handrail/internal/lazy"
)

// Desktop is the name of the channel that is always there: a notification on this machine. No channel of the person's
// has it.
const Desktop = "desktop"

// A Channel is one as the person has set it in settings.json (docs/spec/02-settings.md#channels). Texts may hold
// ${secret:NAME}; Fill puts the values in.
type Channel struct {
	Type    string            `json:"type"`
	URL     string            `json:"url,omitempty"`     // the whole address of a webhook; of Slack and Discord it is a secret
	Server  string            `json:"server,omitempty"`  // where the service answers, if not at its usual address
	Token   string            `json:"token,omitempty"`   // of a bot or an account
	ChatID  string            `json:"chat_id,omitempty"` // where messages go: a chat, channel, room, topic or address
	ChatIDs []string          `json:"chat_ids,omitempty"`
	Headers map[string]string `json:"headers,omitempty"` // of a webhook

	Host     string `json:"host,omitempty"` // of e-mail
	Port     int    `json:"port,omitempty"` // 0: 587, or 465 with tls
	Security string `json:"security,omitempty"`
	Username string `json:"username,omitempty"`
	Password string `json:"password,omitempty"`
	From     string `json:"from,omitempty"`
	Subject  string `json:"subject,omitempty"`

	// Broken says why nothing of the entry could be read; raw is how it stands there.
	Broken string `json:"-"`
	// Unknown are keys that nothing reads.
	Unknown []string `json:"-"`
	raw     json.RawMessage
}

// plain is Channel without its methods.
type plain Channel

// Keys are the keys of a channel's settings.
var Keys = sync.OnceValue(func() []string { // compiled once, never changed
	t := reflect.TypeFor[plain]()
	var keys []string
	for i := range t.NumField() {
		if key, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
})

// synonyms are what people call a chat_id elsewhere.
func synonyms() []string { return []string{"topic", "room", "channel", "to"} }

// UnmarshalJSON implements json.Unmarshaler. It never fails: what is wrong with one channel must not close the file.
func (c *Channel) UnmarshalJSON(raw []byte) error {
	var p plain
	var all map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(raw, &p), json.Unmarshal(raw, &all)); err != nil {
		*c = Channel{Broken: "it is not written as a channel is: an object of texts", raw: slices.Clone(raw)}
		if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && kind.Field != "" {
			c.Broken = fmt.Sprintf("%q must not be a %s", kind.Field, kind.Value)
		}
		return nil
	}
	*c = Channel(p)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(Keys(), key) {
			c.Unknown = append(c.Unknown, key)
		}
	}
	return nil
}

// MarshalJSON implements json.Marshaler: what could not be read stays as it was.
func (c Channel) MarshalJSON() ([]byte, error) {
	if c.Broken != "" && c.raw != nil {
		return c.raw, nil
	}
	return json.Marshal(plain(c))
}

// A Field is one thing that a channel of a kind is made of.
type Field struct {
	Key    string
	Need   bool
	Secret bool // it is kept in the keychain, and the settings hold a reference
}

// A Kind is a sort of channel.
type Kind struct {
	Type   string
	Name   string // as people know it
	Fields []Field
	Most   int    // how long a text may be
	Unit   string // of Most: "characters", "bytes"
	Chat   string // what a chat_id is: "chat", "room"; "": there is none

	length func(text string) int // in Units, as the text is sent
	send   func(s *Sender, c Channel, m Message) (request, error)
	answer func(a *answered) Outcome // reads what came back with a status of success; nil: all is well
	again  bool                      // the service knows a message that it has had, so that it may be sent again
}

// Kinds are the sorts of channels, in the order in which they are listed.
func Kinds() []Kind {
	need := func(key string) Field { return Field{Key: key, Need: true} }
	secret := func(key string) Field { return Field{Key: key, Need: true, Secret: true} }
	may := func(key string) Field { return Field{Key: key} }
	return []Kind{
		{Type: "telegram", Name: "Telegram", Fields: []Field{secret("token"), need("chat_id"), may("server")}, Most: 4096, Unit: "characters", Chat: "chat", length: utf16Length, send: telegram, answer: telegramAnswer},
		{Type: "slack", Name: "Slack", Fields: []Field{{Key: "url", Secret: true}, {Key: "token", Secret: true}, may("chat_id"), may("server")}, Most: 40000, Unit: "characters", Chat: "channel", length: slackLength, send: slack, answer: slackAnswer},
		{Type: "discord", Name: "Discord", Fields: []Field{secret("url")}, Most: 2000, Unit: "characters", length: discordLength, send: discord},
		{Type: "matrix", Name: "Matrix", Fields: []Field{need("server"), secret("token"), need("chat_id")}, Most: 40000, Unit: "bytes", Chat: "room", length: byteLength, send: matrix, again: true},
		{Type: "email", Name: "E-mail", Fields: []Field{need("host"), may("port"), may("security"), may("username"), {Key: "password", Secret: true}, need("from"), need("chat_id"), may("subject")}, Most: 256 << 10, Unit: "bytes", Chat: "address", length: byteLength},
		{Type: "ntfy", Name: "ntfy", Fields: []Field{need("chat_id"), {Key: "token", Secret: true}, may("server")}, Most: 4096, Unit: "bytes", Chat: "topic", length: byteLength, send: ntfy},
		{Type: "webhook", Name: "Webhook", Fields: []Field{secret("url"), may("headers"), may("chat_id")}, Most: 256 << 10, Unit: "bytes", Chat: "chat", length: byteLength, send: webhook},
	}
}

// KindOf finds a sort of channel.
func KindOf(kind string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.Type == kind {
			return k, true
		}
	}
	return Kind{}, false
}

// Field is the kind's field of that key.
func (k Kind) Field(key string) (Field, bool) {
	at := slices.IndexFunc(k.Fields, func(f Field) bool { return f.Key == key })
	if at < 0 {
		return Field{}, false
	}
	return k.Fields[at], true
}

var name = lazy.Regexp(`^[a-z0-9][a-z0-9_-]{0,31}$`) // compiled once, never changed

// CheckName refuses what is no name for a channel of the person's.
func CheckName(text string) error {
	switch {
	case text == Desktop:
		return fmt.Errorf("the name %q is that of this machine's notifications: choose another", Desktop)
	case !name().MatchString(text):
		return fmt.Errorf("%.40q is no name for a channel: write up to 32 small letters, digits, - and _", text)
	}
	return nil
}

// Check says why a channel cannot be used, with all that is wrong; nil if it can. Its texts may still name secrets.
func (c Channel) Check() error {
	if c.Broken != "" {
		return errors.New(c.Broken)
	}
	k, ok := KindOf(c.Type)
	if !ok {
		var types []string
		for _, k := range Kinds() {
			types = append(types, k.Type)
		}
		return fmt.Errorf("its type is %.40q, and there are %s", c.Type, strings.Join(types, ", "))
	}
	var wrong []string
	if missing := c.Missing(); len(missing) > 0 {
		wrong = append(wrong, fmt.Sprintf("%s needs %s", k.Name, Quoted(missing)))
	}
	if c.Type == "slack" {
		switch {
		case (c.URL == "") == (c.Token == ""):
			wrong = append(wrong, `Slack needs either "url", of an incoming webhook, or "token" and "chat_id", of an app`)
		case c.Token != "" && c.ChatID == "":
			wrong = append(wrong, `Slack needs "chat_id" beside "token": the channel that messages go to`)
		}
	}
	if len(wrong) > 0 && len(c.Unknown) > 0 { // what is missing may be misspelt
		wrong = append(wrong, fmt.Sprintf("nothing reads its %s", Quoted(c.Unknown)))
	}
	for _, key := range []string{"url", "server"} {
		if err := checkAddress(c.Text(key)); err != nil {
			wrong = append(wrong, fmt.Sprintf("%q: %v", key, err))
		}
	}
	if wrong = append(wrong, c.checkMail()...); len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return nil
}

// Missing are the keys that a channel of its kind needs and this one has not.
func (c Channel) Missing() (keys []string) {
	k, _ := KindOf(c.Type)
	for _, f := range k.Fields {
		if f.Need && c.Text(f.Key) == "" {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// Quoted lists keys in a sentence: "a", "b" and "c".
func Quoted(keys []string) string {
	var out []string
	for _, key := range keys {
		out = append(out, fmt.Sprintf("%.40q", key))
	}
	if n := len(out) - 1; n > 0 {
		return strings.Join(out[:n], ", ") + " and " + out[n]
	}
	return strings.Join(out, "")
}

// Text is the value of a field that is a text, or a port.
func (c Channel) Text(key string) string {
	if key == "port" && c.Port != 0 {
		return fmt.Sprint(c.Port)
	}
	if p := c.text(key); p != nil {
		return *p
	}
	return ""
}

// Set sets a field that is a text, or a port; false: there is no such field, or value is none for it.
func (c *Channel) Set(key, value string) bool {
	if slices.Contains(synonyms(), key) {
		key = "chat_id"
	}
	if key == "port" {
		c.Port, _ = strconv.Atoi(value)
		return fmt.Sprint(c.Port) == value || value == ""
	}
	p := c.text(key)
	if p != nil {
		*p = value
	}
	return p != nil
}

func (c *Channel) text(key string) *string {
	switch key {
	case "url":
		return &c.URL
	case "server":
		return &c.Server
	case "token":
		return &c.Token
	case "chat_id":
		return &c.ChatID
	case "host":
		return &c.Host
	case "security":
		return &c.Security
	case "username":
		return &c.Username
	case "password":
		return &c.Password
	case "from":
		return &c.From
	case "subject":
		return &c.Subject
	}
	return nil
}

// Fill puts into each text what its references stand for: value finds that.
func (c Channel) Fill(value func(text string) (string, error)) (Channel, error) {
	for _, key := range Keys() {
		p := c.text(key)
		if p == nil || !strings.Contains(*p, "${") {
			continue
		}
		filled, err := value(*p)
		if err != nil {
			return Channel{}, err
		}
		*p = filled
	}
	c.Headers = maps.Clone(c.Headers)
	for key, text := range c.Headers {
		filled, err := value(text)
		if err != nil {
			return Channel{}, err
		}
		c.Headers[key] = filled
	}
	return c, nil
}

// Target is where a message goes that asks for a chat: the channel's own for "", another one only if the channel's
// chat_ids name it, or have *.
func (c Channel) Target(chat string) (string, error) {
	k, _ := KindOf(c.Type)
	switch {
	case chat == "" || chat == c.ChatID:
		return c.ChatID, nil
	case k.Chat == "" || c.Type == "slack" && c.URL != "":
		return "", fmt.Errorf("%s sends to one place, which its webhook names: leave chat_id out", k.Name)
	case len(chat) > 256 || strings.ContainsFunc(chat, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return "", errors.New("chat_id must be a text without blanks, of at most 256 bytes")
	case !slices.Contains(c.ChatIDs, chat) && !slices.Contains(c.ChatIDs, "*"):
		return "", fmt.Errorf("this channel sends to its own %s only: leave chat_id out; the person can name more in its chat_ids", k.Chat)
	}
	return chat, nil
}

// TooLong says that a text is longer than the service takes; nil if it is not.
func (c Channel) TooLong(text string) error {
	k, ok := KindOf(c.Type)
	if !ok {
		return nil
	}
	if n := k.length(text); n > k.Most {
		return fmt.Errorf("the message has %d %s, and %s takes %d: write a shorter one, or several", n, k.Unit, k.Name, k.Most)
	}
	return nil
}
