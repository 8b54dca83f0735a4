import { renameAt, setAt } from "../../components/json/edit";
import { listAt, pathOf, readText } from "./hand-text";

/** Renames a parameter, and its placeholders in the command with it. */
export function renameParam(text: string, hand: string, from: string, to: string): string {
  const read = readText(text);
  if (!read.ok) return text;
  const command = pathOf(hand, "command");
  const renamed = renameAt(text, pathOf(hand, "params", from), to);
  return listAt(read.root, command).reduce(
    (whole, element, i) => (element.includes(`{{${from}}}`) ? setAt(whole, [...command, i], element.replaceAll(`{{${from}}}`, () => `{{${to}}}`)) : whole),
    renamed,
  );
}
