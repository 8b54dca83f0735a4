import type { HookTestView } from "../../backend/backend";
import { sayDuration, sentence } from "../../backend/words";
import { Code, Output } from "../../components/code";
import { Facts } from "../../components/facts";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { sayOutcome } from "./hook-words";

/** What a hook made of a call. */
export function Tried({ result }: { result: HookTestView }) {
  const { outcome, words, exitCode, stdout, stderr, difference, violations, tookMs } = result;
  const ran = outcome !== "not-for-it";
  return (
    <div role="status" className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex flex-col gap-1">
        <State {...sayOutcome(outcome)} />
        <p className="break-words select-text">{sentence(words)}</p>
      </div>
      {ran && <Facts facts={[{ name: "Exit code", value: exitCode || "none: it was stopped or did not start" }, { name: "Took", value: sayDuration(tookMs) }]} />}
      {difference && (
        <Section title="What it changed">
          <Code text={difference} label="What it changed" />
          {violations.length > 0 && (
            <ul className="text-12 text-failed">
              {violations.map(({ path, message }) => (
                <li key={path + message}>
                  {path && <span className="font-mono">{path.slice(1)}</span>} {message}
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {ran && (
        <Section title="What it printed">
          {stdout === "" && stderr === "" && <p className="text-muted">Nothing.</p>}
          {stdout !== "" && <Output text={stdout} />}
          {stderr !== "" && (
            <>
              <p className="text-12 text-muted">On standard error</p>
              <Output text={stderr} />
            </>
          )}
        </Section>
      )}
    </div>
  );
}
