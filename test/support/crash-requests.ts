import { randomUUID } from 'node:crypto';
import { type Answer, type Ask, ask } from './client.ts';

/** A request under an Idempotency-Key, and its reply if that arrived whole and is final. */
export interface Sent {
  readonly path: string;
  readonly given: Ask;
  reply?: Answer;
}

/** Keyed requests in flight while the platform is killed. */
export class KeyedRequests {
  readonly #sent: Sent[] = [];
  readonly #pending: Promise<void>[] = [];

  /** Sends without waiting. A connection that breaks leaves the request unacknowledged. */
  send(baseUrl: string, path: string, given: Ask): Sent {
    const headers = { ...given.headers, 'idempotency-key': randomUUID() };
    const sent: Sent = { path, given: { ...given, headers } };
    this.#sent.push(sent);
    const keep = (reply: Answer) => {
      if (isFinal(reply)) sent.reply = reply;
    };
    this.#pending.push(ask(baseUrl, path, sent.given).then(keep, () => undefined));
    return sent;
  }

  /** When every connection has ended. */
  async ended(): Promise<readonly Sent[]> {
    await Promise.all(this.#pending);
    return this.#sent;
  }
}

/** An answer that says to come again acknowledges nothing. */
const isFinal = ({ status, headers }: Answer) => status < 500 && !headers.has('retry-after');

/** What a repetition says of a request: the original reply again, none because it never came into effect, or, in words, what is wrong. */
export async function repeat(baseUrl: string, { path, given, reply }: Sent): Promise<Answer | undefined> {
  const again = await ask(baseUrl, path, given);
  const replayed = again.headers.get('idempotent-replayed') === 'true';
  if (reply) {
    if (replayed && again.status === reply.status && again.text === reply.text) return again;
    throw new Error(`${path} answered ${reply.status} ${reply.text}; its repetition: ${again.status} ${again.text}`);
  }
  if (replayed || again.status < 400) return again;
  // The claim of the killed process stands until its lease ends.
  if (again.headers.get('x-error-code') === 'idempotency_in_progress') return undefined;
  throw new Error(`the repetition of ${path}, which was not answered: ${again.status} ${again.text}`);
}
