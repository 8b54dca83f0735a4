import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { GrantView, Outcome, RulesView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { deciderOf } from "../../backend/decider";
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

interface RulesPageProps {
  space: SpaceView;
  /** What has decided the call that the person comes from, as its verdict says it; "" = none. */
  by: string;
}

/** By what calls are judged: rules, lasting yeses, what is built in, the mode. */
export function RulesPage({ space, by }: RulesPageProps) {
  const backend = useBackend();
  const rules = useQuery({ queryKey: keys.rules(space.path), queryFn: () => backend.rules(space.path), staleTime: 0 });
  const grants = useQuery({ queryKey: keys.grants, queryFn: () => backend.grants(), staleTime: 0 });
  const again = () => {
    void rules.refetch();
    void grants.refetch();
  };
  return (
    <>
      <PaneHeader title="Rules" note={`What runs unasked in ${space.name}, what asks you, and what never runs.`}>
        <IconButton label="Look again" icon={RotateCw} disabled={rules.isFetching || grants.isFetching} onClick={again} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={rules} waiting="Reading the rules…" failed="The rules could not be read.">
          {(found) => (
            <Loaded query={grants} waiting="Reading what you have granted…" failed="What you have granted could not be read.">
              {(list) => <Judging space={space} rules={found} grants={list.filter((grant) => grant.space === "" || grant.space === space.path)} by={by} />}
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

function Judging({ space, rules, grants, by }: JudgingProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ id, outcome }: { id: string; outcome: Outcome }) => backend.setBuiltin(space.path, id, outcome),
    onSuccess: (now) => client.setQueryData(keys.rules(space.path), now),
  });
  const decider = deciderOf(by);
  const named = (kind: "rule" | "grant" | "builtin") => (decider?.kind === kind ? decider.name : "");
  const own = rules.rules.filter(({ owner }) => owner === "space");
  return (
    <div className="@container/rules flex max-w-180 flex-col gap-8 p-4">
      {rules.problem && <Failure what="Not all rules could be read." why={rules.problem} />}
      <Section level={2} title="Mode of this space">
        <div className={decider?.kind === "mode" ? "-mx-2 bg-chosen px-2 py-1 shadow-[inset_3px_0_0_var(--accent)]" : ""}>
          <ModeForm space={space} rules={rules} />
          {decider?.kind === "mode" && <p className="text-12 text-accent">This decided the call that you come from.</p>}
        </div>
        <p className="text-12 text-muted">
          The mode has the last word. Before it come, in this order: what denies, your lasting yeses, what asks, what allows. Your rules stand in <span className="font-mono break-all">{rules.file}</span>.
        </p>
      </Section>
      <Section level={2} title="Your lasting yeses">
        <Grants grants={grants} decided={named("grant")} />
      </Section>
      <OwnRules space={space.path} rules={rules} decided={named("rule")} />
      <Section level={2} title={`Rules of ${space.name} itself`}>
        {own.length === 0 ? (
          <p className="text-muted">
            None. A space can deny and ask in <span className="font-mono">agent/rules.json</span>; it can allow nothing.
          </p>
        ) : (
          <RuleList rules={own} decided={named("rule")} busy={false} onRemove={undefined} />
        )}
      </Section>
      <Section level={2} title="Built in">
        {change.error && <Failure what="It was not changed." why={sentence(change.error.message)} />}
        <Builtin builtin={rules.builtin} decided={named("builtin")} onChange={(id, outcome) => change.mutate({ id, outcome })} />
      </Section>
    </div>
  );
}
