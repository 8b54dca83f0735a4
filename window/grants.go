package window

import (
	"handrail/operator"
	"handrail/operator/history"
)

// Grants lists everything lasting that the person has granted.
func (a *Rules) Grants() ([]GrantView, error) {
	list, err := a.o.Grants(a.ctx)
	return each(list, a.grantView), err
}

// Revoke takes back one of them.
func (a *Rules) Revoke(grant string) ([]GrantView, error) {
	if err := a.o.RevokeGrant(a.ctx, grant); err != nil {
		return nil, err
	}
	return a.Grants()
}

// grantView is a grant with the name of its space and the call that it was given
// for. One that is not in the journal any more is left out: the grant holds all
// the same.
func (a *Rules) grantView(g operator.GrantLine) GrantView {
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
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Label     string `json:"label"`
	Tool      string `json:"tool"`
	About     string `json:"about"`
	Run       string `json:"run"`
	Call      string `json:"call"`
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	Session   string `json:"session"`
	Made      string `json:"made"`
	Source    string `json:"source"`
	Until     string `json:"until"`
	Counted   bool   `json:"counted"`
	Uses      int    `json:"uses"`
	Used      string `json:"used"`
	Idle      string `json:"idle"`
}

func grantView(g operator.GrantLine) GrantView {
	return GrantView{
		ID: g.ID, Kind: g.Kind, Label: g.Label, Tool: g.Tool, Space: g.Space, SpaceName: g.Space, Session: g.Session, Made: timeText(g.Made), Source: g.Source,
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
