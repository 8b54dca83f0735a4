package window

import (
	"handrail/operator/history"
	"handrail/operator/permits"
)

// Grants lists everything lasting that the person has granted. They are of every kind
// and space, the last given first.
func (a *Rules) Grants() ([]GrantView, error) {
	list, err := a.o.Permits().Grants(a.ctx)
	return each(list, a.grantView), err
}

// Revoke takes back one of them. What runs already runs on.
func (a *Rules) Revoke(grant string) ([]GrantView, error) {
	if err := a.o.Permits().RevokeGrant(a.ctx, grant); err != nil {
		return nil, err
	}
	return a.Grants()
}

// Widen lets every chat of its space use a file or folder that was picked for one.
func (a *Rules) Widen(grant string) ([]GrantView, error) {
	if err := a.o.Permits().WidenPath(a.ctx, grant); err != nil {
		return nil, err
	}
	return a.Grants()
}

// grantView is a grant with the name of its space and the call that it was given
// for. One that is not in the journal any more is left out: the grant holds all
// the same.
func (a *Rules) grantView(g permits.GrantLine) GrantView {
	v := grantView(g)
	if s, err := a.o.Space(g.Space); err == nil && g.Space != "" {
		v.SpaceName = spaceView(s).Name
	}
	if record, err := a.o.History().Call(a.ctx, g.Call); err == nil && g.Call != "" {
		v.Run, v.Call, v.About = record.Run, g.Call, aboutOf(record)
	}
	return v
}

// GrantView is something lasting that the person has granted.
type GrantView struct {
	ID string `json:"id"`
	// act: calls that run unasked. path: a file or folder beside the space that its tools may touch. network: the package registries.
	Kind GrantKind `json:"kind"`
	// What the button said, or what it lets happen.
	Label string `json:"label"`
	// The qualified name, of an act; else "".
	Tool string `json:"tool"`
	// What was asked about when it was given, whole: the command line, argv or difference; "" = nothing, or it is not kept.
	About string `json:"about"`
	// The call that was asked about; "" = none, or it is not in the journal any more.
	Run  string `json:"run"`
	Call string `json:"call"`
	// "" = in every space.
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	// "" = in every chat.
	Session string `json:"session"`
	Made    string `json:"made"`
	// Who gave it where: "window", "dialog", "command line".
	Source string `json:"source"`
	// "" = until it is revoked.
	Until string `json:"until"`
	// Whether uses are counted at all.
	Counted bool `json:"counted"`
	Uses    int  `json:"uses"`
	// "" = never.
	Used string `json:"used"`
	// Why it lets nothing through now, a clause; "" = it does.
	Idle string `json:"idle"`
}

func grantView(g permits.GrantLine) GrantView {
	return GrantView{
		ID: g.ID, Kind: GrantKind(g.Kind), Label: g.Label, Tool: g.Tool, Space: g.Space, SpaceName: g.Space, Session: g.Session, Made: timeText(g.Made), Source: g.Source,
		Until: timeText(g.Until), Counted: g.Counted, Uses: g.Count, Used: timeText(g.Last), Idle: g.Idle,
	}
}

// aboutOf is the act that a call was about, whole; "" if the record does not hold
// it.
func aboutOf(r history.Call) string {
	if r.Act == nil || r.Act.Omitted != "" {
		return ""
	}
	return r.Act.Detail
}
