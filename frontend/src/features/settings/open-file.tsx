import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { SquareArrowOutUpRight } from "lucide-react";
import { useEffect } from "react";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button } from "../../components/button";
import { CopyButton } from "../../components/code";
import { Failure } from "../../components/feedback";
import { texts } from "../../words/settings";

/** What the pages of the settings show of the file. */
const SHOWN = [keys.settings, keys.secrets, keys.channels, keys.machines, keys.storage, ["caps"], keys.web, keys.proxy, keys.holdings, keys.defaults] as const;

type Opening = UseMutationResult<void, Error, void>;

/** Opens settings.json in the person's own editor. Whoever comes back from there sees what they have written. */
export function useOpenFile(): Opening {
  const backend = useBackend();
  const client = useQueryClient();
  const open = useMutation({ mutationFn: () => backend.openSettings() });
  const opened = open.isSuccess;
  useEffect(() => {
    if (!opened) return;
    const again = () => SHOWN.forEach((queryKey) => void client.invalidateQueries({ queryKey }));
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, [opened, client]);
  return open;
}

export function OpenFile({ file }: { file: Opening }) {
  return (
    <Button icon={SquareArrowOutUpRight} disabled={file.isPending} onClick={() => file.mutate()}>
      {texts.page.open}
    </Button>
  );
}

/** Says what to do when nothing opens the file. */
export function Unopened({ why, path }: { why: string; path: string }) {
  return (
    <Failure
      what={texts.page.openFailed}
      why={path ? `${why}. ${texts.page.openFailedText(path)}` : why}
      action={path && <CopyButton text={path} label={texts.page.copyPath} />}
    />
  );
}
