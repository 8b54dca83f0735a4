package chats

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

var updateTaint = flag.Bool("update", false, "write docs/taint.md anew")

// A task is one of testdata/everyday.jsonl: what a person asks for, and the calls that a good model makes. SITE is a site.
type task struct {
	Task  string
	Says  string
	Calls []string
}

func everyday(t *testing.T, site string) (list []task) {
	t.Helper()
	raw, err := os.ReadFile("testdata/everyday.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(raw), "SITE", site)) {
		var one task
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, one)
	}
	return list
}

// services are the remote servers of the tasks, with those of their tools that only read.
var services = map[string][]string{
	"github":   {"get_issue", "list_issues", "get_pull_request", "get_files"},
	"mail":     {"list_messages", "read_message", "search"},
	"tracker":  {"get_ticket", "search"},
	"calendar": {"list_events"},
}

// actions are their other tools.
var actions = map[string][]string{
	"github": {"create_pull_request", "add_comment", "add_label"}, "mail": {"send_message", "delete_message", "move_message"},
	"tracker": {"create_ticket", "update_ticket"}, "calendar": {"create_event"},
}

// serve is a remote server that answers every tool of its own with a sentence.
func serve(t *testing.T, name string) string {
	t.Helper()
	var list []any
	for i, names := range [][]string{services[name], actions[name]} {
		for _, tool := range names {
			list = append(list, map[string]any{"name": tool, "description": tool, "inputSchema": map[string]any{"type": "object"}, "annotations": map[string]any{"readOnlyHint": i == 0}})
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var ask struct {
			ID     json.RawMessage
			Method string
		}
		if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&ask) != nil || len(ask.ID) == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": ask.ID}
		switch ask.Method {
		case "initialize":
			answer["result"] = map[string]any{"protocolVersion": "2025-06-18", "serverInfo": map[string]any{"name": name, "version": "1"}, "capabilities": map[string]any{"tools": map[string]any{}}}
		case "tools/list":
			answer["result"] = map[string]any{"tools": list}
		case "tools/call":
			answer["result"] = map[string]any{"content": []any{map[string]any{"type": "text", "text": "What somebody has written on " + name + "."}}}
		default:
			answer["error"] = map[string]any{"code": -32601, "message": "no such method"}
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/mcp"
}

// A workplace is where the tasks are played.
type workplace struct {
	*stranger
	settings string
}

func workplaceOf(t *testing.T) *workplace {
	t.Helper()
	s := strangerOf(t)
	s.site.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "The page %s. See also http://%s/one and http://%s/two.", r.URL.Path, r.Host, r.Host)
	})
	servers := map[string]any{}
	for name := range services {
		servers[name] = map[string]any{"url": serve(t, name), "internal_only": false}
	}
	raw, err := json.Marshal(map[string]any{
		"tools":    map[string]any{"web_fetch": map[string]any{"allow_hosts": []string{strings.TrimPrefix(s.site.URL, "http://")}}, "mcp_servers": servers},
		"rules":    map[string]any{"allow": []string{"*__*", "bash", "memory_write", "web_fetch", "message", "write"}},
		"channels": map[string]any{"ops": map[string]any{"type": "webhook", "url": s.site.URL + "/ops"}},
		"network":  []string{"registry"}, "mode": "workspace",
	})
	if err != nil {
		t.Fatal(err)
	}
	return &workplace{s, string(raw)}
}

// space opens a space with the files of the tasks, and a script for each.
func (w *workplace) space(t *testing.T, list []task) *bench {
	t.Helper()
	files := map[string]string{
		"README.md": "A shop.\n", "main.sh": "greet() { echo hi; }\ngreet\n", "test.sh": "exit 0\n", "error.log": "Error: no such file\n", "notes.md": "budget\n",
		"vendor/left-pad/README.md": "pads\n", "saved/one.md": "one\n", "saved/two.md": "two\n", "agent/all.md": "---\nid: all\nmaxIterations: 100\n---\nWork.",
	}
	for i, task := range list {
		var turns [][]string
		for _, call := range task.Calls {
			turns = append(turns, []string{call})
		}
		files[fmt.Sprintf("t%d.jsonl", i)] = calls(append(turns, nil)...)
	}
	b := benchOf(t, operatortest.Options{Trusted: true, Walls: true, Settings: w.settings, Files: files})
	for name := range services {
		b.S.Servers().Wait(t.Context(), name)
	}
	b.Reload()
	return b
}

