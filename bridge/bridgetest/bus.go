//go:build unix && !darwin

package bridgetest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/godbus/dbus/v5"
)

// A Bus is the session bus of a Screen. It ends with the test that started it.
type Bus struct {
	screen  *Screen
	heard   *dbus.Conn // to the accessibility bus, once it was asked for
	address string
}

// StartBus gives the desktop a session bus. Programs started from now on see it.
func (s *Screen) StartBus() *Bus {
	s.t.Helper()
	return s.startBus("--session")
}

// StartQuietBus gives the desktop a session bus that starts no service by
// itself: what is not started is not there.
func (s *Screen) StartQuietBus() *Bus {
	s.t.Helper()
	config := filepath.Join(s.t.TempDir(), "bus.conf")
	const text = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return s.startBus("--config-file=" + config)
}

func (s *Screen) startBus(option string) *Bus {
	s.t.Helper()
	address := s.background("dbus-daemon", option, "--nofork", "--nopidfile", "--print-address=1")()
	s.set("DBUS_SESSION_BUS_ADDRESS", address)
	return &Bus{screen: s, address: address}
}

// With returns the same bus for a subtest: it is t that fails.
func (b *Bus) With(t testing.TB) *Bus {
	return &Bus{screen: b.screen.With(t), address: b.address}
}

// StartNotifications starts a notification service on the bus, which reads a text as markup.
func (b *Bus) StartNotifications() {
	b.screen.t.Helper()
	b.startNotifications("full")
}

// StartPlainNotifications starts one that shows every text as it comes.
func (b *Bus) StartPlainNotifications() {
	b.screen.t.Helper()
	b.startNotifications("no")
}

// startNotifications says how texts are read: where its settings are silent, dunst 1.9 looks into memory
// that it never set, and tells one time one thing and the next time the other.
func (b *Bus) startNotifications(markup string) {
	b.screen.t.Helper()
	config := filepath.Join(b.screen.t.TempDir(), "dunstrc")
	settings := "[global]\nshow_age_threshold = -1\nmarkup = " + markup + "\n[urgency_low]\ntimeout = 0\n[urgency_normal]\ntimeout = 0\n" // until it is closed, and no age, which would change each second
	if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
		b.screen.t.Fatal(err)
	}
	b.screen.background("dunst", "-conf", config)
	bus := b.connect(b.address)
	b.screen.until("the notification service", func() bool {
		var owned bool
		err := bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, "org.freedesktop.Notifications").Store(&owned)
		return err == nil && owned
	})
}

// Texts returns everything that a screen reader would find in the windows of
// one program: names and texts, in order. The bus is one of StartBus.
func (b *Bus) Texts(program string) []string {
	b.screen.t.Helper()
	var found []string
	b.screen.until("the accessible windows of "+program, func() bool {
		found = nil
		for _, o := range b.Objects(program) {
			for _, text := range []string{o.Name, o.Text} {
				if text != "" {
					found = append(found, text)
				}
			}
		}
		return len(found) > 1
	})
	return found
}

// An Object is what a screen reader stops at: a heading, a button, a text.
type Object struct {
	Role Role
	Name string
	Text string // what it shows, if it holds text
}

// A Role is what an Object is, as the specification of the accessibility bus numbers it.
type Role uint32

// The roles of what a person presses or fills in, and of what says where they are.
const (
	CheckBox     Role = 7
	ComboBox     Role = 11
	Filler       Role = 20
	ListItem     Role = 32
	MenuItem     Role = 35
	PageTab      Role = 37
	PushButton   Role = 43
	RadioButton  Role = 44
	TabPanel     Role = 49
	Slider       Role = 51
	SpinButton   Role = 52
	ToggleButton Role = 62
	Entry        Role = 79
	Heading      Role = 83
	Link         Role = 88
)

// Objects returns every object that a screen reader finds in the windows of one program now, in order, those of a web page in it
// among them; none if something changes while it reads. The bus is one of StartBus.
func (b *Bus) Objects(program string) []Object {
	b.screen.t.Helper()
	r := b.reader()
	for _, app := range r.apps(program) {
		r.walk(app, 0)
	}
	if r.err != nil {
		return nil
	}
	return r.found
}

