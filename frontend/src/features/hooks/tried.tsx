import type { HookTestView } from "../../backend/backend";
import { sayDuration, sentence } from "../../backend/words";
import { Code, Output } from "../../components/code";
import { difference } from "../../components/difference";
import { Facts } from "../../components/facts";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { prettyJSON } from "../../components/text";
import { sayOutcome } from "./hook-words";
import { texts } from "../../words/hooks";

interface TriedProps {
  result: HookTestView;
  /** What it was run on. */
  input: string;
  content: string;
}

/** What a hook made of a call. */
export function Tried({ result, input, content }: TriedProps) {
  const { outcome, covers, words, exitCode, stdout, stderr, tookMs } = result;
  const changed = changeOf(result, input, content);
  return (
    <div role="status" className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex flex-col gap-1">
        {covers ? <State {...sayOutcome(outcome)} /> : <State tone="quiet" word={texts.tried.otherTool} />}
        <p className="break-words select-text">{sentence(words)}</p>
      </div>
      <Facts facts={[{ name: texts.tried.exitCode, value: exitCode || texts.tried.noExitCode }, { name: texts.tried.took, value: sayDuration(tookMs) }]} />
      {changed && (
        <Section title={texts.tried.changes}>
          <Code text={changed} label={texts.tried.changes} />
        </Section>
      )}
      <Misfit result={result} />
      <Section title={texts.tried.output}>
        {stdout === "" && stderr === "" && <p className="text-muted">{texts.tried.none}</p>}
        {stdout !== "" && <Output text={stdout} />}
        {stderr !== "" && (
          <>
            <p className="text-12 text-muted">{texts.tried.stderr}</p>
            <Output text={stderr} />
          </>
        )}
      </Section>
    </div>
  );
}

/** Why the tool would not take the input that goes on. */
function Misfit({ result: { misfit, violations } }: { result: HookTestView }) {
  if (misfit === "") return null;
  return (
    <Section title={texts.tried.invalid}>
      {violations.length === 0 && <p className="text-12 text-failed">{misfit}</p>}
      <ul className="text-12 text-failed">
        {violations.map(({ path, message }) => (
          <li key={path + message}>
            {path && <span className="font-mono">{path.slice(1)}</span>} {message}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function changeOf({ input: changed, content: given, contentChanged }: HookTestView, input: string, content: string): string {
  if (contentChanged) return difference(content, given, [texts.tried.contentBefore, texts.tried.contentAfter]);
  if (changed === "") return "";
  return difference(pretty(input), pretty(changed), [texts.tried.inputBefore, texts.tried.inputAfter]);
}

function pretty(json: string): string {
  try {
    return prettyJSON(JSON.parse(json));
  } catch {
    return json;
  }
}
