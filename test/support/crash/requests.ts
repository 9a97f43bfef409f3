import { randomUUID } from 'node:crypto';
import { type Answer, type Ask, ask } from '#test/support/http/client.ts';

/** A request under an Idempotency-Key, and its reply if that arrived complete and is final. */
export interface Sent {
  readonly path: string;
  readonly given: Ask;
  reply?: Answer;
}

/** Keyed requests that are open while the platform is killed. */
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

  /** Resolves when every connection has ended. */
  async ended(): Promise<readonly Sent[]> {
    await Promise.all(this.#pending);
    return this.#sent;
  }
}

/** An answer that asks to repeat the request does not acknowledge it. */
const isFinal = ({ status, headers }: Answer) => status < 500 && !headers.has('retry-after');

/**
 * Repeats a request and answers the reply. Undefined while the killed process's claim is valid. Throws when the reply
 * is not the original one, or when the request now fails.
 */
export async function repeat(baseUrl: string, { path, given, reply }: Sent): Promise<Answer | undefined> {
  const again = await ask(baseUrl, path, given);
  const replayed = again.headers.get('idempotent-replayed') === 'true';
  if (reply) {
    if (replayed && again.status === reply.status && again.text === reply.text) return again;
    throw new Error(`${path} answered ${reply.status} ${reply.text}; its repetition: ${again.status} ${again.text}`);
  }
  if (replayed || again.status < 400) return again;
  // The claim of the killed process is valid until its lease ends.
  if (again.headers.get('x-error-code') === 'idempotency_in_progress') return undefined;
  throw new Error(`the repetition of ${path}, which was not answered: ${again.status} ${again.text}`);
}
