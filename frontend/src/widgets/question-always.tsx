import { CheckCheck } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { OfferView } from "../backend/backend";
import { Button } from "../components/button";
import { Revealed } from "../components/code";
import { useArmed } from "./armed";
import { texts as common } from "../words/common";
import { texts } from "../words/widgets";

interface AlwaysProps {
  offers: readonly OfferView[];
  /** It is about a host that a server may reach, which its own page changes; else rules do. */
  ofServer: boolean;
  busy: boolean;
  onTake: (offer: OfferView) => void;
  onBack: () => void;
}

/** How far a lasting yes goes: the narrowest first, none chosen. Choosing one gives nothing yet; its own button does. */
export function QuestionAlways({ offers, ofServer, busy, onTake, onBack }: AlwaysProps) {
  const [chosen, setChosen] = useState<OfferView | undefined>(undefined);
  const id = useId();
  const armed = useArmed(chosen?.id ?? "");
  const box = useRef<HTMLDivElement>(null);
  // The button that says it must be seen with it.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div ref={box} className="flex flex-col gap-3 rounded-md border border-edge bg-ground p-3">
      <fieldset className="flex flex-col">
        <legend className="pb-1 font-semibold">{texts.always.title}</legend>
        {offers.map((offer, i) => (
          <label key={offer.id} className="flex items-start gap-2 py-1">
            <input
              type="radio"
              name={id}
              // It was asked for: the first is where one begins, and nothing is chosen by being there.
              autoFocus={i === 0}
              className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill)"
              checked={chosen?.id === offer.id}
              onChange={() => setChosen(offer)}
            />
            <span className="min-w-0 break-words">
              <Revealed text={offer.label} />
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-12 text-muted">{ofServer ? texts.always.ofServer : texts.always.text}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onBack}>
          {common.back}
        </Button>
        {chosen && (
          <Button look="asking" icon={CheckCheck} className="h-auto! min-h-7 [&>svg]:shrink-0 max-w-full shrink! py-1 text-left whitespace-normal!" disabled={!armed || busy} onClick={() => onTake(chosen)}>
            <span className="min-w-0 break-words">
              <Revealed text={chosen.label} />
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}
