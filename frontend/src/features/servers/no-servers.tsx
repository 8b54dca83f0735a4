import { FolderInput, Plug, Server } from "lucide-react";
import { Button } from "../../components/button";
import { Empty } from "../../components/feedback";

/** Says what servers are and how to get one. */
export function NoServers({ onAdd, onPrograms }: { onAdd: () => void; onPrograms: () => void }) {
  const action = (
    <>
      <Button look="primary" icon={FolderInput} onClick={onAdd}>
        Bring servers over
      </Button>
      <Button icon={Plug} onClick={onPrograms}>
        Use in other programs…
      </Button>
    </>
  );
  return (
    <Empty icon={Server} title="No servers yet" action={action}>
      <p>An MCP server brings tools of its own: for files, for a database, for a service that you use. Those that Claude Desktop, Cursor and other programs of this machine have can be brought over as they are.</p>
      <p className="mt-2">What they do goes through the same door as everything else: it is shown, asked for where that is due, and kept in the record.</p>
    </Empty>
  );
}
