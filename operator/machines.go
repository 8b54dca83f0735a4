package operator

import (
	"context"

	"handrail/journal/sqlite"
	"handrail/operator/machines"
	"handrail/tools"
)

// openMachines makes the way in which the person is asked: by this face and, where other machines are paired, on those as well.
func openMachines(o *Operator) {
	waits := o.config.Waits
	if waits == nil {
		waits = func(title string) {
			o.hub.Notice("info", "Nobody can be asked here, so your other machines are: %s.", title)
		}
	}
	o.machines = machines.New(machines.Config{
		Context: o.ctx, Go: o.Go, Settings: o.settings, Secrets: o.secrets.Store(), States: o.store.States(), Post: sqlite.PostIn(o.store), Record: o.store.History(),
		Owner: func(ctx context.Context) (string, error) { return sqlite.OwnerOf(ctx, o.store) }, Alive: func(owner string) bool { return sqlite.IsAlive(o.store, owner) },
		Redact: o.redact.Marshaled, Notice: o.hub.Notice, Space: o.spaces.nameOf, Waits: waits,
	})
	face := o.config.Confirmer(o)
	o.asking.AskThrough(func(tools.Confirmer) tools.Confirmer {
		here := askAfar(o, face)
		if o.config.Alone {
			return here
		}
		return o.machines.Through(here)
	})
	o.showMachines = func() { o.Go(func() { o.machines.Show(o.ctx, face) }) }
}

// MachinesOf is where the person's machines ask each other.
func MachinesOf(o *Operator) *machines.Desk { return o.machines }

// ShowMachines shows what waits on the person's other machines by this face, from now on. Nothing is connected to before a
// machine is paired.
func ShowMachines(o *Operator) { o.showMachines() }
