import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { MachinesView, PairingView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { CopyButton } from "../../components/code";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts as machines } from "../../words/machines";

const texts = machines.pairing;

/** Pairs this machine with another one, whose window or terminal takes the same steps. */
export function MachinePairing({ pairing, onClose }: { pairing: PairingView; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const keep = { onSuccess: (now: MachinesView) => void client.setQueryData(keys.machines, now) };
  const begin = useMutation({ mutationFn: (number: string) => backend.pairMachine(number), ...keep });
  const compare = useMutation({ mutationFn: (same: boolean) => backend.comparePairing(same), ...keep });
  const stop = useMutation({ mutationFn: () => backend.stopPairing(), ...keep });
  const close = () => {
    onClose();
    if (pairing.stage !== "none") stop.mutate();
  };
  if (pairing.stage === "none") return <Begin busy={begin.isPending} failed={begin.error} onBegin={(number) => begin.mutate(number)} onClose={close} />;
  return (
    <Dialog title={machines.pair} open onClose={close} actions={<Actions pairing={pairing} busy={compare.isPending || stop.isPending} onClose={close} onCompare={(same) => compare.mutate(same)} onAgain={() => stop.mutate()} />}>
      <div role="status" className="flex flex-col gap-3">
        <Stage pairing={pairing} />
      </div>
    </Dialog>
  );
}

interface BeginProps {
  busy: boolean;
  failed: Error | null;
  onBegin: (number: string) => void;
  onClose: () => void;
}

/** One of the two machines shows a number, and the other one is told it. */
function Begin({ busy, failed, onBegin, onClose }: BeginProps) {
  const [way, setWay] = useState("show");
  const [number, setNumber] = useState("");
  const [pressed, setPressed] = useState(false);
  const digits = number.replace(/\s/g, "");
  const fits = way === "show" || /^\d{8}$/.test(digits);
  const submit = () => {
    setPressed(true);
    if (fits && !busy) onBegin(way === "show" ? "" : digits);
  };
  const errors = pressed && !fits ? [texts.numberRule] : [];
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={busy} onClick={submit}>{texts.begin}</Button>
    </>
  );
  return (
    <Dialog title={machines.pair} open onClose={onClose} actions={actions}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <Choice label={texts.how} value={way} options={[{ value: "show", label: texts.show }, { value: "enter", label: texts.enter }]} onChange={setWay} />
        </div>
        <p>{way === "show" ? texts.showText : texts.enterText}</p>
        {way === "enter" && (
          <Field id="pairing-number" label={texts.number} required errors={errors}>
            <TextInput id="pairing-number" inputMode="numeric" className="max-w-40 font-mono" aria-invalid={errors.length > 0} aria-describedby="pairing-number-errors" value={number} onChange={(event) => setNumber(event.target.value)} />
          </Field>
        )}
        {failed && <Failure what={texts.beginFailed} why={failed.message} />}
        {/* The Enter key sends the form. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function Stage({ pairing: { stage, number, code, other, reason } }: { pairing: PairingView }) {
  switch (stage) {
    case "inviting":
      return (
        <>
          <p>{texts.inviting}</p>
          <Large text={`${number.slice(0, 4)} ${number.slice(4)}`} />
          <p className="flex flex-wrap items-center gap-1.5 text-muted">
            {texts.inTerminal} <code className="font-mono text-12 text-text select-text">{texts.command(number)}</code> <CopyButton text={texts.command(number)} />
          </p>
          <Busy text={texts.waiting} />
        </>
      );
    case "comparing":
      return (
        <>
          <p>{texts.comparing(other)}</p>
          <Large text={code} />
          <p className="text-muted">{texts.differs}</p>
        </>
      );
    case "confirmed":
      return <Busy text={texts.confirmed(other)} />;
    case "paired":
      return (
        <div className="flex items-start gap-2">
          <CircleCheck size={15} aria-hidden className="mt-0.75 shrink-0 text-done" />
          <div>
            <p className="font-semibold">{texts.done(other)}</p>
            <p className="text-muted">{texts.doneText}</p>
          </div>
        </div>
      );
    case "failed":
      return <Failure what={texts.failed} why={reason} />;
    default:
      return <Busy text={stage === "joining" ? texts.waiting : texts.reaching} />;
  }
}

/** What is read from one screen to another. */
function Large({ text }: { text: string }) {
  return <p className="py-1 text-center font-mono text-24 tracking-widest select-text">{text}</p>;
}

function Busy({ text }: { text: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-muted">
      <LoaderCircle size={14} aria-hidden className="turning shrink-0" />
      {text}
    </p>
  );
}

interface ActionsProps {
  pairing: PairingView;
  busy: boolean;
  onClose: () => void;
  onCompare: (same: boolean) => void;
  onAgain: () => void;
}

function Actions({ pairing: { stage }, busy, onClose, onCompare, onAgain }: ActionsProps) {
  switch (stage) {
    case "comparing":
      return (
        <>
          <Button disabled={busy} onClick={() => onCompare(false)}>{texts.different}</Button>
          <Button look="primary" disabled={busy} onClick={() => onCompare(true)}>{texts.same}</Button>
        </>
      );
    case "paired":
      return <Button look="primary" onClick={onClose}>{texts.close}</Button>;
    case "failed":
      return (
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" disabled={busy} onClick={onAgain}>{texts.again}</Button>
        </>
      );
    default:
      return <Button onClick={onClose}>{common.cancel}</Button>;
  }
}
