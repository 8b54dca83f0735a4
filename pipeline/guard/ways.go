package guard

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/builtins"
	"handrail/tools"
)

// A Way is how what an act is given could leave the conversation, or act later
// (docs/spec/16-in-and-out.md#ways-out).
type Way struct {
	Name string       // as a grant keeps it: the tool, or AnyProgram
	Why  tools.Clause // "the server mail gets it, and reaches smtp.example.com"
}

// AnyProgram is the Name of the way of all programs whose room leads to any host.
const AnyProgram = "programs"

// Words is what the person has named in a conversation, and what stood in text that came in.
type Words interface {
	// Said reports whether the person has written a word or address in this conversation.
	Said(word string) bool
	// Known reports whether a whole address stands in what the person has written, or in text
	// that came in and not too many of its host were taken from there.
	Known(address string) bool
}

// WayOut finds a way by which an agent's act could carry out what its conversation has read, or have it act later;
// false: there is none, or the person has named all of where it leads.
func (g *Guard) WayOut(call tools.Call, e tools.Entry, p tools.Preview, input json.RawMessage, w Words) (Way, bool) {
	for _, way := range g.ways(call, e, p, input, w) {
		return way, true
	}
	return Way{}, false
}

// ways are all ways of WayOut: the person is asked about each.
func (g *Guard) ways(call tools.Call, e tools.Entry, p tools.Preview, input json.RawMessage, w Words) (list []Way) {
	if call.Caller.Kind != tools.CallerAgent && call.Caller.Kind != tools.CallerMCP {
		return nil
	}
	if g.remembers(call, e, p, input) {
		list = append(list, memoryWay)
	}
	if rel := g.plants(call, e, p); rel != "" {
		list = append(list, plantWay(rel))
	}
	if name := g.scripts(call, e, p); name != "" {
		list = append(list, scriptWay(name))
	}
	if way, ok := g.carries(e, p, input, w); ok {
		list = append(list, way)
	}
	return list
}

var memoryWay = Way{Name: MemoryWay, Why: tools.Say(tools.WayMemory, MemoryFile)}

func plantWay(rel string) Way {
	return Way{Name: PlantWay, Why: tools.Say(tools.WayPlant, rel)}
}

func scriptWay(name string) Way {
	return Way{Name: ScriptWay, Why: tools.Say(tools.WayScript, name)}
}

// carries finds the way by which an act takes what it is given out of the conversation at once.
func (g *Guard) carries(e tools.Entry, p tools.Preview, input json.RawMessage, w Words) (Way, bool) {
	if isServers(e) {
		return serverWay(e, p, input, w)
	}
	if way, ok := g.ownWay(e, p, input, w); ok {
		return way, true
	}
	if reach, runs := g.programReach(e, p); runs && reach == anyHost {
		return Way{Name: AnyProgram, Why: tools.Say(tools.WayPrograms)}, true
	}
	return Way{}, false
}

// isServers reports whether a tool is a server's.
func isServers(e tools.Entry) bool {
	return tools.ServerActs(e.Info) || e.Info.Data != ""
}

// MemoryWay is the Name of the way by which something is remembered: that of the tool for it. Whatever else writes the
// file is the same way.
const MemoryWay = "memory_write"

// MemoryFile is what a space remembers, in its folder.
const MemoryFile = "MEMORY.md"

// remembers reports whether an act of another tool than that for it writes what every later conversation is told: the
// memory of the space. Where rooms hold programs they cannot change one that is there.
func (g *Guard) remembers(call tools.Call, e tools.Entry, p tools.Preview, input json.RawMessage) bool {
	if e.Info.Out == builtins.OutMemory {
		return false
	}
	if isServers(e) {
		return e.Info.SideEffect && namesMemory(input)
	}
	for _, effect := range p.Effects {
		if (effect.Kind == tools.EffectWrite || effect.Kind == tools.EffectDelete) && g.isMemory(effect.Target) {
			return true
		}
	}
	if p.Shell == "" || g.c.Walls() == "" && g.hasMemory() {
		return false
	}
	for _, c := range g.look(call, e, p).script.Commands {
		for _, t := range targetsOf(c) {
			for _, dir := range c.Dirs {
				if at, ok := g.place.target(t, dir); ok && g.isMemory(at) {
					return true
				}
			}
		}
	}
	return false
}

// active are the endings of documents that programs open and that can name what is to be fetched.
var active = []string{".html", ".htm", ".xhtml", ".shtml", ".svg", ".xml", ".mht", ".mhtml", ".docx", ".pptx", ".xlsx", ".odt", ".odp", ".ods", ".rtf"}

// isMemory reports whether a path is the memory of the space. Some file systems do not tell small letters from large ones.
func (g *Guard) isMemory(path string) bool {
	roots := g.c.Roots()
	return len(roots) > 0 && strings.EqualFold(filepath.Base(path), MemoryFile) && filepath.Dir(path) == roots[0]
}

// hasMemory reports whether the memory of the space is there.
func (g *Guard) hasMemory() bool {
	roots := g.c.Roots()
	if len(roots) == 0 {
		return false
	}
	info, err := os.Lstat(filepath.Join(roots[0], MemoryFile))
	return err == nil && info.Mode().IsRegular()
}

