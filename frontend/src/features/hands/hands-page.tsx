import { useQuery } from "@tanstack/react-query";
import { HandHelping, Lightbulb, Plus } from "lucide-react";
import { useState } from "react";
import type { HandsView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { Empty, Loaded } from "../../components/feedback";
import { Conflict } from "../../widgets/conflict";
import { useHandsDraft } from "./draft";
import { HandDetail } from "./hand-detail";
import { FILE, addHand, freeName, namesIn } from "./hand-text";
import { HandList } from "./hand-list";
import type { Actions, HandsPageProps } from "./page-props";
import { Proposals } from "./proposals";
import { texts } from "../../words/hands";

/** The commands that a space lets agents run: ctxnest.json as a form and as text. */
export function HandsPage(props: HandsPageProps) {
  const backend = useBackend();
  const { path } = props.space;
  const file = useQuery({ queryKey: keys.hands(path), queryFn: () => backend.hands(path) });
  return (
    <div className="@container/hands flex min-h-0 flex-1">
      <h1 className="sr-only">{texts.list.title}</h1>
      <div className="flex min-w-0 flex-1 flex-col">
        <Loaded query={file} waiting={texts.page.reading} failed={texts.page.failed}>
          {(found) => <Opened {...props} file={found} />}
        </Loaded>
      </div>
    </div>
  );
}

function Opened({ file, space, hand, onOpen }: HandsPageProps & { file: HandsView }) {
  const draft = useHandsDraft(space, file);
  const [proposing, setProposing] = useState(false);
  const [fresh, setFresh] = useState("");
  const names = draft.read.ok ? namesIn(draft.read.root) : [];

  const add = () => {
    const name = freeName(names, "new-hand");
    draft.change((text) => addHand(text, name, { description: "", command: [] }));
    setFresh(name);
    onOpen(name);
  };
  const actions = { onAdd: add, onPropose: () => setProposing(true) };
  const dialogs = (
    <>
      {proposing && (
        <Proposals
          space={space}
          names={names}
          onClose={() => setProposing(false)}
          onAdd={(chosen) => {
            draft.change((text) => chosen.reduce((whole, one) => addHand(whole, one.name, JSON.parse(one.json) as object), text));
            setProposing(false);
            if (chosen[0]) onOpen(chosen[0].name);
          }}
        />
      )}
      <Conflict draft={draft} name={FILE} />
    </>
  );

  if (!draft.exists) {
    return (
      <>
        <NoHands {...actions} />
        {dialogs}
      </>
    );
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div className={`w-full shrink-0 flex-col border-line @min-[860px]/hands:flex @min-[860px]/hands:w-64 @min-[860px]/hands:border-r ${hand ? "hidden" : "flex"}`}>
        <HandList draft={draft} names={names} chosen={hand} onOpen={onOpen} {...actions} />
      </div>
      <div className={`min-w-0 flex-1 flex-col @min-[860px]/hands:flex ${hand ? "flex" : "hidden"}`}>
        <HandDetail space={space} draft={draft} name={hand} names={names} fresh={fresh === hand && hand !== ""} onOpen={onOpen} />
      </div>
      {dialogs}
    </div>
  );
}

function NoHands({ onAdd, onPropose }: Actions) {
  const action = (
    <>
      <Button look="primary" icon={Plus} onClick={onAdd}>
        {texts.list.add}
      </Button>
      <Button icon={Lightbulb} onClick={onPropose}>
        {texts.list.propose}
      </Button>
    </>
  );
  return (
    <Empty icon={HandHelping} title={texts.page.empty} action={action}>
      {texts.page.emptyText}
    </Empty>
  );
}

