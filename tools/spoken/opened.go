package spoken

// opened are the German of why a page of a space, or the app of a server, is not opened or shown.
var opened = map[string]string{
	"this call has no app that could show what came of it":                          "zu diesem Aufruf gibt es keine App, die sein Ergebnis zeigen könnte",
	"the app can't be opened: %s":                                                   "die App lässt sich nicht öffnen: {0}",
	"the app can't be opened without the tool that it belongs to: %w":               "ohne das Tool, zu dem sie gehört, lässt sich die App nicht öffnen: {0}",
	"the server shows results in another way since this call: make the call again":  "der Server zeigt Ergebnisse seit diesem Aufruf anders: noch einmal aufrufen",
	"the app of the server %s: %w":                                                  "die App des Servers {0}: {1}",
	"the result of this call is not kept any more: make the call again":             "das Ergebnis dieses Aufrufs ist nicht mehr da: noch einmal aufrufen",
	"the server lists nothing that can be read from it, so its app can't be either": "der Server führt nichts auf, das man von ihm lesen könnte, also auch seine App nicht",
	"the app can't be read from its server: %w":                                     "die App lässt sich von ihrem Server nicht lesen: {0}",
	"the server's app is %q, and an app is %s":                                      "die App des Servers ist {0}, und eine App ist {1}",
	"the server's app is empty, or larger than %d MB":                               "die App des Servers ist leer oder größer als {0} MB",
	"the server has answered with something else than its app":                      "der Server hat mit etwas anderem als seiner App geantwortet",
	"the page is no UTF-8 text: save it as UTF-8":                                   "die Seite ist kein UTF-8-Text: als UTF-8 speichern",
	"the page holds too many scripts: put them into one <script>":                   "die Seite enthält zu viele Skripte: in ein <script> zusammenfassen",
	"the page can't be read as HTML":                                                "die Seite lässt sich nicht als HTML lesen",
	"this space has no page %q%s":                                                   "in diesem Bereich gibt es die Seite {0} nicht{1}",
	"the page can't be opened: %s":                                                  "die Seite lässt sich nicht öffnen: {0}",
	"the page can't be read: %w":                                                    "die Seite lässt sich nicht lesen: {0}",
	"the page changed while it was opened: open it again":                           "die Seite hat sich beim Öffnen geändert: noch einmal öffnen",
	"the page can't be opened while Handrail is being closed":                       "während Handrail beendet wird, lässt sich die Seite nicht öffnen",
	"the page can't be served on this machine: %w":                                  "die Seite lässt sich auf diesem Rechner nicht bereitstellen: {0}",
	"the end of the page %q could not be recorded: %v":                              "das Ende der Seite {0} ließ sich nicht verzeichnen: {1}",
	"the page's window can't be opened: %w":                                         "das Fenster der Seite lässt sich nicht öffnen: {0}",
	"pages can't be opened on this system yet: Handrail's own window for them is there on Linux only, and in a browser a page could send out what it has read; open it on a machine with Linux":                                                     "auf diesem System lassen sich Seiten noch nicht öffnen: Handrails eigenes Fenster dafür gibt es nur unter Linux, und in einem Browser könnte eine Seite hinaussenden, was sie gelesen hat; auf einem Rechner mit Linux öffnen",
	"pages can't be opened: there is no program handrail-desktop with a window for them beside this one, and in a browser a page could send out what it has read; install handrail-desktop in the same folder as handrail, and open the page again": "Seiten lassen sich nicht öffnen: neben diesem Programm liegt kein handrail-desktop mit einem Fenster für sie, und in einem Browser könnte eine Seite hinaussenden, was sie gelesen hat; handrail-desktop im selben Ordner installieren und die Seite noch einmal öffnen",
}
