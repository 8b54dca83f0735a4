package window

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/operator/history"
	"handrail/operator/permits"
	"handrail/operator/skills"
)

func TestASkillHasNoEmptyLists(t *testing.T) {
	want := SkillView{
		Name: "agent/skills/a.md", File: "agent/skills/a.md", State: "broken", Why: "Has no front matter", Triggers: []string{}, AllowedTools: []string{},
		Variables: []SkillVariableView{}, Notes: []string{}, Agents: []string{},
	}
	got := skillView(skills.View{Name: "agent/skills/a.md", File: "agent/skills/a.md", State: skills.Broken, Reason: "has no front matter"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestASkillCrossesWhole(t *testing.T) {
	want := SkillView{
		Name: "r", Description: "d", Version: "2", Triggers: []string{"new version"}, AllowedTools: []string{"g__*"}, Variables: []SkillVariableView{{"kind", "minor"}},
		File: "agent/skills/r.md", Size: 12, State: "old", Why: "r changed.", Notes: []string{"Has a pattern that fits no tool"}, NoLine: "No line can start it", Agents: []string{"a"},
	}
	got := skillView(skills.View{
		Name: "r", Description: "d", Version: "2", Triggers: []string{"new version"}, AllowedTools: []string{"g__*"}, Variables: []skills.Variable{{Name: "kind", Value: "minor"}},
		File: "agent/skills/r.md", Size: 12, State: skills.Old, Reason: "r changed.", Notes: []string{"has a pattern that fits no tool"}, NoLine: "no line can start it", Agents: []string{"a"},
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAPictureCrossesAsText(t *testing.T) {
	want := PictureView{MIME: "image/png", Data: "iVA=", Width: 3, Height: 2}
	if diff := cmp.Diff(want, pictureView(history.Picture{MIME: "image/png", Data: []byte("\x89P"), Width: 3, Height: 2})); diff != "" {
		t.Error(diff)
	}
}

func TestRulesSayWhereTheModeComesFrom(t *testing.T) {
	own := rulesView(permits.RuleSet{Mode: "ask", Own: "ask", Shared: "workspace"})
	shared := rulesView(permits.RuleSet{Mode: "workspace", Shared: "workspace"})
	if !own.ModeOwn || shared.ModeOwn || own.ModeShared != "workspace" || own.Mode != "ask" {
		t.Errorf("%+v and %+v", own, shared)
	}
}
