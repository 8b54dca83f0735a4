package operator

// scripts are the programs of the space that its hooks and tools name, wherever
// they lie: the guard asks before they are changed
// (docs/spec/11-guard.md#protected-files).
func (l *loaded) scripts() []string {
	var names []string
	for _, item := range l.space.Inventory() {
		if item.Kind == "script" {
			names = append(names, item.File)
		}
	}
	return names
}
