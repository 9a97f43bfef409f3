import type { Exchange } from './exchange.ts';

let narrowing: Promise<typeof import('./allowed-actions.ts')> | undefined;

/**
 * Limits each resource's `allowed_actions` to those that the caller's policies also allow (contract 1.1). Policies
 * never restrict root.
 */
export async function permitted(exchange: Exchange, reply: unknown): Promise<unknown> {
  if (!exchange.principal || exchange.principal.type === 'root') return reply;
  // Loaded for the first caller that policies bind. Kept, because a loader that transpiles looks for the file at every
  // import.
  narrowing ??= import('./allowed-actions.ts');
  return (await narrowing).narrowedReply(exchange, reply);
}
