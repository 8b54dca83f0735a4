// What a person has typed and not sent, kept while they look elsewhere.

import { create } from "zustand";

const useDrafts = create<Record<string, string>>(() => ({}));

export function useDraft(session: string): [string, (text: string) => void] {
  const draft = useDrafts((drafts) => drafts[session] ?? "");
  return [draft, (text) => useDrafts.setState({ [session]: text })];
}
