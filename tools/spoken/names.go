package spoken

import "handrail/tools"

// callers are who makes calls, with their name and who has called them, or their token.
var callers = map[string]string{
	string(tools.CallerAgent):  "Der Agent „{0}“",
	"calledAgent":              "Der Agent „{0}“ (aufgerufen von „{1}“)",
	string(tools.CallerPerson): "Sie",
	string(tools.CallerMCP):    "Ein Programm, das sich „{0}“ nennt",
	"tokenMcp":                 "Ein Programm mit dem Token „{1}“, das sich „{0}“ nennt",
	string(tools.CallerPage):   "Die Seite „{0}“",
	"appPage":                  "Die App des Servers „{0}“",
}

// deciders are what has decided, by name; of a rule, with the file that it stands in.
var deciders = map[string]string{
	string(tools.ByRule):    "Regel {0}",
	"ruleIn":                "Regel {0} in {1}",
	string(tools.ByBuiltin): "eingebaute Regel {0}",
	string(tools.ByGrant):   "immer erlaubt: {0}",
	string(tools.ByMode):    "Modus {0}",
	string(tools.ByConfirm): "confirm: true",
	string(tools.ByHook):    "ein Hook",
	string(tools.ByFlag):    "--confirm auf der Befehlszeile",
	string(tools.ByProgram): "das fragende Programm (in Ihrem Namen)",
	string(tools.ByNobody):  "niemand",
}

// effects are what is done to their targets.
var effects = map[tools.EffectKind]string{
	tools.EffectRead:   "lesen",
	tools.EffectWrite:  "schreiben",
	tools.EffectDelete: "löschen",
	tools.EffectRun:    "ausführen",
	tools.EffectReach:  "verbinden",
	tools.EffectStop:   "beenden",
	tools.EffectCall:   "beauftragen",
	tools.EffectSend:   "senden",
}
