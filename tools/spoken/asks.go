package spoken

import "handrail/tools"

// asks is the German of tools/askcodes.go.
var asks = map[tools.ClauseCode]string{
	tools.CoverExactly:     "genau dies",
	tools.CoverCalls:       "jeder Aufruf von {0}",
	tools.CoverCommands:    "Befehle, die mit {0} beginnen",
	tools.CoverMessages:    "Nachrichten über {0}",
	tools.CoverFolder:      "{0} im Ordner {1} und darunter",
	tools.CoverHost:        "{0} von {1}",
	tools.CoverServer:      "jeder Aufruf der {0} Tools, die {1} jetzt hat",
	tools.AlwaysSession:    "Immer erlauben: {0}, in diesem Chat",
	tools.AlwaysMinutes:    "Immer erlauben: {0}, in diesem Bereich für 15 Minuten",
	tools.AlwaysSpace:      "Immer erlauben: {0}, in diesem Bereich",
	tools.AlwaysEverywhere: "Immer erlauben: {0}, in jedem Bereich",
	tools.LetSession:       "Text ({0}) hinauslassen, in diesem Chat",
	tools.LetSpace:         "Text ({1}) immer über {0} hinauslassen, in diesem Bereich",
	tools.LetPrograms:      "Text ({0}) immer über jedes Programm hinauslassen, in diesem Bereich",
	tools.LetReach:         "{0} darf sich immer mit {1} verbinden",
	tools.LetReachPorts:    "{0} darf sich immer mit {1} verbinden, über jeden Port",
	tools.LetReachAll:      "{0} darf sich immer mit diesen Hosts verbinden",
	tools.PathRead:         "Tools dürfen {0} lesen",
	tools.PathChange:       "Tools dürfen {0} lesen und ändern",
	tools.BuildsReach:      "Builds dürfen sich mit den Paketquellen verbinden",
	tools.YesOnce:          "Einmal erlauben",
	tools.YesHere:          "In diesem Bereich erlauben",
	tools.YesGoOn:          "Weitermachen",
	tools.YesKeep:          "Behalten",
	tools.AskReach:         "Darf sich der Server {0} mit {1} verbinden?",
	tools.AskGit:           "Gits Einstellungen in {0} ändern?",
	tools.AskBuilds:        "Dürfen sich Builds in {0} mit den Paketquellen verbinden?",
	tools.AskKeep:          "{0} so behalten, wie das Programm es hinterlassen hat?",
	tools.AskKeepMore:      "{0} und {1} weitere so behalten, wie das Programm sie hinterlassen hat?",
	tools.AskCapRun:        "Die Obergrenze des Laufs ist erreicht: {0}. Weitermachen?",
	tools.AskCapDay:        "Die Obergrenze für heute ist erreicht: {0}. Weitermachen?",
	tools.AskCapSpace:      "Die Obergrenze für heute in {0} ist erreicht: {1}. Weitermachen?",
	tools.HostCount:        "{0} Hosts",
	tools.TextReach:        "Der Server {0} will sich mit {1} verbinden, was Sie ihm noch nicht erlaubt haben. Seine Verbindung wartet auf Ihre Antwort.\n\n" + textOnce,
	tools.TextReachMany:    "Der Server {0} will sich mit {1} Hosts verbinden, die Sie ihm noch nicht erlaubt haben:\n{2}\n\nSeine Verbindungen warten auf Ihre Antwort.\n\n" + textOnce,
	tools.TextReachMore:    "Der Server {0} will sich mit {1} Hosts verbinden, die Sie ihm noch nicht erlaubt haben:\n{2}\nund {3} weitere. So viele Hosts auf einmal sind ungewöhnlich: Wenn Sie das nicht erwarten, lehnen Sie ab.\n\nSeine Verbindungen warten auf Ihre Antwort.\n\n" + textOnce,
	tools.TextGit:          "Ein Programm dieses Aufrufs hat eingestellt, was Git ausführt oder wo es sucht. Bisher sehen das nur Programme in der Sandbox. Wenn Sie es erlauben, gilt es auch für Ihr eigenes Git und Ihren Editor:\n{0}",
	tools.TextRegistries:   "Ein Programm dieses Aufrufs will sich mit {0} verbinden.\n\nWenn Sie es erlauben, kann jedes Programm, das Agenten in diesem Bereich ausführen, Pakete aus den Quellen Ihrer Paketmanager laden:\n{1}\n\nSie können es in den Einstellungen des Bereichs widerrufen.",
	tools.TextLeft:         "Ein Programm dieses Aufrufs hat geändert, was später läuft oder spricht, obwohl der Aufruf es nicht nennt. " + textBack + "\n{0}",
	tools.TextLeftMine:     "Ein Programm dieses Aufrufs hat geändert, was später läuft oder spricht, obwohl der Aufruf es nicht nennt. Wenn Sie es inzwischen selbst gespeichert haben, behalten Sie es. " + textBack + "\n{0}",
	tools.TextLeftLate:     "Etwas, das dieser Aufruf laufen ließ, hat nach dessen Ende geändert, was später läuft oder spricht; manches davon ist vielleicht von Ihnen. " + textBack + "\n{0}",
	tools.TextCap:          "Verbraucht: {0}. Wenn Sie weitermachen, darf noch einmal so viel verbraucht werden, bevor Sie erneut gefragt werden; es geht weiter, wo es ist.\n\nDiese Obergrenze haben Sie selbst gesetzt.",
	tools.WhyGitRuns:       "es ändert, was Git ausführt",
	tools.WhyRegistries:    "es verbindet sich mit Paketquellen",
	tools.WhyCap:           "Ihre Obergrenze ist erreicht",
	tools.AmountOne:        "1 Aufruf",
	tools.AmountCalls:      "{0#} Aufrufe",
	tools.AmountSeconds:    "{0#} Sekunden",
	tools.AmountMinutes:    "{0#} Minuten",
	tools.AmountTokens:     "{0#} Tokens",
	tools.AmountOneToken:   "1 Token",
	tools.AmountDollars:    "{0#} $",
}

// What several of them end with.
const (
	textOnce = "Er kann dorthin senden, was er lesen kann und was seine Tools bekommen. Wenn Sie es einmal erlauben, gilt das, bis seine jetzt laufenden Aufrufe zu Ende sind. Nach einem Nein werden Sie danach nicht noch einmal gefragt: Seine Aufrufe sagen dann, wie es sich erlauben lässt."
	textBack = "Wenn Sie ablehnen, bekommt es einen anderen Namen, und was vorher da war, wird zurückgesetzt."
)
