package trust

import (
	"strings"
	"testing"

	"handrail/pipeline/guard"
)

// Lists of rules whose name is wrong close the space, and its own file loosens
// nothing.
func TestOwnRulesThatCouldBeLostCloseTheSpace(t *testing.T) {
	if _, err := parseRules([]byte("{\n\"denny\": []}"), rulesFile); err == nil || !strings.Contains(err.Error(), "agent/rules.json:2") {
		t.Errorf("a space's own list of another name: got %v", err)
	}
	own, err := parseRules([]byte("{\"deny\": [\n\"bash\"],\n\"allow\": [\"write\"], \"builtin\": {\"disk\": \"allow\"}}"), rulesFile)
	if err != nil || len(own) != 1 || own[0].Outcome != guard.Deny || own[0].File != "agent/rules.json:2" {
		t.Errorf("a space's own rules: got %+v, %v", own, err)
	}
}
