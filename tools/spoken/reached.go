package spoken

// reached are the German of what a host, a server's test, a hint or a secret's place is said to be: short texts of the pages of servers,
// secrets, the sandbox and the web.
var reached = map[string]string{
	// Hosts, as a person writes them.
	"%q is not a host: write it in ASCII letters, as xn--... if it has others":              "{0} ist kein Host: in ASCII-Buchstaben schreiben, andere Zeichen als xn--…",
	"%q is not a host: write its name alone, such as example.com or example.com:8443":       "{0} ist kein Host: nur den Namen angeben, etwa example.com oder example.com:8443",
	"%q is not a host: its port is a number from 1 to 65535, as in example.com:8443":        "{0} ist kein Host: Der Port ist eine Zahl von 1 bis 65535, wie in example.com:8443",
	"%q is not a host: write a name such as example.com, *.example.com or example.com:8443": "{0} ist kein Host: möglich sind Namen wie example.com, *.example.com oder example.com:8443",
	"%q is not a host: the word %s stands alone (a port of this machine is localhost:PORT)": "{0} ist kein Host: Das Wort {1} steht allein (ein Port dieses Rechners ist localhost:PORT)",
	"%q is too wide: name at least two parts, such as *.example.com":                        "{0} ist zu weit gefasst: mindestens zwei Teile nennen, etwa *.example.com",
	"%q stands alone: write off, on, or a list of hosts":                                    "{0} steht allein: möglich sind off, on oder eine Liste von Hosts",
	"%q is no host: write a name or an IP address, as intranet.example or 192.168.1.7:8080": "{0} ist kein Host: möglich sind ein Name oder eine IP-Adresse, etwa intranet.example oder 192.168.1.7:8080",
	"%q is no host": "{0} ist kein Host",

	// A search, and what answers it.
	"a key is not sent to %s by http, where anybody on the way can read it: write https": "an {0} wird kein Schlüssel über http gesendet, wo jeder unterwegs ihn lesen kann: https schreiben",
	"%s does not take the key (%d)": "{0} nimmt den Schlüssel nicht an ({1})",
	"the network of this rehearsal is off, because the real call would ask you first": "das Netzwerk dieser Probe ist aus, weil der echte Aufruf erst fragen würde",
	"engines that did not answer: %s":                                                 "Suchmaschinen ohne Antwort: {0}",

	// A connection that fails.
	"the host %q is not known: check the URL of the server, and your connection":                 "den Host {0} kennt niemand: die Adresse des Servers und Ihre Verbindung prüfen",
	"the address of %q cannot be found out: check your connection (%.100s)":                      "die Adresse von {0} ließ sich nicht ermitteln: Ihre Verbindung prüfen ({1})",
	"nothing answers at %s (connection refused): start the server, or check the port in its URL": "unter {0} antwortet nichts (Verbindung abgelehnt): den Server starten oder den Port in seiner Adresse prüfen",
	"%s cannot be reached from here: check your connection":                                      "{0} ist von hier nicht erreichbar: Ihre Verbindung prüfen",
	"%s has broken the connection off: try again, or look at its log":                            "{0} hat die Verbindung abgebrochen: noch einmal versuchen oder sein Log ansehen",
	"%s does not speak TLS: if it is a server on your own machine, write http: in its URL":       "{0} spricht kein TLS: Läuft der Server auf Ihrem eigenen Rechner, beginnt seine Adresse mit http:",
	"%s has not answered in time: try again, or look at its log":                                 "{0} hat nicht rechtzeitig geantwortet: noch einmal versuchen oder sein Log ansehen",

	// A server that is tested, and what it says of its tools.
	"Started":            "Gestartet",
	"Answered":           "Geantwortet",
	"%s %s, protocol %s": "{0} {1}, Protokoll {2}",
	"only reads":         "nur lesen",
	"may destroy":        "kann zerstören",
	"safe to repeat":     "gefahrlos wiederholbar",
	"it may hold secrets, which are not kept": "es kann Secrets enthalten, und solche Dateien werden nicht aufbewahrt",
	"you were asked then: it was %s":          "damals wurden Sie gefragt: {0w}",

	// Where secrets are kept.
	"in this system's keychain":     "im Schlüsselbund dieses Systems",
	"in this system's keychain; %s": "im Schlüsselbund dieses Systems; {0}",
	"in the encrypted file %s, because this system has no keychain (%s); whoever can read your files can read it and its key": "in der verschlüsselten Datei {0}, weil dieses System keinen Schlüsselbund hat ({1}); wer Ihre Dateien lesen kann, kann auch sie und ihren Schlüssel lesen",

	// What a space's own files say.
	"It names this space: agents are told %q, and rules call its tools %s__….": "Es benennt diesen Bereich: Agenten erfahren den Namen {0}, und in Regeln heißen seine Tools {1}__….",
	"it ended with exit code %d: %s":                                           "es endete mit Exitcode {0}: {1}",
	"(%d more bytes; open the file to see them)":                               "({0} weitere Byte; die Datei öffnen, um sie zu sehen)",
}
