package channels

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Limits of listening.
const (
	mostHeard  = 1 << 20          // bytes of one answer
	longPoll   = 25 * time.Second // how long a service waits for something new
	firstPause = 500 * time.Millisecond
	mostPause  = 30 * time.Second
)

// Answers reports whether a person can answer by channels of a type: we can hear what they write there.
func Answers(kind string) bool { return kind == "telegram" || kind == "matrix" }

// A Refusal says why nothing can be heard by a channel, as things are: it holds no address and no secret.
type Refusal struct{ Why string }

// Error implements error.
func (r *Refusal) Error() string { return r.Why }

// Listen tells heard what the person writes into the chat of a channel that is filled in, from the moment on at which it calls ready.
// It hears nobody else: the chat must be one in which nobody but the person and the account of the channel are, and is looked at again
// before anything counts. It returns when ctx ends, or with a Refusal. While a service cannot be reached it goes on trying.
func (s *Sender) Listen(ctx context.Context, c Channel, ready func(), heard func(text string)) error {
	if err := c.Check(); err != nil {
		return &Refusal{err.Error()}
	}
	var ear ear
	switch c.Type {
	case "telegram":
		ear = &telegramEar{s: s, c: c}
	case "matrix":
		ear = &matrixEar{s: s, c: c}
	default:
		return &Refusal{"nothing can be heard by a channel of its type"}
	}
	began, pause := false, firstPause
	for {
		var texts []string
		var err error
		if !began {
			if err = ear.begin(ctx); err == nil {
				began = true
				ready()
			}
		} else {
			texts, err = ear.next(ctx)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var no *Refusal
		if errors.As(err, &no) {
			return no
		}
		if err == nil {
			pause = firstPause
			for _, text := range texts {
				heard(text)
			}
			continue
		}
		select {
		case <-time.After(pause):
			pause = min(2*pause, mostPause)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// An ear hears one service.
type ear interface {
	begin(ctx context.Context) error // finds out who is there, and what is old
	next(ctx context.Context) ([]string, error)
}

// ask makes a request of a service and reads its JSON. A status that another try does not change is a Refusal.
func (s *Sender) ask(ctx context.Context, name string, r request, into any) error {
	ctx, cancel := context.WithTimeout(ctx, longPoll+timeLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, r.url, bytes.NewReader(r.body))
	if err != nil {
		return &Refusal{"its address cannot be read"}
	}
	if r.header != nil {
		req.Header = r.header
	}
	req.Header.Set("User-Agent", s.agent)
	got, err := s.client.Do(req)
	if err != nil {
		return errors.New(unreached(err))
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, mostHeard))
	switch status := got.StatusCode; {
	case status == http.StatusTooManyRequests, status >= 500, status == http.StatusRequestTimeout:
		return fmt.Errorf("%s answered with status %d", name, status)
	case status < 200 || status >= 300:
		a := answered{status: status, body: body}
		return &Refusal{strings.TrimSuffix(fmt.Sprintf("%s answered with status %d: %s", name, status, a.told()), ": ")}
	case err != nil:
		return errors.New("the connection ended in the middle of " + name + "'s answer")
	}
	if json.Unmarshal(body, into) != nil {
		return errors.New(name + "'s answer cannot be read")
	}
	return nil
}

// telegramEar hears what a person writes to a bot.
type telegramEar struct {
	s    *Sender
	c    Channel
	last int64 // the newest update that was heard
}

// telegramUpdates is what getUpdates answers.
type telegramUpdates struct {
	Result []struct {
		ID      int64 `json:"update_id"`
		Message *struct {
			Text string `json:"text"`
			From struct {
				ID  json.Number `json:"id"`
				Bot bool        `json:"is_bot"`
			} `json:"from"`
			Chat struct {
				ID   json.Number `json:"id"`
				Type string      `json:"type"`
			} `json:"chat"`
		} `json:"message"`
	} `json:"result"`
}

func (e *telegramEar) updates(ctx context.Context, offset int64, wait time.Duration) (telegramUpdates, error) {
	var out telegramUpdates
	if strings.ContainsAny(e.c.Token, "/?# \n") {
		return out, &Refusal{"its token is not one of a Telegram bot"}
	}
	query := url.Values{"offset": {strconv.FormatInt(offset, 10)}, "timeout": {strconv.Itoa(int(wait.Seconds()))}, "allowed_updates": {`["message"]`}}
	address := strings.TrimRight(at(e.c.Server, "https://api.telegram.org"), "/") + "/bot" + e.c.Token + "/getUpdates?" + query.Encode()
	err := e.s.ask(ctx, "Telegram", request{method: http.MethodGet, url: address}, &out)
	return out, err
}

// begin leaves alone what was written before. A chat of more than two has another number than a person.
func (e *telegramEar) begin(ctx context.Context) error {
	if n, err := strconv.ParseInt(e.c.ChatID, 10, 64); err != nil || n <= 0 {
		return &Refusal{"its chat is not a private one with the person, so anybody in it could answer"}
	}
	old, err := e.updates(ctx, -1, 0)
	for _, u := range old.Result {
		e.last = max(e.last, u.ID)
	}
	return err
}

func (e *telegramEar) next(ctx context.Context) (texts []string, err error) {
	got, err := e.updates(ctx, e.last+1, longPoll)
	for _, u := range got.Result {
		e.last = max(e.last, u.ID)
		m := u.Message
		if m == nil || m.From.Bot || m.Chat.Type != "private" || m.Chat.ID.String() != e.c.ChatID || m.From.ID.String() != e.c.ChatID {
			continue
		}
		texts = append(texts, m.Text)
	}
	return texts, err
}

// matrixEar hears what the other one in a room writes.
type matrixEar struct {
	s     *Sender
	c     Channel
	self  string
	since string
}

// get asks the server of the room for something.
func (e *matrixEar) get(ctx context.Context, query url.Values, into any, parts ...string) error {
	address := at(e.c.Server, "", append([]string{"_matrix", "client", "v3"}, parts...)...)
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return e.s.ask(ctx, "Matrix", request{method: http.MethodGet, url: address, header: http.Header{"Authorization": {"Bearer " + e.c.Token}}}, into)
}

// other is who else is in the room, where that is one.
func (e *matrixEar) other(ctx context.Context) (string, error) {
	var room struct {
		Joined map[string]json.RawMessage `json:"joined"`
	}
	if err := e.get(ctx, nil, &room, "rooms", e.c.ChatID, "joined_members"); err != nil {
		return "", err
	}
	_, in := room.Joined[e.self]
	if len(room.Joined) != 2 || !in {
		return "", &Refusal{"its room is not one in which the person and the channel's account are alone, so anybody in it could answer"}
	}
	for who := range room.Joined {
		if who != e.self {
			return who, nil
		}
	}
	return "", nil
}

// matrixSync is what sync answers.
type matrixSync struct {
	Next  string `json:"next_batch"`
	Rooms struct {
		Join map[string]struct {
			Timeline struct {
				Events []struct {
					Type    string `json:"type"`
					Sender  string `json:"sender"`
					Content struct {
						Kind string `json:"msgtype"`
						Body string `json:"body"`
					} `json:"content"`
				} `json:"events"`
			} `json:"timeline"`
		} `json:"join"`
	} `json:"rooms"`
}

func (e *matrixEar) sync(ctx context.Context, wait time.Duration) (matrixSync, error) {
	only := func(types ...string) map[string]any { return map[string]any{"types": types} }
	filter, err := json.Marshal(map[string]any{
		"presence": only(), "account_data": only(),
		"room": map[string]any{
			"rooms": []string{e.c.ChatID}, "timeline": map[string]any{"types": []string{"m.room.message"}, "limit": 50}, "state": only(), "ephemeral": only(), "account_data": only(),
		},
	})
	if err != nil {
		return matrixSync{}, err
	}
	query := url.Values{"filter": {string(filter)}, "timeout": {strconv.FormatInt(wait.Milliseconds(), 10)}}
	if e.since != "" {
		query.Set("since", e.since)
	}
	var out matrixSync
	err = e.get(ctx, query, &out, "sync")
	if err == nil && out.Next == "" {
		err = errors.New("the answer of Matrix cannot be read")
	}
	return out, err
}

func (e *matrixEar) begin(ctx context.Context) error {
	var who struct {
		ID string `json:"user_id"`
	}
	if err := e.get(ctx, nil, &who, "account", "whoami"); err != nil {
		return err
	}
	e.self = who.ID
	if _, err := e.other(ctx); err != nil {
		return err
	}
	old, err := e.sync(ctx, 0)
	e.since = old.Next
	return err
}

func (e *matrixEar) next(ctx context.Context) (texts []string, err error) {
	got, err := e.sync(ctx, longPoll)
	if err != nil {
		return nil, err
	}
	events := got.Rooms.Join[e.c.ChatID].Timeline.Events
	if len(events) > 0 { // somebody may have come in since
		other, err := e.other(ctx)
		if err != nil {
			return nil, err
		}
		for _, m := range events {
			if m.Type == "m.room.message" && m.Content.Kind == "m.text" && m.Sender == other {
				texts = append(texts, m.Content.Body)
			}
		}
	}
	e.since = got.Next
	return texts, nil
}