// play plays a task in a new chat, with an answer for each question about text from elsewhere, and returns why it asked.
func (w *workplace) play(t *testing.T, b *bench, i int, one task, offer string) (why []string) {
	t.Helper()
	w.questions = nil
	b.Person.Answer = w.ask(func(q tools.Question) tools.Answer {
		if q.By.Name != "from-elsewhere" && !strings.Contains(q.Reason, "from elsewhere") {
			return tools.Answer{Verdict: tools.RunOnce, Where: "window"}
		}
		return tools.Answer{Verdict: tools.RunOnce, Offer: offer, Where: "window"}
	})
	c, err := b.chats.Start(b.Dir, "all")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetModel(fmt.Sprintf("scripted/t%d.jsonl", i)); err != nil {
		t.Fatal(err)
	}
	got, run := b.say(c, one.Says)
	if run.State != journal.Done || len(got) != len(one.Calls) {
		t.Fatalf("%s: %+v, %q", one.Task, run, got)
	}
	for n, r := range got {
		if strings.HasPrefix(r, "not_found") || strings.HasPrefix(r, "unavailable") || strings.HasPrefix(r, "invalid_args") {
			t.Errorf("%s: call %d was none: %s", one.Task, n, r)
		}
	}
	for _, q := range w.questions {
		if strings.Contains(q.Reason, "from elsewhere") {
			_, clause, _ := strings.Cut(q.Reason, "this conversation has read text from elsewhere (")
			why = append(why, q.Tool+": "+strings.Replace(clause, ")", "", 1))
		}
	}
	return why
}

// rounds is how often the tasks are played over in one space; HANDRAIL_TEST_ROUNDS=10 for all that was asked for.
func rounds(t *testing.T) int {
	t.Helper()
	n := 1
	if text := os.Getenv("HANDRAIL_TEST_ROUNDS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// Ordinary work stays quiet (docs/taint.md): fresh, half of the tasks ask nothing because of text from elsewhere, none
// asks more than twice; in a space where the person has said what is fine, nearly nothing asks.
func TestEverydayTasks(t *testing.T) {
	w := workplaceOf(t)
	list := everyday(t, w.site.URL)
	var table strings.Builder
	var counts []int
	total := 0
	for i, one := range list {
		why := w.play(t, w.space(t, list), i, one, "")
		counts, total = append(counts, len(why)), total+len(why)
		text := strings.ReplaceAll(strings.Join(why, "<br>"), strings.TrimPrefix(w.site.URL, "http://"), "SITE")
		fmt.Fprintf(&table, "| %s | %d | %s |\n", one.Task, len(why), text)
	}
	slices.Sort(counts)
	if median, most := counts[len(counts)/2], counts[len(counts)-1]; median > 0 || most > 2 || total > len(list) {
		t.Errorf("fresh, the tasks ask %d times, %d in the median, %d at most:\n%s", total, median, most, table.String())
	}
	b := w.space(t, list)
	for i, one := range list {
		w.play(t, b, i, one, "origin/space")
	}
	again, played := 0, 0
	for range rounds(t) {
		for i, one := range list {
			again, played = again+len(w.play(t, b, i, one, "origin/space")), played+1
		}
	}
	if float64(again) > 0.1*float64(played) {
		t.Errorf("with the answers of the first round, %d tasks ask %d times", played, again)
	}
	checkTaint(t, fmt.Sprintf("Played fresh, the %d tasks ask %d times: 0 in the median, %d at most.\n\n| task | questions | why |\n|---|---|---|\n%s", len(list), total, counts[len(counts)-1], table.String()))
}

// checkTaint holds the table of docs/taint.md to what was played.
func checkTaint(t *testing.T, table string) {
	t.Helper()
	const page, mark = "../../docs/taint.md", "<!-- Made by TestEverydayTasks -update. -->\n\n"
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, was, found := strings.Cut(string(raw), mark)
	if !found {
		t.Fatalf("%s has no place for the table", page)
	}
	if *updateTaint {
		if err := os.WriteFile(page, []byte(head+mark+table), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != table {
		t.Errorf("%s has another table; play it with -update:\n%s", page, table)
	}
}
