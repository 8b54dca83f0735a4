import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { DeciderView, GrantView, Outcome, RulesView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sentence } from "../../backend/words";
import { IconButton } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { Builtin } from "./builtin";
import { Grants } from "./grants";
import { ModeForm } from "./mode-form";
import { OwnRules } from "./own-rules";
import { RuleList } from "./rule-list";
import { Phrase } from "../../components/phrase";
import { texts as common } from "../../words/common";
import { texts } from "../../words/rules";

interface RulesPageProps {
  space: SpaceView;
  /** What has decided the call that the person comes from; UNDECIDED = none. */
  decider: DeciderView;
}

/** By what calls are judged: rules, lasting yeses, what is built in, the mode. */
export function RulesPage({ space, decider }: RulesPageProps) {
  const backend = useBackend();
  const rules = useQuery({ queryKey: keys.rules(space.path), queryFn: () => backend.rules(space.path), staleTime: 0 });
  const grants = useQuery({ queryKey: keys.grants, queryFn: () => backend.grants(), staleTime: 0 });
  const again = () => {
    void rules.refetch();
    void grants.refetch();
  };
  return (
    <>
      <PaneHeader title={texts.page.title} note={texts.page.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} disabled={rules.isFetching || grants.isFetching} onClick={again} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={rules} waiting={texts.page.reading} failed={texts.page.failed}>
          {(found) => (
            <Loaded query={grants} waiting={texts.always.reading} failed={texts.always.loadFailed}>
              {(list) => <Judging space={space} rules={found} grants={list.filter((grant) => grant.space === "" || grant.space === space.path)} decider={decider} />}
            </Loaded>
          )}
        </Loaded>
      </div>
    </>
  );
}

interface JudgingProps extends RulesPageProps {
  rules: RulesView;
  grants: readonly GrantView[];
}

function Judging({ space, rules, grants, decider }: JudgingProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ id, outcome }: { id: string; outcome: Outcome }) => backend.setBuiltin(space.path, id, outcome),
    onSuccess: (now) => client.setQueryData(keys.rules(space.path), now),
  });
  const named = (kind: "rule" | "grant" | "builtin") => (decider.kind === kind ? decider.name : "");
  const own = rules.rules.filter(({ owner }) => owner === "space");
  return (
    <div className="@container/rules flex max-w-180 flex-col gap-8 p-4">
      {rules.problem && <Failure what={texts.page.incomplete} why={rules.problem} />}
      <Section level={2} title={texts.mode.title}>
        <div className={decider.kind === "mode" ? "-mx-2 bg-chosen px-2 py-1 shadow-[inset_3px_0_0_var(--accent)]" : ""}>
          <ModeForm space={space} rules={rules} />
          {decider.kind === "mode" && <p className="text-12 text-accent">{texts.decided}</p>}
        </div>
        <p className="text-12 text-muted">
          <Phrase of={texts.page.order} with={{ file: <span className="font-mono break-all">{rules.file}</span> }} />
        </p>
      </Section>
      <Section level={2} title={texts.always.title}>
        <Grants grants={grants} decided={named("grant")} />
      </Section>
      <OwnRules space={space.path} rules={rules} decided={named("rule")} />
      <Section level={2} title={texts.page.space(space.name)}>
        {own.length === 0 ? (
          <p className="text-muted">
            <Phrase of={texts.page.spaceEmpty} with={{ file: <span className="font-mono">{texts.page.spaceFile}</span> }} />
          </p>
        ) : (
          <RuleList rules={own} decided={named("rule")} busy={false} onRemove={undefined} />
        )}
      </Section>
      <Section level={2} title={texts.builtin.title}>
        {change.error && <Failure what={texts.builtin.failed} why={sentence(change.error.message)} />}
        <Builtin builtin={rules.builtin} decided={named("builtin")} onChange={(id, outcome) => change.mutate({ id, outcome })} />
      </Section>
    </div>
  );
}
