import type { Call } from "../backend/call";
import { programOf } from "../backend/program";
import { sentence } from "../backend/words";
import { Output } from "../components/code";
import { Streams } from "../components/streams";

/** What came out of a call: a program's streams apart, anything else as it is. */
export function CallOutput({ call, fold = 16 }: { call: Call; fold?: number }) {
  const program = programOf(call);
  if (program) return <Streams {...program} note={program.note && sentence(program.note)} fold={fold} />;
  return call.content ? <Output text={call.content} fold={fold} /> : null;
}
