package clients

// A State says how things stand between a program and us.
type State struct {
	Place
	Entry     Entry // what it has, if Connected
	Connected bool
	Foreign   bool  // it has an entry of our name that is not ours
	Err       error // why its file cannot be read
}

// States says for each place that Connect writes whether we are in it.
func States(w World) []State {
	var out []State
	for _, p := range Places(w) {
		if p.Main {
			out = append(out, StateOf(p))
		}
	}
	return out
}

// StateOf says whether we are in a place.
func StateOf(p Place) State {
	s := State{Place: p}
	c, err := readFile(p.File)
	if err != nil || !c.exists {
		s.Err = err
		return s
	}
	content, err := p.parse(c.text)
	if err != nil {
		s.Err = err
		return s
	}
	entry := ourIn(content.node().get(p.list()...))
	s.Entry, s.Connected = entryOf(entry)
	s.Foreign = entry != nil && !s.Connected
	return s
}

// Main is the place that Connect writes for a program's ID; false: there is none.
func Main(w World, id string) (Place, bool) {
	for _, p := range Places(w) {
		if p.Main && p.ID() == id {
			return p, true
		}
	}
	return Place{}, false
}