// namesMemory reports whether a text of an input is a path to a file of the memory's name.
func namesMemory(input json.RawMessage) bool {
	var v any
	if !bytes.Contains(bytes.ToLower(input), []byte(strings.ToLower(MemoryFile))) || json.Unmarshal(input, &v) != nil {
		return false
	}
	var find func(any) bool
	find = func(v any) bool {
		switch v := v.(type) {
		case string:
			return strings.EqualFold(path.Base(strings.ReplaceAll(strings.TrimSpace(v), `\`, "/")), MemoryFile)
		case []any:
			return slices.ContainsFunc(v, find)
		case map[string]any:
			for _, item := range v {
				if find(item) {
					return true
				}
			}
		}
		return false
	}
	return find(v)
}

// programReach is what the programs of an act may reach; false: it starts none.
func (g *Guard) programReach(e tools.Entry, p tools.Preview) (reach string, runs bool) {
	var hosts []string
	for _, effect := range p.Effects {
		switch effect.Kind {
		case tools.EffectRun:
			runs = e.Info.Source != bridgeSource
		case tools.EffectReach: // what the author of a trusted tool says
			if effect.Target == anyHost {
				return anyHost, runs
			}
			hosts = append(hosts, effect.Target)
		default:
		}
	}
	if len(hosts) == 0 {
		return g.c.Outside(), runs
	}
	return strings.Join(hosts, ", "), runs
}

// Leaves reports whether anybody outside could be given what stands in the input of an act, whoever it is and
// whoever has named them.
func (g *Guard) Leaves(call tools.Call, e tools.Entry, p tools.Preview, input json.RawMessage) bool {
	if call.Caller.Kind == tools.CallerPerson {
		return false
	}
	asks := call.Caller.Kind == tools.CallerAgent || call.Caller.Kind == tools.CallerMCP
	if _, out := g.carries(e, p, input, nobody{}); out && asks || e.Info.Out == builtins.OutQuery || e.Info.Out == builtins.OutMessage {
		return true
	}
	if isServers(e) {
		return slices.ContainsFunc(p.Effects, func(effect tools.Effect) bool { return effect.Kind == tools.EffectReach })
	}
	reach, runs := g.programReach(e, p)
	return runs && reach != ""
}

// nobody has named anything.
type nobody struct{}

// Said implements Words.
func (nobody) Said(string) bool { return false }

// Known implements Words.
func (nobody) Known(string) bool { return false }

const (
	anyHost      = "any host"
	bridgeSource = "bridge"
)

// ownWay is the way of a tool of ours.
func (g *Guard) ownWay(e tools.Entry, p tools.Preview, input json.RawMessage, w Words) (Way, bool) {
	name := e.Qualified
	switch e.Info.Out {
	case builtins.OutAddress:
		address, _, _ := strings.Cut(p.Detail, "\n")
		host := hostOf(address)
		switch {
		case host == "": // a document of the space, or a mail that the person sends
			if strings.HasPrefix(address, "mailto:") {
				return Way{Name: name, Why: tools.Say(tools.WayMail)}, true
			}
			if slices.Contains(active, strings.ToLower(filepath.Ext(address))) {
				return Way{Name: name, Why: tools.Say(tools.WayDocument, filepath.Base(address))}, true
			}
			return Way{}, false
		case p.Reads && g.c.Outside() != anyHost && g.c.Reach(host), (p.Reads || e.Info.Source == bridgeSource) && w.Known(address):
			return Way{}, false
		}
		return Way{Name: name, Why: tools.Say(tools.WayAddress, host)}, true
	case builtins.OutMessage:
		for _, effect := range p.Effects {
			_, chat, named := strings.Cut(effect.Target, " ")
			if effect.Kind == tools.EffectSend && named && !w.Said(chat) {
				return Way{Name: name, Why: tools.Say(tools.WayReaders, effect.Target)}, true
			}
			if address, found := unnamedAddress(input, w); found && effect.Kind == tools.EffectSend && effect.Target != "desktop" {
				return Way{Name: name, Why: tools.Say(tools.WayPreview, address)}, true
			}
		}
	case builtins.OutClipboard:
		return Way{Name: name, Why: tools.Say(tools.WayClipboard)}, true
	case builtins.OutMemory:
		return Way{Name: name, Why: tools.Say(tools.WayRemembered)}, true
	case builtins.OutQuery: // whom the person has set; a secret in it is refused
	}
	return Way{}, false
}

// serverWay is the way of a server's tool. One that reaches nothing outside is none. Of one that only reads, by its
// pinned definition, an address counts that nobody has named: the server gets the rest, and nobody else.
func serverWay(e tools.Entry, p tools.Preview, input json.RawMessage, w Words) (Way, bool) {
	var hosts []string
	for _, effect := range p.Effects {
		if effect.Kind == tools.EffectReach {
			hosts = append(hosts, effect.Target)
		}
	}
	if len(hosts) == 0 {
		return Way{}, false
	}
	reads := !e.Info.SideEffect || e.Info.Data != ""
	to, found := destination(input, reads, w)
	if !found {
		return Way{}, false
	}
	server := strings.TrimPrefix(e.Info.Source, "mcp:")
	why := tools.Clause{Code: tools.WayServer, Parts: []tools.Clause{tools.Words(server), few(hosts)}}
	if to != "" {
		why.Code = tools.WayServerTo
		why = why.With(tools.Words(strconv.Quote(to)))
	}
	return Way{Name: e.Qualified, Why: why}, true
}

// few names at most three hosts.
func few(hosts []string) tools.Clause {
	if len(hosts) > 3 {
		return tools.Say(tools.MoreHosts, strings.Join(hosts[:3], ", "), strconv.Itoa(len(hosts)-3))
	}
	return tools.Words(strings.Join(hosts, ", "))
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
