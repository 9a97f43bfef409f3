import type { Exchange } from './exchange.ts';

let narrowing: Promise<typeof import('./allowed-actions.ts')> | undefined;

/**
 * A reply in which each resource keeps of its `allowed_actions` those that the caller's policies allow as well
 * (contract 1.1). Policies never bind root.
 */
export async function permitted(exchange: Exchange, reply: unknown): Promise<unknown> {
  if (!exchange.principal || exchange.principal.type === 'root') return reply;
  // Loaded for the first caller that policies bind. Kept, because a loader that transpiles looks for the file at every
  // import.
  narrowing ??= import('./allowed-actions.ts');
  return (await narrowing).narrowedReply(exchange, reply);
}