// AwaitBehind waits until one program knows that no window of its own is active. The desktop tells it by and by: that a window is
// gone from the screen says nothing of it. The bus is one of StartBus.
func (b *Bus) AwaitBehind(program string) {
	b.screen.t.Helper()
	r := b.reader()
	b.screen.until(program+" to know that it is not in front", func() bool {
		r.err = nil
		windows := 0
		for _, app := range r.apps(program) {
			for _, w := range r.children(app) {
				if r.active(w) {
					return false
				}
				windows++
			}
		}
		return r.err == nil && windows > 0
	})
}

// reader reads the accessibility bus.
func (b *Bus) reader() *reader {
	b.screen.t.Helper()
	if b.heard == nil {
		var address string
		session := b.connect(b.address)
		if err := session.Object("org.a11y.Bus", "/org/a11y/bus").Call("org.a11y.Bus.GetAddress", 0).Store(&address); err != nil {
			b.screen.t.Fatalf("no accessibility bus: %v; %s", err, install)
		}
		b.heard = b.connect(address)
	}
	return &reader{bus: b.heard}
}

func (b *Bus) connect(address string) *dbus.Conn {
	b.screen.t.Helper()
	conn, err := dbus.Connect(address)
	if err != nil {
		b.screen.t.Fatalf("connect to the bus %q: %v", address, err)
	}
	b.screen.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// A node is an accessible object: a window, a button, a text.
type node struct {
	Service string
	Path    dbus.ObjectPath
}

// A reader collects what a screen reader would say.
type reader struct {
	bus   *dbus.Conn
	found []Object
	err   error
}

const accessible = "org.a11y.atspi.Accessible"

// apps are the programs of a name.
func (r *reader) apps(program string) []node {
	var out []node
	for _, app := range r.children(node{"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"}) {
		if r.name(app) == program {
			out = append(out, app)
		}
	}
	return out
}

// active reports whether a window has the keyboard, as its program knows it.
func (r *reader) active(window node) bool {
	const stateActive = 1 // a bit of the specification's
	var states []uint32
	r.note(r.bus.Object(window.Service, window.Path).Call(accessible+".GetState", 0).Store(&states))
	return len(states) > 0 && states[0]&(1<<stateActive) != 0
}

func (r *reader) walk(n node, depth int) {
	if depth > 60 || r.err != nil {
		return
	}
	o := Object{r.role(n), r.name(n), r.text(n)}
	r.found = append(r.found, o)
	children := r.children(n)
	if len(children) == 0 && o.Role == Filler {
		children = r.embedded(n)
	}
	for _, c := range children {
		r.walk(c, depth+1)
	}
}

func (r *reader) children(n node) []node {
	var out []node
	r.note(r.bus.Object(n.Service, n.Path).Call(accessible+".GetChildren", 0).Store(&out))
	return out
}

// embedded is what another program shows in an object: GTK leaves it out of the children, and hands it out by its place.
func (r *reader) embedded(n node) []node {
	var page node
	if r.bus.Object(n.Service, n.Path).Call(accessible+".GetChildAtIndex", 0, int32(0)).Store(&page) != nil || page.Path == "/org/a11y/atspi/null" {
		return nil
	}
	return []node{page}
}

func (r *reader) role(n node) Role {
	var role Role
	r.note(r.bus.Object(n.Service, n.Path).Call(accessible+".GetRole", 0).Store(&role))
	return role
}

func (r *reader) name(n node) string {
	v, err := r.bus.Object(n.Service, n.Path).GetProperty(accessible + ".Name")
	r.note(err)
	name, _ := v.Value().(string)
	return name
}

// text is what an object that holds text shows; others hold none.
func (r *reader) text(n node) string {
	var known []string // GTK complains on standard error where one asks for a text that is not there
	if r.bus.Object(n.Service, n.Path).Call(accessible+".GetInterfaces", 0).Store(&known) != nil || !slices.Contains(known, "org.a11y.atspi.Text") {
		return ""
	}
	var text string
	if r.bus.Object(n.Service, n.Path).Call("org.a11y.atspi.Text.GetText", 0, int32(0), int32(-1)).Store(&text) != nil {
		return ""
	}
	return text
}

func (r *reader) note(err error) {
	if err != nil {
		r.err = err
	}
}
