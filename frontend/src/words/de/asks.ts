import type { asks as english } from "../asks";
import type { Same } from "../language";

/** With numbers as German writes them. */
const numbers = (text: string) => text.replace(/[.,]/g, (sign) => (sign === "," ? "." : ","));

const ONCE =
  "Er kann dorthin senden, was er lesen kann und was seine Tools bekommen. Wenn Sie es einmal erlauben, gilt das, bis seine jetzt laufenden Aufrufe zu Ende sind. Nach einem Nein werden Sie danach nicht noch einmal gefragt: Seine Aufrufe sagen dann, wie es sich erlauben lässt.";
const WAITS = "Seine Verbindungen warten auf Ihre Antwort.";
const PUT_BACK = "Wenn Sie ablehnen, bekommt es einen anderen Namen, und was vorher da war, wird zurückgesetzt.";

export const asks: Same<typeof english> = {
  "cover-exactly": "genau dies",
  "cover-calls": (one) => `jeder Aufruf von ${one}`,
  "cover-commands": (one) => `Befehle, die mit ${one} beginnen`,
  "cover-messages": (one) => `Nachrichten über ${one}`,
  "cover-folder": (one, two) => `${one} im Ordner ${two} und darunter`,
  "cover-host": (one, two) => `${one} von ${two}`,
  "cover-server": (one, two) => `jeder Aufruf der ${one} Tools, die ${two} jetzt hat`,
  "always-session": (one) => `Immer erlauben: ${one}, in diesem Chat`,
  "always-minutes": (one) => `Immer erlauben: ${one}, in diesem Bereich für 15 Minuten`,
  "always-space": (one) => `Immer erlauben: ${one}, in diesem Bereich`,
  "always-everywhere": (one) => `Immer erlauben: ${one}, in jedem Bereich`,
  "let-session": (one) => `Text (${one}) hinauslassen, in diesem Chat`,
  "let-space": (one, two) => `Text (${two}) immer über ${one} hinauslassen, in diesem Bereich`,
  "let-programs": (one) => `Text (${one}) immer über jedes Programm hinauslassen, in diesem Bereich`,
  "let-reach": (one, two) => `${one} darf sich immer mit ${two} verbinden`,
  "let-reach-ports": (one, two) => `${one} darf sich immer mit ${two} verbinden, über jeden Port`,
  "let-reach-all": (one) => `${one} darf sich immer mit diesen Hosts verbinden`,
  "path-read": (one) => `Tools dürfen ${one} lesen`,
  "path-change": (one) => `Tools dürfen ${one} lesen und ändern`,
  "builds-reach": "Builds dürfen sich mit den Paket-Registries verbinden",
  "yes-once": "Einmal erlauben",
  "yes-here": "In diesem Bereich erlauben",
  "yes-go-on": "Weitermachen",
  "yes-keep": "Behalten",
  "ask-reach": (one, two) => `Darf sich der Server ${one} mit ${two} verbinden?`,
  "ask-git": (one) => `Gits Einstellungen in ${one} ändern?`,
  "ask-registries": (one) => `Dürfen sich Builds in ${one} mit den Paket-Registries verbinden?`,
  "ask-keep": (one) => `${one} so behalten, wie das Programm es hinterlassen hat?`,
  "ask-keep-more": (one, two) => `${one} und ${two} weitere so behalten, wie das Programm sie hinterlassen hat?`,
  "ask-cap-run": (one) => `Die Obergrenze des Laufs ist erreicht: ${one}. Weitermachen?`,
  "ask-cap-day": (one) => `Die Obergrenze für heute ist erreicht: ${one}. Weitermachen?`,
  "ask-cap-space": (one, two) => `Die Obergrenze für heute in ${one} ist erreicht: ${two}. Weitermachen?`,
  "host-count": (one) => `${one} Hosts`,
  "text-reach": (one, two) => `Der Server ${one} will sich mit ${two} verbinden, was Sie ihm noch nicht erlaubt haben. Seine Verbindung wartet auf Ihre Antwort.\n\n${ONCE}`,
  "text-reach-many": (one, two, three) => `Der Server ${one} will sich mit ${two} Hosts verbinden, die Sie ihm noch nicht erlaubt haben:\n${three}\n\n${WAITS}\n\n${ONCE}`,
  "text-reach-more": (one, two, three, four) =>
    `Der Server ${one} will sich mit ${two} Hosts verbinden, die Sie ihm noch nicht erlaubt haben:\n${three}\nund ${four} weitere. So viele Hosts auf einmal sind ungewöhnlich: Wenn Sie das nicht erwarten, lehnen Sie ab.\n\n${WAITS}\n\n${ONCE}`,
  "text-git": (one) => `Ein Programm dieses Aufrufs hat eingestellt, was Git ausführt oder wo es sucht. Bisher sehen das nur Programme in der Sandbox. Wenn Sie es erlauben, gilt es auch für Ihr eigenes Git und Ihren Editor:\n${one}`,
  "text-registries": (one, two) =>
    `Ein Programm dieses Aufrufs will sich mit ${one} verbinden.\n\nWenn Sie es erlauben, kann jedes Programm, das Agenten in diesem Bereich ausführen, Pakete aus den Registries Ihrer Paketmanager laden:\n${two}\n\nSie können es in den Einstellungen des Bereichs widerrufen.`,
  "text-left": (one) => `Ein Programm dieses Aufrufs hat geändert, was später läuft oder spricht, obwohl der Aufruf es nicht nennt. ${PUT_BACK}\n${one}`,
  "text-left-late": (one) => `Etwas, das dieser Aufruf laufen ließ, hat nach dessen Ende geändert, was später läuft oder spricht; manches davon ist vielleicht von Ihnen. ${PUT_BACK}\n${one}`,
  "text-cap": (one) => `Verbraucht: ${one}. Wenn Sie weitermachen, darf noch einmal so viel verbraucht werden, bevor Sie erneut gefragt werden; es geht weiter, wo es ist.\n\nDiese Obergrenze haben Sie selbst gesetzt.`,
  "git-runs": "es ändert, was Git ausführt",
  registries: "es verbindet sich mit Paket-Registries",
  cap: "Ihre Obergrenze ist erreicht",
  "amount-one": "1 Aufruf",
  "amount-calls": (one) => numbers(`${one} Aufrufe`),
  "amount-seconds": (one) => numbers(`${one} Sekunden`),
  "amount-minutes": (one) => numbers(`${one} Minuten`),
  "amount-tokens": (one) => numbers(`${one} Tokens`),
  "amount-one-token": "1 Token",
  "amount-dollars": (one) => numbers(`${one} $`),
};
