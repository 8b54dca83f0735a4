import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleStop, FlaskConical } from "lucide-react";
import { useRef, useState } from "react";
import type { QuestionView, RehearsalView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { keys } from "../backend/keys";
import { Button } from "../components/button";
import { Failure } from "../components/feedback";
import { RehearsalDialog } from "./rehearsal-dialog";
import { texts } from "../words/rehearsal";

/** Rehearsing one call: what the buttons need. */
export interface Rehearsing {
  /** A sentence; "" = this machine can. */
  cannot: string;
  going: boolean;
  error: Error | null;
  found: RehearsalView | undefined;
  open: boolean;
  start: () => void;
  stop: () => void;
  close: () => void;
  forget: () => void;
}

/** Rehearses a call, and remembers what came of it until that is kept or dropped, or the call is another one: `call` names it. */
export function useRehearsing(space: string, call: string, rehearse: (key: string) => Promise<RehearsalView>): Rehearsing {
  const backend = useBackend();
  const client = useQueryClient();
  const cannot = useQuery({ queryKey: keys.cannotRehearse, queryFn: () => backend.cannotRehearse(), staleTime: Infinity });
  const key = useRef("");
  const [latest, setLatest] = useState<{ call: string; rehearsal: RehearsalView } | undefined>(undefined);
  const found = latest?.call === call ? latest.rehearsal : undefined;
  const [open, setOpen] = useState(false);
  const run = useMutation({
    mutationFn: async () => {
      key.current = crypto.randomUUID();
      return { call, rehearsal: await rehearse(key.current) };
    },
    onSuccess: (done) => {
      setLatest(done);
      setOpen(true);
      void client.invalidateQueries({ queryKey: keys.rehearsals(space) });
    },
  });
  return {
    cannot: cannot.data ?? "", going: run.isPending, error: run.error, found, open,
    start: () => (found ? setOpen(true) : run.mutate()),
    stop: () => void backend.stopRehearsing(key.current).catch(() => undefined),
    close: () => setOpen(false),
    forget: () => {
      setOpen(false);
      setLatest(undefined);
    },
  };
}

interface RehearseButtonProps {
  of: Rehearsing;
  disabled: boolean;
  /** The key, held with Alt: "KeyH"; the button says so. */
  hotkey?: string;
}

/** Starts the rehearsal, stops it, or shows what came of it. */
export function RehearseButton({ of, disabled, hotkey }: RehearseButtonProps) {
  if (of.going) {
    return (
      <Button icon={CircleStop} onClick={of.stop}>
        {texts.button.stop}
      </Button>
    );
  }
  return (
    <Button icon={FlaskConical} disabled={disabled || of.cannot !== ""} onClick={of.start} {...(hotkey && { "data-key": hotkey, "aria-keyshortcuts": `Alt+${hotkey.slice(3)}` })}>
      {of.found ? texts.button.again : texts.button.rehearse}
    </Button>
  );
}

interface RehearsedProps {
  of: Rehearsing;
  space: string;
  question?: QuestionView;
  help: string;
}

/** What there is to say of the rehearsal beside its button, and its review. */
export function Rehearsed({ of, space, question, help }: RehearsedProps) {
  return (
    <>
      <p role="status" className="text-12 text-muted">
        {of.going ? texts.button.going : of.cannot ? texts.button.cannot(of.cannot.replace(/\.$/, "")) : help}
      </p>
      {of.error && <Failure what={texts.button.failed} why={of.error.message} />}
      {of.open && of.found && <RehearsalDialog space={space} rehearsal={of.found} {...(question && { question })} onClose={of.close} onDone={of.forget} />}
    </>
  );
}
