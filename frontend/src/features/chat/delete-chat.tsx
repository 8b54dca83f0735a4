import { useMutation, useQuery } from "@tanstack/react-query";
import type { DeletionView, SessionView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Failure, Waiting } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { texts as common } from "../../words/common";
import { texts as names } from "../../words/chatlist";
import { texts } from "../../words/deleting";

/** Says what goes from the disk with a chat and what stays, and deletes it. */
export function DeleteChat({ chat, onClose }: { chat: SessionView; onClose: () => void }) {
  const backend = useBackend();
  const about = useQuery({ queryKey: keys.chatDeletion(chat.space, chat.id, chat.running), queryFn: () => backend.chatDeletion(chat.id), staleTime: 0 });
  const remove = useMutation({ mutationFn: (stop: boolean) => backend.deleteChat(chat.id, stop), onSuccess: onClose });
  const works = about.data ? about.data.running !== "" : chat.running !== "";
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!about.data || remove.isPending} onClick={() => remove.mutate(works)}>
        {works ? texts.stopAndDelete : texts.button}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.title(chat.title || names.list.newChat)} open onClose={onClose} actions={actions}>
      {about.error ? <Failure what={texts.failedToLook} why={about.error.message} /> : about.data ? <What about={about.data} works={works} /> : <Waiting what={texts.looking} />}
      {remove.error && <Failure what={texts.failed} why={remove.error.message} />}
    </Dialog>
  );
}

function What({ about, works }: { about: DeletionView; works: boolean }) {
  const goes = [texts.said(about.messages), about.pictures > 0 && texts.pictures(about.pictures), about.copies > 0 && texts.copies(about.copies), about.rehearsed && texts.rehearsed, texts.unsent].filter((line) => line !== false);
  const stays = [texts.files, about.calls > 0 && texts.calls(about.calls), about.branches > 0 && texts.branches(about.branches)].filter((line) => line !== false);
  return (
    <div className="flex flex-col gap-3">
      {works && <p className="text-asking">{texts.works}</p>}
      <List title={texts.goes} lines={goes} />
      <List title={texts.stays} lines={stays} />
    </div>
  );
}

function List({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="list-disc pl-5">
        {lines.map((line) => <li key={line}>{line}</li>)}
      </ul>
    </section>
  );
}
