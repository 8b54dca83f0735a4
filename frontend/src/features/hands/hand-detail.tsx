import { Save, Trash2, Undo2 } from "lucide-react";
import { Tabs } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import type { SpaceView } from "../../backend/backend";
import { Button, IconButton } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure } from "../../components/feedback";
import { linesOf, setAt } from "../../components/json/edit";
import type { TextEditorHandle } from "../../components/json/text-editor";
import { PaneHeader } from "../../components/pane";
import { State } from "../../components/state";
import { Tab, TabList } from "../../components/tabs";
import { DraftNotes } from "../../widgets/draft-notes";
import { useSaveKey } from "../../widgets/text-draft";
import type { HandsDraft } from "./draft";
import { HandForm } from "./hand-form";
import { HandHistory } from "./hand-history";
import { HandName } from "./hand-name";
import { HandRun } from "./hand-run";
import { FILE, pathOf } from "./hand-text";
import type { HandsPageProps } from "./page-props";
import { JSONPane } from "./json-pane";
import { texts } from "../../words/hands";

interface HandDetailProps extends Pick<HandsPageProps, "onOpen"> {
  space: SpaceView;
  draft: HandsDraft;
  name: string;
  names: readonly string[];
  /** It was just added: its name is the first thing to write. */
  fresh: boolean;
}

/** One hand: changed, run, and what became of it before. Without one, the file. */
export function HandDetail(props: HandDetailProps) {
  const { space, draft, names, onOpen } = props;
  const { name, identity, onRename } = useRenamed(props.name, names, onOpen);
  const [tab, setTab] = useState("edit");
  const whole = useRef<TextEditorHandle>(null);
  // While the text is no JSON, nobody knows which hands it has.
  const known = draft.read.ok ? names.includes(name) : name !== "";
  useSaveKey(draft.save);
  useBack({ ...props, name, known, before: identity });
  return (
    <>
      <DetailHeader {...props} name={name} known={known} />
      <DraftNotes draft={draft} name={FILE} />
      {!known ? (
        <JSONPane draft={draft} name="" handle={whole} />
      ) : (
        <Tabs.Root value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
          <TabList label={name}>
            <Tab value="edit">{texts.hand.edit}</Tab>
            <Tab value="run">{texts.hand.run}</Tab>
            <Tab value="history">{texts.hand.history}</Tab>
          </TabList>
          <Tabs.Content value="edit" tabIndex={-1} className="@container/edit flex min-h-0 flex-1 flex-col">
            <Editing {...props} key={identity} name={name} onOpen={onRename} />
          </Tabs.Content>
          <Tabs.Content value="run" className="@container min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
            <HandRun key={name} space={space} draft={draft} name={name} />
          </Tabs.Content>
          <Tabs.Content value="history" className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
            <HandHistory space={space} name={name} onRun={() => setTab("run")} />
          </Tabs.Content>
        </Tabs.Root>
      )}
      {name !== "" && !known && draft.read.ok && (
        <div className="border-t border-line p-3">
          <Failure what={texts.hand.gone(name)} why={texts.hand.goneWhy} action={<Button onClick={() => onOpen("")}>{texts.hand.showFile}</Button>} />
        </div>
      )}
    </>
  );
}

/** A hand that is renamed stays the one that is edited, also before the address has followed. */
function useRenamed(given: string, names: readonly string[], onOpen: (hand: string) => void) {
  const [renamed, setRenamed] = useState({ from: "", to: "", identity: "" });
  const name = given !== "" && given === renamed.from && names.includes(renamed.to) && !names.includes(given) ? renamed.to : given;
  const identity = name !== "" && name === renamed.to ? renamed.identity : name;
  const onRename = (to: string) => {
    setRenamed({ from: given, to, identity });
    onOpen(to);
  };
  return { name, identity, onRename };
}

/** Goes back to what there is when the changes that made a hand, or its name, are discarded. */
function useBack({ name, known, before, draft, names, onOpen }: { name: string; known: boolean; before: string } & Pick<HandDetailProps, "draft" | "names" | "onOpen">): void {
  const [unsaved, setUnsaved] = useState("");
  const now = known && draft.unsaved ? name : unsaved;
  if (now !== unsaved) setUnsaved(now);
  const discarded = name !== "" && name === unsaved && !known && !draft.unsaved && draft.read.ok;
  const place = names.includes(before) ? before : "";
  useEffect(() => {
    if (discarded) onOpen(place);
  }, [discarded, place, onOpen]);
}

function DetailHeader({ draft, name, known, onOpen }: HandDetailProps & { known: boolean }) {
  return (
    <PaneHeader level={2} back={{ label: texts.hand.back, onBack: () => onOpen(""), className: "@min-[860px]/hands:hidden" }} title={known ? name : FILE}>
      {draft.unsaved && (
        <span className="pr-2">
          <State tone="warning" word={texts.hand.unsaved} />
        </span>
      )}
      {known && (
        <IconButton
          label={texts.hand.remove}
          icon={Trash2}
          onClick={() => {
            draft.change((text) => setAt(text, pathOf(name), undefined));
            onOpen("");
          }}
        />
      )}
      <IconButton label={texts.hand.discard} icon={Undo2} disabled={!draft.unsaved} onClick={draft.discard} />
      <Button look="primary" icon={Save} disabled={!draft.unsaved || draft.saving} onClick={draft.save}>
        {texts.hand.save}
      </Button>
    </PaneHeader>
  );
}

/** The form and the text side by side; one of them where there is no room for both. */
function Editing({ draft, name, names, fresh, onOpen }: HandDetailProps) {
  const [side, setSide] = useState("form");
  const editor = useRef<TextEditorHandle>(null);
  const { read, text } = draft;
  const lines = read.ok ? linesOf(text, read.root, pathOf(name)) : undefined;
  const first = lines?.first;
  const last = lines?.last;
  useEffect(() => {
    if (first !== undefined && last !== undefined) editor.current?.show(first, last);
    // When another hand is chosen, not at each change of this one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name, side]);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center justify-between border-b border-line px-4 @min-[700px]/edit:hidden">
        <Choice label={texts.hand.side} value={side} options={[{ value: "form", label: texts.hand.form }, { value: "json", label: texts.hand.json, count: draft.check.problems.length }]} onChange={setSide} />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={`@container min-w-0 flex-1 overflow-y-auto @min-[700px]/edit:block ${side === "form" ? "" : "hidden"}`}>
          {read.ok ? (
            <>
              <HandName name={name} names={names} fresh={fresh} draft={draft} onOpen={onOpen} />
              <HandForm name={name} root={read.root} problems={draft.check.problems.filter(({ hand }) => hand === name)} change={draft.change} />
            </>
          ) : (
            <div className="p-4">
              <Failure
                what={texts.hand.invalid}
                why={texts.hand.invalidWhy(read.line, read.why)}
                action={<Button onClick={() => { setSide("json"); setTimeout(() => editor.current?.goTo(read.line)); }}>{texts.hand.goToLine}</Button>}
              />
            </div>
          )}
        </div>
        <div className={`min-w-0 flex-1 flex-col border-line @min-[700px]/edit:flex @min-[700px]/edit:border-l ${side === "json" ? "flex" : "hidden"}`}>
          <JSONPane draft={draft} name={name} handle={editor} />
        </div>
      </div>
    </>
  );
}
