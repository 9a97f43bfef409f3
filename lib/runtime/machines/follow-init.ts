import type { Readable } from 'node:stream';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { GuestEnd } from '#lib/runtime/backend.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { failureBytes, failureListener } from './service-failures.ts';

/**
 * The messages of an init on its descriptor 3. The guest can forge them once the init runs, so no message proves that
 * init is alive.
 */
export interface InitWords {
  /** Resolves to the rest of the first line that starts with `word`; to null when it can no longer come. */
  said(word: string): Promise<string | null>;
  /** Resolves when init has begun to shut down, to what for. */
  readonly leaving: Promise<GuestEnd>;
  /** Calls the listener with each service that has failed; a few in an hour. There is one listener. */
  onServiceFailed(listener: (news: ServiceFailure) => void): void;
  /** Called after init has ended. Resolves to the reason, once its last message has been read. */
  lastWord(): Promise<GuestEnd>;
}

/**
 * Longest line of an init, in bytes, and most bytes of all its messages but the failures that are heard. Messages
 * beyond that are not read.
 */
const LINE_BYTES = 64;
const LIFE_BYTES = 4096;

/** Reads an init's messages; `heard` is what it has said of its end to one that read them before. */
export function followInit(
  words: Readable,
  { heard, now = () => performance.now() }: { readonly heard?: GuestEnd; readonly now?: () => number } = {},
): InitWords {
  const lines = new Map<string, PromiseWithResolvers<string | null>>();
  const line = (word: string) => {
    const known = lines.get(word) ?? Promise.withResolvers<string | null>();
    lines.set(word, known);
    return known;
  };
  const leaving = Promise.withResolvers<GuestEnd>();
  let end: GuestEnd = heard ?? 'crash';
  if (heard) leaving.resolve(heard);
  const receive = (text: string) => {
    const [word = '', ...rest] = text.split(' ');
    line(word).resolve(rest.join(' '));
    if (word !== 'poweroff' && word !== 'reboot') return;
    end = word;
    leaving.resolve(word);
    words.destroy();
  };
  const failures = failureListener(now);
  let [rest, received] = ['', 0];
  words.setEncoding('latin1').on('data', (text: string) => {
    received += text.length;
    const complete = (rest + text).split('\n');
    rest = (complete.pop() ?? '').slice(-failureBytes);
    for (const one of complete) {
      if (failures.take(one)) received -= one.length + 1;
      else if (one.length <= LINE_BYTES) receive(one);
    }
    if (received > LIFE_BYTES) words.destroy();
  });
  let closed = false;
  words.on('error', ignore);
  words.once('close', () => {
    closed = true;
    for (const one of lines.values()) one.resolve(null);
  });
  return {
    said: (word) => (closed && !lines.has(word) ? Promise.resolve(null) : line(word).promise),
    leaving: leaving.promise,
    onServiceFailed: failures.onServiceFailed,
    async lastWord() {
      // Its last message was in the socket before init ended. This round of the event loop reads it.
      await new Promise((read) => setImmediate(read));
      words.destroy();
      return end;
    },
  };
}
