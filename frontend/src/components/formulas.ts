// Formulas in a Markdown text, which models write in four ways.

/** A longer text is no place to look for them. */
const LOOKED_AT_MOST = 20_000;

const CODE = "(`+)[^`][\\s\\S]*?\\1";
const ROUND = "\\\\\\(([^\\n]+?)\\\\\\)";
const SQUARE = "\\\\\\[([\\s\\S]+?)\\\\\\]";
const DOUBLE = "\\$\\$[\\s\\S]+?\\$\\$";
const SINGLE = "(?<![\\\\$\\w])\\$(?![\\s$])((?:\\\\.|[^\\\\$\\n`])+?)(?<!\\s)\\$(?![\\w$])";
const ANY = new RegExp([CODE, ROUND, SQUARE, DOUBLE, SINGLE].join("|"), "g");

/** What only a formula has. Two prices in a sentence are none. */
const SURE = /[\\^_={}<>]|^[A-Za-z](?:\w{0,2}|')$/;

/** Writes each formula between two dollars, which is the one way that the reader of Markdown is told of. */
export function withFormulas(text: string): string {
  if (text.length > LOOKED_AT_MOST || !/\$|\\[([]/.test(text)) return text;
  return text.replace(ANY, (whole: string, _code: unknown, round?: string, square?: string, single?: string) => {
    const formula = round ?? square ?? (single && SURE.test(single) ? single : undefined);
    return formula?.trim() && !formula.includes("$") ? `$$${formula.trim().replace(/\n\s*\n/g, "\n")}$$` : whole;
  });
}
