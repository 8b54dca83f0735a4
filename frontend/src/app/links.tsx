import { useMutation } from "@tanstack/react-query";
import type { LinkView } from "../backend/backend";
import { useBackend } from "../backend/context";
import { Button } from "../components/button";
import { Failure } from "../components/feedback";
import { Dialog } from "../components/overlay";
import { go } from "./routes";
import { texts as common } from "../words/common";
import { texts } from "../words/links";

/** Asks whether to open the folder of an address. */
export function LinkDialog({ link, onDone }: { link: LinkView; onDone: () => void }) {
  const backend = useBackend();
  const open = useMutation({
    mutationFn: () => backend.openSpace(link.path),
    onSuccess: (space) => {
      onDone();
      go({ at: "chat", space: space.path, session: "" });
    },
  });
  const actions = (
    <>
      <Button onClick={onDone}>{common.cancel}</Button>
      <Button look="primary" disabled={open.isPending} onClick={() => open.mutate()}>
        {texts.open}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title} open onClose={onDone} actions={actions}>
      <div className="flex flex-col gap-2">
        <p>{texts.asks}</p>
        <p className="rounded-md border border-line bg-side p-2 font-mono text-12 break-all">{link.path}</p>
        <p>{texts.only}</p>
        {open.error && <Failure what={texts.failed} why={open.error.message} />}
      </div>
    </Dialog>
  );
}
