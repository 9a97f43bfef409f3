import { createHash } from 'node:crypto';
import type { Backend } from './backend.ts';

/** Chooses among backends, all of which can be had; undefined where there are none. */
export type Choose = (candidates: readonly Backend[]) => Backend | undefined;

/** Smooth weighted round robin: in each round every backend as often as its weight says, and none in bursts. */
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

/** The backend with the least under way for its weight; among equals by turns. */
const leastConnections: Choose = (candidates) => {
  let least = Number.POSITIVE_INFINITY;
  for (const { open, spec } of candidates) least = Math.min(least, open / spec.weight);
  return roundRobin(candidates.filter(({ open, spec }) => open / spec.weight === least));
};

export const algorithms = { round_robin: roundRobin, least_connections: leastConnections } as const;

/** Weighted rendezvous hashing: a source keeps its backend, and moves only when that one cannot be had. */
export function bySource(source: string): Choose {
  return (candidates) => {
    let best: Backend | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const backend of candidates) {
      const score = -backend.spec.weight / Math.log(fraction(`${source}\n${backend.id}`));
      if (score > most) [best, most] = [backend, score];
    }
    return best;
  };
}

/** A number within (0, 1) that a text always has. */
function fraction(text: string): number {
  return (createHash('sha256').update(text).digest().readUIntBE(0, 6) + 1) / (2 ** 48 + 2);
}

/** The name of the cookie by which an HTTP client comes back to its backend. */
export const cookieName = 'SVCLB';

/** What the cookie says of a backend: the same wherever and whenever, and nothing about the machine. */
export const cookieValue = (balancer: string, instance: string): string =>
  createHash('sha256').update(`${balancer}\n${instance}`).digest('base64url').slice(0, 22);

/** The cookie's value in a Cookie header; undefined where it has none. */
export function readCookie(header: string | undefined): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const [name, value] = part.trim().split('=');
    if (name === cookieName) return value;
  }
  return undefined;
}
