import { useMutation } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useBackend } from "../../backend/context";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { texts } from "../../words/settings";

/** Asks a model of a provider for one word, and says what came of it. */
export function useProviderTest(name: string) {
  const backend = useBackend();
  const test = useMutation({ mutationFn: () => backend.tryProvider(name) });
  return {
    button: (
      <Button disabled={test.isPending} aria-label={test.isPending ? undefined : texts.test.named(name)} onClick={() => test.mutate()}>
        {test.isPending ? texts.test.asking : texts.test.test}
      </Button>
    ),
    said: (
      <div role="status" className="basis-full empty:hidden">
        {test.data && (
          <p className="flex items-start gap-1.5 pb-1 text-12 break-words">
            <CircleCheck size={14} aria-hidden className="mt-0.5 shrink-0 text-done" />
            {texts.test.answered(test.data.model, test.data.text, test.data.ms)}
          </p>
        )}
        {test.error && <Failure what={texts.test.failed} why={test.error.message} />}
      </div>
    ),
  };
}
