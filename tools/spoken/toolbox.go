package spoken

// A Tool is what a tool of Handrail's own is called, and what it does, in a sentence for people: models read more, and in English.
type Tool struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// toolbox is the German of our own tools, by their names. TestEveryToolIsGerman holds that each has one.
var toolbox = map[string]Tool{
	"bash":                  {"Befehl ausführen", "Führt ein bash-Skript aus und gibt Exitcode und Ausgabe zurück. Jeder Aufruf ist ein neuer Prozess, ohne Terminal und ohne Eingabe; mit background läuft es als Job weiter."},
	"spawn":                 {"Programm starten", "Startet ein Programm ohne Shell und gibt Exitcode und Ausgabe zurück. Jedes Argument kommt genau so an, wie es dasteht."},
	"job_output":            {"Ausgabe eines Jobs lesen", "Liest, was ein Job im Hintergrund bisher ausgegeben hat."},
	"job_stop":              {"Job anhalten", "Hält einen Job im Hintergrund an, mit allem, was er gestartet hat."},
	"read":                  {"Datei lesen", "Liest eine Datei: Text mit Zeilennummern, ein Bild als Bild, eine PDF als ihren Text."},
	"write":                 {"Datei schreiben", "Schreibt eine ganze Datei und legt fehlende Ordner an. Eine vorhandene Datei muss im selben Chat gelesen worden sein."},
	"edit":                  {"Datei bearbeiten", "Ersetzt eine Textstelle in einer Datei, die im selben Chat gelesen wurde."},
	"patch":                 {"Patch anwenden", "Wendet einen Unified Diff an, auch auf mehrere Dateien: alles davon oder nichts."},
	"glob":                  {"Dateien finden", "Findet Dateien nach ihrem Namen, mit Mustern wie **/*.ts, die neuesten zuerst."},
	"grep":                  {"In Dateien suchen", "Durchsucht Dateien mit einem regulären Ausdruck und gibt die passenden Zeilen zurück."},
	"listdir":               {"Ordner auflisten", "Listet einen Ordner auf, mit Art, Größe, Zeit und Name."},
	"web_fetch":             {"Seite abrufen", "Ruft eine Seite aus dem Web ab und gibt ihren Text zurück. Bei Adressen, die weder von Ihnen kommen noch in Gelesenem standen, fragt Handrail."},
	"web_search":            {"Im Web suchen", "Sucht bei dem Anbieter, den Sie eingestellt haben, und gibt Titel, Adressen und Auszüge zurück."},
	"memory_read":           {"Gedächtnis lesen", "Liest, was in diesem Bereich für später notiert ist."},
	"memory_write":          {"Merken", "Notiert in MEMORY.md, was in späteren Chats dieses Bereichs wichtig ist. Alle Agenten des Bereichs erfahren es."},
	"invoke_agent":          {"Agenten beauftragen", "Gibt einem anderen Agenten des Bereichs eine Aufgabe und wartet auf seine Antwort. Er hat nur Tools, die auch der Auftraggeber hat."},
	"spawn_agent":           {"Neuen Agenten beauftragen", "Gibt einem neuen allgemeinen Agenten eine Aufgabe und wartet auf seine Antwort, etwa um viele Dateien zu lesen."},
	"use_skill":             {"Skill verwenden", "Liest einen Skill dieses Bereichs: was sein Autor dazu geschrieben hat, wie hier etwas getan wird."},
	"find_tools":            {"Tools finden", "Sucht unter den Tools der verbundenen MCP-Server, wenn es zu viele sind, um alle zu zeigen."},
	"message":               {"Nachricht senden", "Sendet Ihnen eine Nachricht über einen Ihrer Kanäle, etwa als Benachrichtigung, über Telegram oder per E-Mail."},
	"list_hands":            {"Handgriffe auflisten", "Listet die Handgriffe eines Projekts auf."},
	"reload_hands":          {"Handgriffe neu laden", "Lädt die ctxnest.json eines Projekts noch einmal."},
	"describe_hands_schema": {"Handgriffe erklären", "Erklärt, wie Handgriffe geschrieben werden."},
	"register_project":      {"Projekt anmelden", "Nimmt einen Ordner in die Liste Ihrer Bereiche auf. Handrail fragt zuerst."},
	"show_message":          {"Mitteilung zeigen", "Zeigt Ihnen eine Mitteilung in einem Dialog und wartet, bis er geschlossen ist."},
	"show_notification":     {"Benachrichtigen", "Zeigt Ihnen eine kurze Benachrichtigung auf dem Desktop, ohne zu warten."},
	"show_file_picker":      {"Dateien wählen", "Lässt Sie in einem Dialog Dateien oder Ordner wählen, die der Agent dann lesen oder ändern darf."},
	"show_save_dialog":      {"Speicherort wählen", "Lässt Sie in einem Dialog wählen, wohin eine Datei gespeichert wird."},
	"ask_question":          {"Frage stellen", "Stellt Ihnen in einem Dialog eine Frage und wartet auf die Antwort."},
	"ask_text":              {"Nach einem Text fragen", "Lässt Sie in einem Dialog eine Zeile schreiben. Ein Secret kommt in den Schlüsselbund, und der Agent erfährt nur seinen Namen."},
	"open_external":         {"In anderem Programm öffnen", "Öffnet eine Webseite, eine E-Mail, ein Dokument oder einen Ordner in Ihrem Programm dafür."},
	"write_clipboard":       {"In die Zwischenablage kopieren", "Legt einen Text in Ihre Zwischenablage, anstelle dessen, was darin ist."},
	"read_clipboard":        {"Zwischenablage lesen", "Liest den Text in Ihrer Zwischenablage. Handrail fragt jedes Mal."},
}
