import { FolderInput, Plug, Server } from "lucide-react";
import { Button } from "../../components/button";
import { Empty } from "../../components/feedback";
import { texts } from "../../words/servers";

/** Says what servers are and how to get one. */
export function NoServers({ onAdd, onPrograms }: { onAdd: () => void; onPrograms: () => void }) {
  const action = (
    <>
      <Button look="primary" icon={FolderInput} onClick={onAdd}>
        {texts.empty.import}
      </Button>
      <Button icon={Plug} onClick={onPrograms}>
        {texts.page.elsewhere}
      </Button>
    </>
  );
  return (
    <Empty icon={Server} title={texts.empty.title} action={action}>
      <p>{texts.empty.about}</p>
      <p className="mt-2">{texts.empty.guarded}</p>
    </Empty>
  );
}
