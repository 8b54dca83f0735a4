package spoken

// servers are the German of what a server may touch, what it was refused, and why its tools are not there. A place {0&} is a list.
var servers = map[string]string{
	// What it may touch.
	"It can read the system, this space and your tool chains; nothing else in your home folder.":         "Er kann das System, diesen Bereich und Ihre Werkzeugketten lesen, sonst nichts in Ihrem persönlichen Ordner.",
	"It can read the system, this space and your tool chains, and %s; nothing else in your home folder.": "Er kann das System, diesen Bereich und Ihre Werkzeugketten lesen, dazu {0&}; sonst nichts in Ihrem persönlichen Ordner.",
	"It can change this space and its own data folder; nothing else.":                                    "Er kann diesen Bereich und seinen eigenen Datenordner ändern, sonst nichts.",
	"It can change this space and its own data folder, and %s; nothing else.":                            "Er kann diesen Bereich und seinen eigenen Datenordner ändern, dazu {0&}; sonst nichts.",
	"It can't reach anything.":                                  "Er erreicht nichts.",
	"It can't reach any host.":                                  "Er erreicht keinen Host.",
	"It can reach every host.":                                  "Er erreicht jeden Host.",
	"It can reach services on this machine, and no other host.": "Er erreicht Dienste auf diesem Rechner und keinen anderen Host.",
	"It can reach %s, and no other host.":                       "Er erreicht {0&}, sonst keinen Host.",
	"It can reach what --network says: %s.":                     "Er erreicht, was --network nennt: {0}.",
	"It runs on another machine and can't read anything here. It gets only the input of its tools.": "Er läuft auf einem anderen Rechner und kann hier nichts lesen. Er bekommt nur die Eingaben seiner Tools.",
	"It can't change anything here.":        "Er kann hier nichts ändern.",
	"The input of its tools is sent to %s.": "Die Eingaben seiner Tools gehen an {0}.",
	"With %s it starts the browser without its own sandbox, which can't be made inside Handrail's.": "Mit {0} startet er den Browser ohne dessen eigene Sandbox, die in der von Handrail nicht möglich ist.",

	// What it will lack.
	"because the folder that it lies in, as your home folder, is never opened to a server: move the file into a folder of its own, name it there in the server's settings, and let the server change that folder": "weil der Ordner, in dem es liegt, wie Ihr persönlicher Ordner nie für einen Server geöffnet wird: die Datei in einen eigenen Ordner verschieben, dort in den Einstellungen des Servers nennen und den Server diesen Ordner ändern lassen",
	"It can't %s %s, although its settings list it: %s.":                                                               "Er kann {1} nicht nutzen, obwohl die Einstellungen es nennen: {2}.",
	"Its arguments name %s, but it can't access that: %s.":                                                             "Seine Argumente nennen {0}, darauf kann er aber nicht zugreifen: {1}.",
	"Its variable %s names %s, but it can't access that: %s.":                                                          "Seine Variable {0} nennt {1}, darauf kann er aber nicht zugreifen: {2}.",
	"Its arguments name %s, which is outside the space.":                                                               "Seine Argumente nennen {0}, und das liegt außerhalb des Bereichs.",
	"Its variable %s names %s, which is outside the space.":                                                            "Seine Variable {0} nennt {1}, und das liegt außerhalb des Bereichs.",
	"it is not a full path: start it with / or ~/":                                                                     "es ist kein vollständiger Pfad: mit / oder ~/ beginnen",
	"it is Handrail's own folder":                                                                                      "es ist ein Ordner von Handrail selbst",
	"it is too broad: choose a folder in it":                                                                           "es umfasst zu viel: einen Ordner darin wählen",
	"the link %s leads there, which an agent or a server may have made: name the place itself":                         "die Verknüpfung {0} führt dorthin, und ein Agent oder ein Server kann sie angelegt haben: den Ort selbst nennen",
	"What you allowed for a server of this name doesn't apply: %s now has another program or address under that name.": "Was Sie einem Server dieses Namens erlaubt haben, gilt nicht: In {0} steht unter dem Namen jetzt ein anderes Programm oder eine andere Adresse.",
	"It starts containers, but programs here can't reach %s's socket, which would give them all your rights, so it won't start. Use the server's own program or its url.": "Er startet Container, aber Programme erreichen hier den Socket von {0} nicht, der ihnen alle Ihre Rechte gäbe. Deshalb startet er nicht. Nehmen Sie das Programm des Servers selbst oder seine Adresse.",
	"Its program is fetched by %s from the package registries, which it can't reach: it works only if it is already downloaded.":                                          "Sein Programm lädt {0} aus Paketquellen, die er nicht erreicht: Es läuft nur, wenn es schon geladen ist.",
	"None of this is enforced here: %s.":                             "Nichts davon wird hier durchgesetzt: {0}.",
	"Handrail can't limit what it reads and reaches on this system.": "Auf diesem System kann Handrail nicht begrenzen, was er liest und erreicht.",

	// What it was refused.
	"The sandbox denied it access to %s.": "Die Sandbox hat ihm den Zugriff auf {0} verwehrt.",
	"It keeps %s of its own, in %s.":      "Er führt {0} für sich, in {1}.",
	"It can't replace %s, %s.":            "Er kann {0} nicht ersetzen, {1}.",

	// Why its tools are not there.
	"this server was stopped":                      "dieser Server wurde gestoppt",
	"the server is starting":                       "der Server startet",
	"the server is ready and is listing its tools": "der Server ist bereit und listet seine Tools auf",
	"its server %q is not used: %s":                "sein Server {0} wird nicht verwendet: {1}",
	"its server %q is stopping":                    "sein Server {0} wird gestoppt",
	"it is a tool of the server %q, and there is none of that name: add it, or write another name as \"server\"": "es ist ein Tool des Servers {0}, den es nicht gibt: ihn hinzufügen oder unter \"server\" einen anderen nennen",
}
