import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CapView, CapsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { Failure, Loaded } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Section } from "../../components/pane";
import { Select } from "../../components/select";
import { number } from "../../words/format";
import { texts } from "../../words/settings";

/** How much agents may use before they wait for the person, and what they have used today. */
export function Caps() {
  const spaces = useSpaces();
  const [picked, setPicked] = useState("");
  const [first] = spaces.data ?? [];
  const space = picked || (first?.path ?? "");
  return (
    <div className="flex flex-col gap-8">
      <Section level={2} title={texts.caps.everywhere}>
        <p className="text-muted">{texts.caps.everywhereText}</p>
        <CapsOf space="" />
        <p className="text-12 text-muted">{texts.caps.cost}</p>
      </Section>
      {space && (
        <Section level={2} title={texts.caps.oneSpace}>
          <p className="text-muted">{texts.caps.oneSpaceText}</p>
          <Field id="caps-space" label={texts.caps.space}>
            <Select id="caps-space" label={texts.caps.space} value={space} options={(spaces.data ?? []).map(({ path, name }) => ({ value: path, label: name }))} onChange={setPicked} />
          </Field>
          <CapsOf key={space} space={space} />
        </Section>
      )}
    </div>
  );
}

function CapsOf({ space }: { space: string }) {
  const backend = useBackend();
  const caps = useQuery({ queryKey: keys.caps(space), queryFn: () => backend.caps(space), staleTime: 0 });
  return (
    <Loaded query={caps} waiting={texts.caps.reading} failed={texts.caps.failed}>
      {(now) => <Table space={space} now={now} />}
    </Loaded>
  );
}

const MEASURES = ["calls", "minutes", "tokens", "cost"] as const;

function Table({ space, now }: { space: string; now: CapsView }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [refused, setRefused] = useState(false);
  const change = useMutation({
    mutationFn: ({ name, most }: { name: string; most: number }) => backend.setCap(space, name, most),
    onSuccess: (next) => client.setQueryData(keys.caps(space), next),
  });
  const of = (name: string) => now.caps.find((cap) => cap.name === name) ?? { name, most: 0, used: 0 };
  const save = (cap: CapView, text: string) => {
    const most = text.trim() === "" ? 0 : Number(text.replaceAll(",", ""));
    setRefused(!Number.isFinite(most) || most < 0);
    if (Number.isFinite(most) && most >= 0 && most !== cap.most) change.mutate({ name: cap.name, most });
  };
  return (
    <>
      <table className="w-full max-w-140 border-collapse text-left">
        <thead>
          <tr className="text-12 text-muted max-[479px]:flex max-[479px]:flex-wrap">
            <th className="py-1 pr-3 font-normal max-[479px]:order-1 max-[479px]:grow max-[479px]:basis-3/5">
              <span className="sr-only">{texts.caps.measure}</span>
            </th>
            <th className="w-36 py-1 pr-3 font-normal max-[479px]:order-3 max-[479px]:grow max-[479px]:basis-2/5">{texts.caps.run}</th>
            <th className="w-36 py-1 pr-3 font-normal max-[479px]:order-3 max-[479px]:grow max-[479px]:basis-2/5">{texts.caps.day}</th>
            <th className="w-28 py-1 text-right font-normal max-[479px]:order-2 max-[479px]:w-auto">{texts.caps.used}</th>
          </tr>
        </thead>
        <tbody>
          {MEASURES.map((measure) => (
            <tr key={measure} className="border-t border-line max-[479px]:flex max-[479px]:flex-wrap">
              <th className="py-1.5 pr-3 font-normal max-[479px]:order-1 max-[479px]:grow max-[479px]:basis-3/5">{texts.caps.measures[measure]}</th>
              {(["run", "day"] as const).map((when) => {
                const cap = of(`${when}.${measure}`);
                return (
                  <td key={when} className="py-1.5 pr-3 max-[479px]:order-3 max-[479px]:grow max-[479px]:basis-2/5">
                    <Amount key={cap.most} cap={cap} label={texts.caps.field(texts.caps.measures[measure], texts.caps[when])} onSave={(text) => save(cap, text)} />
                  </td>
                );
              })}
              <td className="py-1.5 text-right tabular-nums max-[479px]:order-2">{sayAmount(of(`day.${measure}`).used)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused && (
        <p role="alert" className="text-12 text-failed">
          {texts.caps.notNumber}
        </p>
      )}
      {change.error && <Failure what={texts.caps.notSaved} why={change.error.message} />}
    </>
  );
}

/** A field that is saved when it is left, or by Enter. */
function Amount({ cap, label, onSave }: { cap: CapView; label: string; onSave: (text: string) => void }) {
  const [text, setText] = useState(cap.most === 0 ? "" : sayAmount(cap.most));
  return (
    <TextInput
      aria-label={label}
      inputMode="decimal"
      placeholder={texts.caps.none}
      className="text-right tabular-nums"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onSave(text)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onSave(text);
      }}
    />
  );
}

function sayAmount(amount: number): string {
  return number(amount, 2);
}
