import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import type { WebView } from "../../backend/backend";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";

/** Does something and keeps what is set then. Spaces follow. */
export function useWebChange<A>(change: (argument: A) => Promise<WebView>): UseMutationResult<WebView, Error, A> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // A key that was typed is in no cache.
    gcTime: 0,
    onSuccess: (now) => {
      client.setQueryData(keys.web, now);
      void renew(client, keys.everySpace);
    },
  });
}
