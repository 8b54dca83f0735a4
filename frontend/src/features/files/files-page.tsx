import { useQuery } from "@tanstack/react-query";
import { FileCode2, Plus } from "lucide-react";
import type { DefinitionFileView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button, IconButton } from "../../components/button";
import { Empty, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { PickList } from "../../components/pick-list";
import { AddFile } from "./add-file";
import { FileDetail } from "./file-detail";
import { kindWord, nameOf } from "./file-words";
import { texts } from "../../words/files";

interface FilesPageProps {
  space: SpaceView;
  /** Relative to the space; "" = none is open. */
  file: string;
  /** From 1; 0 = from its start. */
  line: number;
  /** A new file is being chosen, and what it begins with; "" = nothing yet. undefined = none is. */
  start: string | undefined;
  onNew: () => void;
  onOpen: (file: string) => void;
  /** Pages that show what a file defines. */
  onHooks: () => void;
  onRules: () => void;
  onHands: () => void;
}

/** The files in which a space says what it has, written here: agents, tools, skills, hooks, rules and the manifest. */
export function FilesPage(props: FilesPageProps) {
  const { space, file, start, onNew, onOpen } = props;
  const backend = useBackend();
  const files = useQuery({ queryKey: keys.definitions(space.path), queryFn: () => backend.definitions(space.path) });
  return (
    <div className="@container/files flex min-h-0 flex-1">
      <h1 className="sr-only">{texts.page.title}</h1>
      <Loaded query={files} waiting={texts.page.reading} failed={texts.page.failed}>
        {(list) =>
          list.length === 0 && file === "" ? (
            <Empty icon={FileCode2} title={texts.page.none} action={<Button look="primary" icon={Plus} onClick={onNew}>{texts.page.newFile}</Button>}>
              {texts.page.noneText}
            </Empty>
          ) : (
            <>
              <div className={`w-full shrink-0 flex-col border-line @min-[860px]/files:flex @min-[860px]/files:w-56 @min-[860px]/files:border-r ${file ? "hidden" : "flex"}`}>
                <PaneHeader level={2} title={texts.page.title}>
                  <IconButton label={texts.page.newFile} icon={Plus} onClick={onNew} />
                </PaneHeader>
                <PickList label={texts.page.title} items={list} keyOf={({ file: name }) => name} rowHeight={44} chosen={file} onChoose={({ file: name }) => onOpen(name)} render={(row) => <FileRow row={row} />} />
              </div>
              <div className={`min-w-0 flex-1 flex-col @min-[860px]/files:flex ${file ? "flex" : "hidden"}`}>
                {file ? (
                  <FileDetail key={file} {...props} />
                ) : (
                  <Empty icon={FileCode2} title={texts.page.choose}>
                    {texts.page.chooseText}
                  </Empty>
                )}
              </div>
            </>
          )
        }
      </Loaded>
      {start !== undefined && <AddFile space={space} start={start} onClose={() => onOpen("")} onMade={onOpen} />}
    </div>
  );
}

function FileRow({ row }: { row: DefinitionFileView }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate">{nameOf(row.file)}</p>
      <p className="truncate text-12 text-muted">{kindWord(row.kind)}</p>
    </div>
  );
}
