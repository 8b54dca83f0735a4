import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus, RotateCw, SearchX, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { SkillView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { type Said } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Facts, MonoList } from "../../components/facts";
import { Empty, Loaded } from "../../components/feedback";
import { SearchField } from "../../components/field";
import { PaneHeader } from "../../components/pane";
import { State } from "../../components/state";
import { sizeWords } from "../../components/text";
import { useWays } from "../../widgets/ways";
import { NoSkills } from "./no-skills";
import { texts as common } from "../../words/common";
import { texts } from "../../words/spaces";

/** Few are all shown open. */
const OPEN_MOST = 6;
const SEARCH_FROM = 9;

/** What the agents of a space can read about how things are done there. */
export function SkillsPage({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const ways = useWays();
  const skills = useQuery({ queryKey: keys.skills(space.path), queryFn: () => backend.skills(space.path), staleTime: 0 });
  return (
    <>
      <PaneHeader title={texts.skills.title} note={texts.skills.note(space.name)}>
        {ways && <Button icon={Plus} onClick={() => ways.newFile("skill")}>{texts.skills.add}</Button>}
        <IconButton label={common.refresh} icon={RotateCw} disabled={skills.isFetching} onClick={() => void skills.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={skills} waiting={texts.skills.reading} failed={texts.skills.failed}>
          {(list) => (list.length === 0 ? <NoSkills /> : <SkillList space={space} skills={list} />)}
        </Loaded>
      </div>
    </>
  );
}

function SkillList({ space, skills }: { space: SpaceView; skills: SkillView[] }) {
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase();
  const shown = skills.filter(({ name, description, triggers }) => [name, description, ...triggers].join(" ").toLowerCase().includes(wanted));
  return (
    <div className="flex max-w-220 flex-col gap-3 p-4">
      {skills.length >= SEARCH_FROM && (
        <div className="w-64">
          <SearchField label={texts.skills.search} value={words} onChange={setWords} />
        </div>
      )}
      {shown.length === 0 ? (
        <Empty icon={SearchX} title={common.noResults} action={<Button onClick={() => setWords("")}>{texts.skills.showAll}</Button>}>
          {texts.skills.noneOf(skills.length)}
        </Empty>
      ) : (
        <ul className="border-t border-line">
          {shown.map((skill) => (
            <li key={`${skill.file} ${skill.name}`} className="border-b border-line">
              <Skill skill={skill} space={space} open={skills.length <= OPEN_MOST} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Skill({ skill, space, open }: { skill: SkillView; space: SpaceView; open: boolean }) {
  const said = STATES[skill.state] ?? (skill.notes.length > 0 ? ODD : undefined);
  return (
    <details open={open} className="group/skill">
      <summary className="row cursor-default list-none rounded-sm py-1 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight size={14} aria-hidden className="shrink-0 text-muted group-open/skill:rotate-90" />
        <span className="max-w-[50%] shrink-0 truncate font-semibold">{skill.name}</span>
        <span className="min-w-0 flex-1 truncate text-muted group-open/skill:invisible">{skill.description}</span>
        {said && <State {...said} />}
      </summary>
      <div className="flex flex-col gap-2 pb-3 pl-5.5">
        {skill.description && <p className="max-w-160 break-words select-text">{skill.description}</p>}
        {skill.why && <NotAsItStands skill={skill} />}
        {skill.notes.map((note) => (
          <p key={note} className="text-12 break-words text-asking select-text">
            {note}.
          </p>
        ))}
        <SkillFacts skill={skill} space={space} />
      </div>
    </details>
  );
}

/** Why it does not count as its file has it, and the way on. */
function NotAsItStands({ skill: { state, why } }: { skill: SkillView }) {
  const ways = useWays();
  const way = WAYS[state];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="max-w-160 min-w-60 flex-1 break-words select-text">{why.replace(/\.?$/, ".")}</p>
      {ways && way && (
        <Button icon={ShieldCheck} onClick={ways.trust}>
          {way}
        </Button>
      )}
    </div>
  );
}

function SkillFacts({ skill, space }: { skill: SkillView; space: SpaceView }) {
  const { agents, file, name } = skill;
  const readable = skill.state === "ready" || skill.state === "old" || skill.state === "untrusted";
  const who = space.agents.filter(({ id }) => agents.includes(id)).map((agent) => agent.name);
  return (
    <Facts
      facts={[
        { name: texts.skills.start, value: skill.line ? <span className="font-mono">{[skill.line, ...skill.variables.map((variable) => `${variable.name}=${variable.value || "…"}`)].join(" ")}</span> : skill.noLine },
        { name: texts.skills.triggers, value: skill.triggers.length > 0 && skill.triggers.map(texts.skills.quoted).join(", ") },
        { name: texts.skills.tools, value: skill.allowedTools.length > 0 && <MonoList items={skill.allowedTools} /> },
        { name: texts.skills.variables, value: skill.variables.length > 0 && skill.variables.map(sayVariable).join(", ") },
        { name: texts.skills.agents, value: readable && who.length < space.agents.length && (who.join(", ") || texts.skills.noAgents) },
        { name: texts.skills.version, value: skill.version },
        { name: texts.skills.file, value: file !== name && <span className="font-mono break-all">{file}{skill.size > 0 && <span className="font-sans text-muted"> · {sizeWords(skill.size)}</span>}</span> },
      ]}
    />
  );
}

function sayVariable({ name, value }: SkillView["variables"][number]): string {
  return value ? texts.skills.fallback(name, value) : name;
}

const STATES: Partial<Record<SkillView["state"], Said>> = {
  old: { tone: "warning", word: texts.skills.old },
  "held-back": { tone: "warning", word: texts.skills.heldBack },
  gone: { tone: "warning", word: texts.skills.gone },
  untrusted: { tone: "warning", word: texts.skills.untrusted },
  broken: { tone: "failed", word: texts.skills.broken },
};

const ODD: Said = { tone: "warning", word: texts.skills.odd };

const WAYS: Partial<Record<SkillView["state"], string>> = { old: texts.skills.seeChanges, "held-back": texts.skills.seeNew, gone: texts.skills.seeGone, untrusted: texts.skills.seeSpace };
