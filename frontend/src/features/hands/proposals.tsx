import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { HandProposalsView, HandProposalView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { Button } from "../../components/button";
import { Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { ElementText } from "./argv-chips";
import { texts as common } from "../../words/common";
import { texts } from "../../words/hands";

interface ProposalsProps {
  space: SpaceView;
  /** The hands that there are. */
  names: readonly string[];
  onClose: () => void;
  onAdd: (chosen: HandProposalView[]) => void;
}

/** Hands that the project's own files suggest. They go into the form, and to disk only when the person saves. */
export function Proposals({ space, names, onClose, onAdd }: ProposalsProps) {
  const backend = useBackend();
  const proposals = useQuery({ queryKey: keys.handProposals(space.path), queryFn: () => backend.proposeHands(space.path), ...STILL });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = proposals.data?.hands.filter(({ name }) => !names.includes(name) && !left.has(name)) ?? [];
  const actions = (
    <>
      <Button onClick={onClose}>{proposals.data?.hands.length === 0 ? common.close : texts.suggestions.notNow}</Button>
      {proposals.data?.hands.length !== 0 && (
        <Button look="primary" disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
          {chosen.length === 0 ? texts.suggestions.add : texts.suggestions.addSome(chosen.length)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={texts.suggestions.title} open onClose={onClose} actions={actions}>
      <Loaded query={proposals} waiting={texts.suggestions.reading} failed={texts.suggestions.failed}>
        {(found) => (
          <Found
            found={found}
            names={names}
            left={left}
            onToggle={(name) => setLeft((known) => (known.has(name) ? new Set([...known].filter((other) => other !== name)) : new Set([...known, name])))}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

function Found({ found, names, left, onToggle }: { found: HandProposalsView; names: readonly string[]; left: ReadonlySet<string>; onToggle: (name: string) => void }) {
  return (
    <div className="flex flex-col gap-3">
      {found.hands.length === 0 ? (
        <p>{texts.suggestions.empty}</p>
      ) : (
        <p className="text-muted">{texts.suggestions.text}</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {found.hands.map((hand) => (
          <Proposal key={hand.name} hand={hand} taken={names.includes(hand.name)} chosen={!names.includes(hand.name) && !left.has(hand.name)} onToggle={() => onToggle(hand.name)} />
        ))}
      </ul>
      {found.notes.map((note) => (
        <p key={note} className="text-12 text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

function Proposal({ hand, taken, chosen, onToggle }: { hand: HandProposalView; taken: boolean; chosen: boolean; onToggle: () => void }) {
  const id = useId();
  return (
    <li className="flex items-start gap-3 py-2">
      <input id={id} type="checkbox" className="mt-1 size-3.5 accent-(--accent-fill)" checked={chosen} disabled={taken} onChange={onToggle} aria-describedby={`${id}-what`} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <label htmlFor={id} className="font-semibold">
            {hand.name}
          </label>
          <span className="ml-auto shrink-0 font-mono text-11 text-muted">{hand.from}</span>
        </div>
        <div id={`${id}-what`} className="flex flex-col gap-1">
          <p className="flex flex-wrap gap-1 font-mono text-12">
            {hand.argv.map((element, i) => (
              <span key={i} className="rounded-sm border border-line bg-raised px-1">
                <ElementText element={element} />
              </span>
            ))}
          </p>
          {(taken || hand.why) && <p className="text-12 text-muted">{taken ? texts.suggestions.taken : hand.why}</p>}
        </div>
      </div>
    </li>
  );
}
