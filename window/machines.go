package window

import (
	"strings"

	"handrail/operator"
	"handrail/operator/machines"
)

// Machines is the person's other machines, and pairing with them, as the page asks for them.
type Machines struct{ *app }

// Machines says how this machine stands with the others. Where a server is set, it is connected to from then on.
func (a *Machines) Machines() (MachinesView, error) {
	if a.o == nil {
		return MachinesView{}, a.broken()
	}
	desk := operator.MachinesOf(a.o)
	s, err := desk.Standing(a.ctx)
	return viewOf(s, err, func(s machines.Standing) MachinesView { return machinesView(s, desk.Attempts().Now()) })
}

// SetMachineServer sets the server at which machines meet, and what this one is called. It fails for a server that others could
// read along with; whether it is reached is told afterwards.
func (a *Machines) SetMachineServer(form MachineServerForm) (MachinesView, error) {
	if err := operator.MachinesOf(a.o).SetServer(machines.Server(form), a.o.Secrets()); err != nil {
		return MachinesView{}, err
	}
	return a.Machines()
}

// PairMachine begins to pair this machine with another one. number is the one that the other shows, or "" for one to be shown here.
func (a *Machines) PairMachine(number string) (MachinesView, error) {
	if err := operator.MachinesOf(a.o).Attempts().Begin(strings.ReplaceAll(number, " ", "")); err != nil {
		return MachinesView{}, err
	}
	return a.Machines()
}

// ComparePairing says whether both machines show the same code. It is harmless where nothing is compared.
func (a *Machines) ComparePairing(same bool) (MachinesView, error) {
	operator.MachinesOf(a.o).Attempts().Compare(same)
	return a.Machines()
}

// StopPairing cancels a pairing, or forgets what came of the last one.
func (a *Machines) StopPairing() (MachinesView, error) {
	operator.MachinesOf(a.o).Attempts().Stop()
	return a.Machines()
}

// UnpairMachine forgets a machine. The other one is told as soon as the server is reached.
func (a *Machines) UnpairMachine(id string) (MachinesView, error) {
	desk := operator.MachinesOf(a.o)
	peer, err := desk.Find(a.ctx, id)
	if err == nil {
		err = desk.Unpair(a.ctx, peer)
	}
	if err != nil {
		return MachinesView{}, err
	}
	return a.Machines()
}

// ExportMachineRecord writes what a machine has told of its record to a file that the person chooses, as JSON lines. It returns the
// file; "" if the person cancels.
func (a *Machines) ExportMachineRecord(id string) (string, error) {
	desk := operator.MachinesOf(a.o)
	peer, err := desk.Find(a.ctx, id)
	if err != nil {
		return "", err
	}
	path, err := a.desk.ChooseFile(a.tongue().Own("Save the record of %s", peer.Name), "record.jsonl")
	if err != nil || path == "" {
		return "", err
	}
	return path, desk.ExportRecord(a.ctx, peer, path)
}

// MachinesView is this machine among the person's others.
type MachinesView struct {
	// What the others call this one.
	Name string `json:"name"`
	// Whether the server is reached.
	Link machines.Link `json:"link"`
	// Why it is not.
	Reason   string            `json:"reason"`
	Server   MachineServerView `json:"server"`
	Machines []MachineView     `json:"machines"`
	Pairing  PairingView       `json:"pairing"`
}

// MachineServerView is where machines meet.
type MachineServerView struct {
	// "" = no server is set.
	URL string `json:"url"`
	// Credentials are kept for it.
	Kept bool `json:"kept"`
	// A file of certificates; "" = those that the system knows.
	CA string `json:"ca"`
	// What the person calls this machine; "" = its host name.
	Name string `json:"name"`
	// The paired machines can read what is recorded here.
	Record bool `json:"record"`
}

// MachineServerForm is the server that the person sets.
type MachineServerForm struct {
	// "" = none.
	URL string `json:"url"`
	// A .creds file's text, an nkey's seed, user:password or a token. It goes to the keychain, and never comes back to the page.
	// "" = what is kept.
	Credentials string `json:"credentials"`
	// The server wants none, and what is kept is not used.
	Open   bool   `json:"open"`
	CA     string `json:"ca"`
	Name   string `json:"name"`
	Record bool   `json:"record"`
}

// MachineView is a paired machine.
type MachineView struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Paired string `json:"paired"`
	// When something of it came here last.
	Heard string `json:"heard"`
	// It tells this one what it records.
	Tells bool `json:"tells"`
}

// PairingView is a pairing that goes on, or the last one.
type PairingView struct {
	Stage machines.Stage `json:"stage"`
	// To be entered on the other machine.
	Number string `json:"number"`
	// That both machines show.
	Code string `json:"code"`
	// What the other machine calls itself.
	Other string `json:"other"`
	// Why nothing was paired.
	Reason string `json:"reason"`
}

func machinesView(s machines.Standing, p machines.Attempt) MachinesView {
	v := MachinesView{
		Name: s.Name, Link: s.Link, Reason: sentence(s.Reason), Pairing: PairingView{Stage: p.Stage, Number: p.Number, Code: p.Code, Other: p.Other},
		Server: MachineServerView{URL: s.Set.URL, Kept: s.Set.Credentials != "", CA: s.Set.CA, Name: s.Set.Name, Record: s.Set.Record},
		Machines: each(s.Known, func(k machines.Known) MachineView {
			return MachineView{ID: k.ID, Name: k.Name, Paired: timeText(k.Paired), Heard: timeText(k.Heard), Tells: k.Tells}
		}),
	}
	if p.Err != nil {
		v.Pairing.Reason = sentence(p.Err.Error())
	}
	return v
}
