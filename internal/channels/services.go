package channels

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func byteLength(text string) int { return len(text) }

func utf16Length(text string) int { return len(utf16.Encode([]rune(text))) }

// post is a request with JSON.
func post(address string, body any) (request, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return request{}, err
	}
	return request{method: http.MethodPost, url: address, body: raw, header: http.Header{"Content-Type": {"application/json"}}}, nil
}

// at is a place below a service's address.
func at(server, usual string, parts ...string) string {
	if server == "" {
		server = usual
	}
	out := strings.TrimRight(server, "/")
	for _, part := range parts {
		out += "/" + url.PathEscape(part)
	}
	return out
}

// telegram: sendMessage of the Bot API, without a parse_mode, so that the text is shown as it is.
func telegram(_ *Sender, c Channel, m Message) (request, error) {
	if strings.ContainsAny(c.Token, "/?# \n") {
		return request{}, errors.New("its token is not one of a Telegram bot")
	}
	address := strings.TrimRight(at(c.Server, "https://api.telegram.org"), "/") + "/bot" + c.Token + "/sendMessage"
	return post(address, map[string]any{"chat_id": m.ChatID, "text": m.Text, "link_preview_options": map[string]any{"is_disabled": true}})
}

func telegramAnswer(a *answered) Outcome { return okAnswer("Telegram", a) }

// okAnswer reads {"ok": true}, which Telegram and Slack answer with.
func okAnswer(name string, a *answered) Outcome {
	var said struct {
		OK *bool `json:"ok"`
	}
	switch err := json.Unmarshal(a.body, &said); {
	case err != nil || said.OK == nil:
		return Outcome{End: Unknown, Reason: name + "'s answer cannot be read"}
	case *said.OK:
		return Outcome{End: Sent}
	}
	reason := name + " has refused it"
	if text := a.told(); text != "" {
		reason += ": " + text
	}
	return Outcome{End: Failed, Reason: reason}
}

// slackText is a text of which Slack makes no mention, link or markup.
func slackText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func slackLength(text string) int { return utf8.RuneCountInString(slackText(text)) }

// slack: an incoming webhook, or chat.postMessage.
func slack(_ *Sender, c Channel, m Message) (request, error) {
	body := map[string]any{"text": slackText(m.Text), "mrkdwn": false, "unfurl_links": false, "unfurl_media": false}
	if c.URL != "" {
		return post(c.URL, body)
	}
	body["channel"], body["parse"], body["link_names"] = m.ChatID, "none", false
	r, err := post(at(c.Server, "https://slack.com", "api", "chat.postMessage"), body)
	if err == nil {
		r.header.Set("Authorization", "Bearer "+c.Token)
	}
	return r, err
}

func slackAnswer(a *answered) Outcome {
	if strings.TrimSpace(string(a.body)) == "ok" { // of a webhook
		return Outcome{End: Sent}
	}
	return okAnswer("Slack", a)
}

// discordText is a text of which Discord makes no markup. That nobody is mentioned is said apart.
func discordText(text string) string {
	var out strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\*_~`|>#-+[]()<:@", r) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}

func discordLength(text string) int { return utf8.RuneCountInString(discordText(text)) }

// discord: a webhook. Its flag 4 shows no previews of links.
func discord(_ *Sender, c Channel, m Message) (request, error) {
	return post(c.URL, map[string]any{"content": discordText(m.Text), "allowed_mentions": map[string]any{"parse": []string{}}, "flags": 4})
}

// matrix: a plain text event. The server knows an event by the id that we give it, and takes it once.
func matrix(_ *Sender, c Channel, m Message) (request, error) {
	r, err := post(at(c.Server, "", "_matrix", "client", "v3", "rooms", m.ChatID, "send", "m.room.message", "handrail-"+m.ID), map[string]string{"msgtype": "m.text", "body": m.Text})
	if err == nil {
		r.method = http.MethodPut
		r.header.Set("Authorization", "Bearer "+c.Token)
	}
	return r, err
}

// ntfy: the text as the body, which is no Markdown.
func ntfy(_ *Sender, c Channel, m Message) (request, error) {
	r := request{method: http.MethodPost, url: at(c.Server, "https://ntfy.sh", m.ChatID), body: []byte(m.Text), header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}}}
	if c.Token != "" {
		r.header.Set("Authorization", "Bearer "+c.Token)
	}
	return r, nil
}

// webhook: JSON with the text and an id by which the other side can tell that it has had it.
func webhook(_ *Sender, c Channel, m Message) (request, error) {
	body := map[string]string{"id": m.ID, "text": m.Text}
	if m.ChatID != "" {
		body["chat_id"] = m.ChatID
	}
	r, err := post(c.URL, body)
	for key, value := range c.Headers {
		r.header.Set(key, value)
	}
	return r, err
}
