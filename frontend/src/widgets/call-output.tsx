import type { Call } from "../backend/call";
import { programOf } from "../backend/program";
import { sentence } from "../backend/words";
import { Output } from "../components/code";
import { languageOf } from "../components/colours";
import { Streams } from "../components/streams";
import { useSave } from "./saving";

/** What came out of a call: a program's streams apart, anything else as it is. */
export function CallOutput({ call, fold = 16 }: { call: Call; fold?: number }) {
  const program = programOf(call);
  const save = useSave();
  if (!program) return call.content ? <Output text={call.content} fold={fold} language={readIn(call)} /> : null;
  const { output = "" } = call.meta; // the whole, where only a part was kept in the record: both streams in one
  return <Streams {...program} note={program.note && sentence(program.note)} fold={fold} onSave={(stream, text) => save({ name: `${stream}.txt`, text, output: stream === "stdout" ? output : "" })} />;
}

/** The language of the file that a call has read; "" = it has read none, or of no known language. */
function readIn({ tool, input }: Call): string {
  const path = tool === "read" && typeof input === "object" && input !== null && "path" in input ? input.path : "";
  return typeof path === "string" ? languageOf(path) : "";
}
