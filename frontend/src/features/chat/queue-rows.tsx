import { Pencil, Send, X } from "lucide-react";
import { useLive, useLiveState } from "../../backend/context";
import type { Queued } from "../../backend/outgoing";
import { Button, IconButton } from "../../components/button";
import { texts } from "../../words/chat";

const NAME_MOST = 40;

/** Messages that wait until the agent is done, the next one first. */
export function QueueRows({ session, running, onEdit }: { session: string; running: string; onEdit: (queued: Queued) => void }) {
  const { outgoing } = useLive();
  const queue = useLiveState((state) => state.queues[session]);
  if (!queue) return null;
  return (
    <section aria-label={texts.queue.label} className="mb-2 rounded-lg border border-edge">
      <p role="status" className="px-3 pt-1.5 text-11 text-muted">
        {queue.held ? texts.queue.held : texts.queue.waiting(queue.items.length)}
      </p>
      <ul className="max-h-36 overflow-y-auto pb-1">
        {queue.items.map((item) => (
          <li key={item.id} className="flex items-center gap-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 truncate">{item.text}</span>
            <Button look="quiet" icon={Send} onClick={() => void outgoing.sendNow(session, item.id, running)}>
              {running ? texts.queue.steer : texts.queue.send}
            </Button>
            <IconButton label={texts.queue.edit(short(item.text))} icon={Pencil} onClick={() => onEdit(item)} />
            <IconButton label={texts.queue.remove(short(item.text))} icon={X} onClick={() => outgoing.unqueue(session, item.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function short(text: string): string {
  return text.length > NAME_MOST ? `${text.slice(0, NAME_MOST - 1)}…` : text;
}
