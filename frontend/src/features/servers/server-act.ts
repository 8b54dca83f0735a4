/** What can be done to a server from its row and from its own page. */
export type ServerAct = { restart: string } | { stop: string } | { enable: string; on: boolean } | { signIn: string } | { signOut: string } | { remove: string } | { secure: true };
