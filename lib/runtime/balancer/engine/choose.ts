import { createHash } from 'node:crypto';
import type { Backend } from './backend.ts';

/** Chooses one of these available backends; undefined when there are none. */
export type Choose = (candidates: readonly Backend[]) => Backend | undefined;

/** Smooth weighted round robin: in each round every backend gets its weight's share, spread over the round. */
const roundRobin: Choose = (candidates) => {
  let best: Backend | undefined;
  let total = 0;
  for (const backend of candidates) {
    const { weight } = backend.spec;
    total += weight;
    backend.turn += weight;
    if (!best || backend.turn > best.turn) best = backend;
  }
  if (best) best.turn -= total;
  return best;
};

/** Chooses the backend with the fewest open requests for its weight; equal ones take turns. */
const leastConnections: Choose = (candidates) => {
  let least = Number.POSITIVE_INFINITY;
  for (const { open, spec } of candidates) least = Math.min(least, open / spec.weight);
  return roundRobin(candidates.filter(({ open, spec }) => open / spec.weight === least));
};

export const algorithms = { round_robin: roundRobin, least_connections: leastConnections } as const;

/** Weighted rendezvous hashing: a source keeps its backend, and moves only when that backend is not available. */
export function bySource(source: string): Choose {
  return (candidates) => {
    let best: Backend | undefined;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const backend of candidates) {
      const score = -backend.spec.weight / Math.log(fraction(`${source}\n${backend.id}`));
      if (score > bestScore) [best, bestScore] = [backend, score];
    }
    return best;
  };
}

/** A number within (0, 1) that depends only on the text. */
function fraction(text: string): number {
  return (createHash('sha256').update(text).digest().readUIntBE(0, 6) + 1) / (2 ** 48 + 2);
}

/** The name of the cookie that brings an HTTP client back to its backend. */
export const cookieName = 'SVCLB';

/**
 * The cookie's value for a backend: always the same for this balancer and instance, and it reveals nothing about the
 * machine.
 */
export const cookieValue = (balancer: string, instance: string): string =>
  createHash('sha256').update(`${balancer}\n${instance}`).digest('base64url').slice(0, 22);

/** The cookie's value in a Cookie header; undefined when it is missing. */
export function readCookie(header: string | undefined): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === cookieName) return value;
  }
  return undefined;
}
