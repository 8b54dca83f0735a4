package spoken

// chats are the German of how a run ends, of what cannot be attached or done in a chat, and of hooks and proxies that fail.
var chats = map[string]string{
	// How a run ends, and what a call had done.
	"the agent used all of its %d turns without finishing. Say \"continue\" to let it go on, or raise maxIterations in the agent's file":                           "der Agent hat alle {0} Schritte verbraucht, ohne fertig zu werden. Mit „weiter“ geht er weiter, oder erhöhen Sie maxIterations in seiner Datei",
	"the agent repeated the same call %d times, so the run was stopped. Ask in other words, or choose another model":                                               "der Agent hat denselben Aufruf {0}-mal wiederholt, deshalb wurde der Lauf angehalten. Fragen Sie mit anderen Worten, oder wählen Sie ein anderes Modell",
	"the model refused to answer. Ask in other words, or choose another model":                                                                                     "das Modell hat keine Antwort gegeben. Fragen Sie mit anderen Worten, oder wählen Sie ein anderes Modell",
	"the model's answer was cut off before it began: its context window or output limit is full. Start a new conversation, or choose a model with a larger window": "die Antwort des Modells brach vor ihrem Beginn ab: Sein Kontextfenster oder seine Ausgabegrenze ist voll. Beginnen Sie einen neuen Chat, oder wählen Sie ein Modell mit größerem Fenster",
	"the model's answer was empty. Ask again, or choose another model":                                                                                             "die Antwort des Modells war leer. Fragen Sie noch einmal, oder wählen Sie ein anderes Modell",
	"Handrail closed during this run": "Handrail wurde während dieses Laufs beendet",
	"Handrail closed before it":       "Handrail wurde davor beendet",
	"Handrail closed while the agent worked on this. It went on where it stopped": "Handrail wurde beendet, während der Agent daran arbeitete. Es ging dort weiter, wo es stehen blieb",
	"Handrail closed while this call ran, so nobody knows how far it came":        "Handrail wurde beendet, während dieser Aufruf lief: Wie weit er kam, ist nicht bekannt",
	"it was cancelled": "es wurde abgebrochen",
	"its time was up":  "die Zeit war um",
	"the journal cannot be written, so the run cannot go on: %w":                        "die Aufzeichnung lässt sich nicht schreiben, deshalb geht der Lauf nicht weiter: {0}",
	"older results were shortened to fit the model's window":                            "ältere Ergebnisse wurden gekürzt, damit sie in das Fenster des Modells passen",
	"the server says that the conversation is too long: older results were shortened":   "der Server hält den Chat für zu lang: Ältere Ergebnisse wurden gekürzt",
	"the model's server refused the images of this conversation, so they were left out": "der Server des Modells hat die Bilder dieses Chats abgelehnt, deshalb fehlen sie",
	"the model is busy (%s); asking again in %s":                                        "das Modell ist ausgelastet ({0}); nächster Versuch in {1}",
	"a cap is reached": "eine Obergrenze ist erreicht",
	"the agent has changed since this run began, and would go on as it is now":                                  "der Agent hat sich seit Beginn dieses Laufs geändert und ginge weiter, wie er jetzt ist",
	"the run %s goes on, in this process or another one: look at it there":                                      "der Lauf {0} geht weiter, in diesem oder einem anderen Prozess: dort ansehen",
	"the run %s is no agent's, so nothing is left to go on with: make its calls again if they are still wanted": "der Lauf {0} ist von keinem Agenten, deshalb gibt es nichts fortzusetzen: seine Aufrufe wiederholen, wenn sie noch gewünscht sind",
	"the run %s was not cut: it ended as %s. To say more in its chat, resume the conversation":                  "der Lauf {0} wurde nicht abgeschnitten: Er endete ({1}). Um in seinem Chat mehr zu sagen, ihn fortsetzen",
	"the conversation has gone on after the run %s, with the run %s: branch the chat there instead":             "der Chat ging nach dem Lauf {0} mit dem Lauf {1} weiter: stattdessen dort einen Zweig beginnen",
	"the run %s was the agent %q's, and the space isn't trusted any more, so it can't go on":                    "der Lauf {0} war vom Agenten {1}, und dem Bereich wird nicht mehr vertraut, deshalb geht er nicht weiter",
	"the call %s cannot run again: its input is not kept, for it is large or holds a secret":                    "der Aufruf {0} kann nicht noch einmal laufen: Seine Eingabe ist groß oder enthält ein Secret und ist nicht aufbewahrt",
	"nobody knows how far some calls came, and you have not said what becomes of them":                          "wie weit manche Aufrufe kamen, ist nicht bekannt, und was aus ihnen wird, haben Sie nicht gesagt",
	"the agent is not told of what you took back: %v":                                                           "der Agent erfährt nicht, was Sie rückgängig gemacht haben: {0}",
	"the agent is not told of what was put aside: %v":                                                           "der Agent erfährt nicht, was beiseitegelegt wurde: {0}",
	"what was said is deleted, but not everything else: %w":                                                     "das Gesagte ist gelöscht, aber nicht alles andere: {0}",

	// What is attached.
	"%s can't be attached: it isn't there any more":                                                                  "{0} lässt sich nicht anhängen: Es ist nicht mehr da",
	"%s can't be attached: it is %s. Attach files and folders":                                                       "{0} lässt sich nicht anhängen: Anhängen lassen sich Dateien und Ordner",
	"%q can't be attached: its name has a quotation mark, a line break or a character that can't be read. Rename it": "{0} lässt sich nicht anhängen: Im Namen steht ein Anführungszeichen, ein Zeilenumbruch oder ein unlesbares Zeichen. Umbenennen",
	"%s can't be attached: a rehearsed chat reads nothing outside of its space. Attach it in a chat that acts":       "{0} lässt sich nicht anhängen: Ein geprobter Chat liest nichts außerhalb seines Bereichs. In einem Chat anhängen, der handelt",
	"%s can't be dropped or pasted: it has more than %d MB. Attach it with the button":                               "{0} lässt sich nicht ablegen oder einfügen: Es hat mehr als {1} MB. Mit der Taste anhängen",
	"the copy can't be kept: %w": "die Kopie lässt sich nicht aufbewahren: {0}",
	"/%s calls a tool, which takes nothing attached: name the file in its input, or remove what is attached": "/{0} ruft ein Tool auf, das keine Anhänge nimmt: die Datei in seiner Eingabe nennen oder die Anhänge entfernen",
	"more than %d things are attached: remove some, or attach the folder that they lie in":                   "mehr als {0} Anhänge: einige entfernen oder ihren Ordner anhängen",
	"something that is attached isn't known any more: remove it and attach it again":                         "ein Anhang ist nicht mehr bekannt: entfernen und noch einmal anhängen",
	"%s isn't there any more: remove it, or attach it again":                                                 "{0} ist nicht mehr da: entfernen oder noch einmal anhängen",
	"%s was replaced by something else since you attached it: look at it, and attach it again":               "{0} wurde durch etwas anderes ersetzt, seit Sie es angehängt haben: ansehen und noch einmal anhängen",
	"more than %d resources are attached: attach fewer, or name the others without @":                        "mehr als {0} Ressourcen sind angehängt: weniger anhängen oder die anderen ohne @ nennen",
	"@%s:%s can't be attached: this agent can't read resources of the server %s":                             "@{0}:{1} lässt sich nicht anhängen: Dieser Agent kann keine Ressourcen des Servers {2} lesen",
	"what you have written is longer than %d MB: it isn't kept when Handrail ends":                           "was Sie geschrieben haben, ist länger als {0} MB: Es bleibt nicht erhalten, wenn Handrail endet",

	// Branches.
	"the agent is still working in that chat (run %s): wait for it, or stop it first":                                   "der Agent arbeitet noch in diesem Chat (Lauf {0}): abwarten oder erst anhalten",
	"the chat has gone on since the plan was shown: nothing was put back and no chat was begun. Look at the plan again": "der Chat ging weiter, seit der Plan gezeigt wurde: Nichts wurde zurückgesetzt und kein Chat begonnen. Den Plan noch einmal ansehen",
	"files have changed since the plan was shown: nothing was put back and no chat was begun. Look at the plan again":   "Dateien haben sich geändert, seit der Plan gezeigt wurde: Nichts wurde zurückgesetzt und kein Chat begonnen. Den Plan noch einmal ansehen",
	"the run %s goes on: branch from an answer before its last one, or when it has ended":                               "der Lauf {0} geht weiter: von einer früheren Antwort abzweigen, oder wenn er beendet ist",

	// Hooks.
	"the hook %s does not run: %s":                                                       "der Hook {0} läuft nicht: {1}",
	"the hook %s failed, and what it guards may not go on without it: %s":                "der Hook {0} ist fehlgeschlagen, und was er schützt, geht ohne ihn nicht weiter: {1}",
	"it did not end within %v and was stopped; make it faster, or raise its \"timeout\"": "er endete nicht binnen {0} und wurde angehalten; schneller machen oder sein \"timeout\" erhöhen",
	"it asks for your approval":                                                          "er bittet um Ihre Zustimmung",

	// Proxies.
	"the proxy %s wants a login, or another one":                                        "der Proxy {0} verlangt eine Anmeldung oder eine andere",
	"the proxy is not reached: %w":                                                      "der Proxy ist nicht erreichbar: {0}",
	"the proxy %s did not lead to %s: %w":                                               "der Proxy {0} führte nicht zu {1}: {2}",
	"the address of the proxy is missing":                                               "die Adresse des Proxys fehlt",
	"there is a login in the address, and another one beside it: leave one of them out": "in der Adresse steht eine Anmeldung und daneben eine andere: eine von beiden weglassen",
	"HTTPS_PROXY in the environment is no address of a proxy":                           "HTTPS_PROXY in der Umgebung ist keine Adresse eines Proxys",
	"the secret %s, which holds the login of the proxy, is not set":                     "das Secret {0} mit der Anmeldung beim Proxy fehlt",
	"the login can't be stored: %w":                                                     "die Anmeldung lässt sich nicht aufbewahren: {0}",

	// Pictures.
	"this is no picture that can be shown: PNG, JPEG, GIF and WebP can": "dieses Bild lässt sich nicht zeigen: PNG, JPEG, GIF und WebP lassen sich zeigen",
	"this picture has %d × %d pixels, and at most %d million are shown": "dieses Bild hat {0} × {1} Pixel, gezeigt werden höchstens {2} Millionen",
	"it is no longer stored: pictures are deleted after a week":         "es ist nicht mehr aufbewahrt: Bilder werden nach einer Woche gelöscht",
}
