import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useBackend } from "../backend/context";
import { keys } from "../backend/keys";
import { Button } from "../components/button";
import { Failure } from "../components/feedback";
import { Dialog } from "../components/overlay";
import { texts as common } from "../words/common";
import { texts } from "../words/closing";

/** Asks what becomes of agents that work when the window is closed. */
export function Closing({ onStay }: { onStay: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  // Asking tells Go that the person is asked: it waits for that.
  const about = useQuery({ queryKey: keys.closing, queryFn: () => backend.closing(), staleTime: 0, gcTime: 0 });
  useEffect(() => backend.listen(({ kind }) => kind === "closing" && void client.invalidateQueries({ queryKey: keys.closing })), [backend, client]);
  const close = useMutation({ mutationFn: (background: boolean) => backend.closeWindow(background), onSuccess: onStay });
  const actions = (
    <>
      <Button onClick={onStay}>{common.cancel}</Button>
      <Button disabled={close.isPending} onClick={() => close.mutate(false)}>
        {texts.stop}
      </Button>
      <Button look="primary" disabled={close.isPending} onClick={() => close.mutate(true)}>
        {texts.background}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title} open onClose={onStay} actions={actions}>
      <div className="flex flex-col gap-2">
        <p>{texts.works(about.data?.chats ?? 0, about.data?.calls ?? 0)}</p>
        {about.data && about.data.questions > 0 && <p className="text-asking">{texts.questions(about.data.questions)}</p>}
        <p>{texts.inBackground}</p>
        <p>{texts.stopped}</p>
        {close.error && <Failure what={texts.failed} why={close.error.message} />}
      </div>
    </Dialog>
  );
}
