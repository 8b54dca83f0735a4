import { useMutation } from "@tanstack/react-query";
import { FlaskConical, History } from "lucide-react";
import { lazy, Suspense, useId, useMemo, useState } from "react";
import type { HookView, SpaceView, ToolView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { useTool, useTools } from "../../backend/queries";
import { Button } from "../../components/button";
import { Choice } from "../../components/choice";
import { Failure, Loaded, Waiting } from "../../components/feedback";
import { Field, TextArea } from "../../components/field";
import { Select } from "../../components/select";
import { lookOf, schemaForForm } from "../../components/form/look";
import { Section } from "../../components/pane";
import { RecordedCalls } from "./recorded-calls";
import { Tried } from "./tried";
import { texts as common } from "../../words/common";
import { texts } from "../../words/hooks";

// The form library is a fifth of the page, and most windows are opened to chat.
const SchemaForm = lazy(() => import("../../components/form/schema-form").then((module) => ({ default: module.SchemaForm })));

/** Runs one hook against a call. No tool runs. */
export function TestBench({ space, hook }: { space: SpaceView; hook: HookView }) {
  const tools = useTools(space.path);
  return (
    <Section level={2} title={texts.bench.title}>
      <Loaded query={tools} waiting={texts.bench.toolsReading} failed={texts.bench.toolsFailed}>
        {(list) => <Bench space={space} hook={hook} tools={list} />}
      </Loaded>
    </Section>
  );
}

function Bench({ space, hook, tools }: { space: SpaceView; hook: HookView; tools: readonly ToolView[] }) {
  const backend = useBackend();
  const id = useId();
  const choices = useMemo(() => choicesOf(hook, tools), [hook, tools]);
  const [tool, setTool] = useState(choices[0]?.qualified ?? "");
  const [text, setText] = useState("{}");
  const [content, setContent] = useState("");
  const [way, setWay] = useState<"form" | "json">("form");
  const [picking, setPicking] = useState(false);
  const after = hook.phase === "post_tool";
  const problem = problemOf(text);
  const test = useMutation({
    mutationFn: async () => ({ result: await backend.testHook(space.path, hook.key, nameOf(tools, tool), text, content), input: text, content }),
  });
  const run = () => {
    if (problem === "" && tool !== "") test.mutate();
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        run();
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Select label={texts.bench.tool} value={tool} options={choices.map(({ qualified, name }) => ({ value: qualified, label: name }))} onChange={setTool} />
        <Choice label={texts.bench.inputAs} value={way} options={[{ value: "form", label: texts.bench.form }, { value: "json", label: texts.bench.json }]} onChange={(next) => setWay(next as typeof way)} />
        <Button look="quiet" icon={History} className="ml-auto" onClick={() => setPicking(true)}>
          {texts.bench.recorded}
        </Button>
      </div>
      {way === "json" || problem !== "" ? (
        <Field id={`${id}-input`} label={texts.bench.input} errors={problem ? [problem] : []}>
          <TextArea id={`${id}-input`} rows={5} aria-invalid={problem !== ""} aria-describedby={problem ? `${id}-input-errors` : undefined} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      ) : (
        <InputForm space={space} tool={tool} text={text} onChange={setText} />
      )}
      {after && (
        <Field id={`${id}-content`} label={texts.bench.content} help={texts.bench.contentHelp}>
          <TextArea id={`${id}-content`} rows={4} aria-describedby={`${id}-content-help`} value={content} onChange={(event) => setContent(event.target.value)} />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" icon={FlaskConical} disabled={problem !== "" || tool === "" || test.isPending}>
          {test.isPending ? texts.bench.running : texts.bench.run}
        </Button>
        <span className="text-12 text-muted">{texts.bench.note}</span>
      </div>
      {test.error && <Failure what={texts.bench.failed} why={test.error.message} />}
      {test.data && <Tried {...test.data} />}
      {picking && (
        <RecordedCalls
          space={space}
          tools={choices.map(({ name }) => name)}
          onClose={() => setPicking(false)}
          onPick={(call) => {
            setPicking(false);
            const found = choices.find(({ name, qualified }) => call.tool === name || call.tool === qualified);
            if (found) setTool(found.qualified);
            setText(JSON.stringify(call.input, null, 2));
            setContent(call.content);
            test.reset();
          }}
        />
      )}
    </form>
  );
}

interface InputFormProps {
  space: SpaceView;
  tool: string;
  text: string;
  onChange: (text: string) => void;
}

function InputForm({ space, tool, text, onChange }: InputFormProps) {
  const detail = useTool(space.path, tool);
  const input = detail.data?.input ?? '{"type":"object"}';
  const schema = useMemo(() => schemaForForm(input), [input]);
  const look = useMemo(() => lookOf(schema), [schema]);
  const value = useMemo(() => JSON.parse(text) as object, [text]);
  return (
    <Loaded query={detail} waiting={texts.bench.toolReading} failed={texts.bench.toolFailed}>
      {() =>
        Object.keys(schema.properties ?? {}).length === 0 ? (
          <p className="text-muted">{texts.bench.noInput}</p>
        ) : (
          <Suspense fallback={<Waiting what={common.makingForm} />}>
            <SchemaForm schema={schema} look={look} value={value} onChange={(value) => onChange(JSON.stringify(value, null, 2))} violations={[]} showAll={false} disabled={false} />
          </Suspense>
        )
      }
    </Loaded>
  );
}

/** The tools that the hook is for, or all, if none that is there is named: the answer then says so. */
function choicesOf({ tools: patterns }: HookView, tools: readonly ToolView[]): ToolView[] {
  const fits = ({ name, qualified }: ToolView) => patterns.some((pattern) => globbed(pattern).test(name) || globbed(pattern).test(qualified));
  const found = patterns.length === 0 ? [] : tools.filter(fits);
  return found.length > 0 ? found : [...tools];
}

function globbed(pattern: string): RegExp {
  const text = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${text}$`);
}

function nameOf(tools: readonly ToolView[], qualified: string): string {
  return tools.find((tool) => tool.qualified === qualified)?.name ?? qualified;
}

/** Why a text is no input of a tool. */
function problemOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? "" : texts.bench.notObject;
  } catch {
    return texts.bench.notJson;
  }
}
