import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Download, Ellipsis, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import type { SessionView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button, IconButton } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Menu } from "../../components/menu";
import { Dialog } from "../../components/overlay";
import { useSave } from "../../widgets/saving";
import { DeleteChat } from "./delete-chat";
import { markdownOf } from "./load-chat";
import { texts as common } from "../../words/common";
import { texts } from "../../words/chat";
import { texts as names } from "../../words/chatlist";

/** What the person may do with a chat: name it, pin it, archive it, delete it. */
export function ChatMenu({ chat, className = "" }: { chat: SessionView; className?: string }) {
  const backend = useBackend();
  const client = useQueryClient();
  const live = useLive();
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const save = useSave();
  const title = chat.title || names.list.newChat;
  const exportAll = async () => {
    try {
      save({ name: texts.export.file(title), text: await markdownOf(live, chat, title) });
    } catch (error) {
      live.notify({ level: "error", text: error instanceof Error ? error.message : String(error) });
    }
  };
  const mark = useMutation({
    mutationFn: (change: () => Promise<SessionView>) => change(),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions(chat.space) }),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  return (
    <>
      <Menu
        align="end"
        button={(opens) => <IconButton label={texts.all.menu(title)} icon={Ellipsis} className={className} {...opens} />}
        entries={[
          { icon: Pencil, text: texts.all.rename, onSelect: () => setRenaming(true) },
          { icon: chat.pinned ? PinOff : Pin, text: chat.pinned ? texts.all.unpin : texts.all.pin, onSelect: () => mark.mutate(() => backend.pinChat(chat.id, !chat.pinned)) },
          { icon: Download, text: texts.export.menu, onSelect: () => void exportAll() },
          { icon: chat.archived ? ArchiveRestore : Archive, text: chat.archived ? texts.all.unarchive : texts.all.archive, onSelect: () => mark.mutate(() => backend.archiveChat(chat.id, !chat.archived)) },
          { icon: Trash2, text: names.deleting.menu, onSelect: () => setDeleting(true) },
        ]}
      />
      {renaming && <Rename chat={chat} onClose={() => setRenaming(false)} />}
      {deleting && <DeleteChat chat={chat} onClose={() => setDeleting(false)} />}
    </>
  );
}

function Rename({ chat, onClose }: { chat: SessionView; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [name, setName] = useState(chat.title);
  const rename = useMutation({
    mutationFn: () => backend.renameChat(chat.id, name),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.sessions(chat.space) });
      onClose();
    },
  });
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={rename.isPending} onClick={() => rename.mutate()}>
        {texts.all.save}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.all.renameTitle} open onClose={onClose} actions={actions}>
      <form className="flex flex-col gap-3" onSubmit={save}>
        <Field id="chat-name" label={texts.all.name} help={texts.all.nameHelp}>
          <TextInput id="chat-name" aria-describedby="chat-name-help" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} onFocus={(event) => event.target.select()} />
        </Field>
        {rename.error && <Failure what={texts.all.renameFailed} why={rename.error.message} />}
      </form>
    </Dialog>
  );
}
