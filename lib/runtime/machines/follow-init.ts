import type { Readable } from 'node:stream';
import type { GuestEnd } from '#lib/runtime/backend.ts';
import { ignore } from '#lib/runtime/system/ignore.ts';

/** What an init says on its descriptor 3. All of it may be forged by the guest once the init runs; none of it is a sign of life. */
export interface InitWords {
  /** Resolves to what follows a word on its line when it is said for the first time; to null where it never will be. */
  said(word: string): Promise<string | null>;
  /** Resolves when it has begun to shut down. */
  readonly leaving: Promise<void>;
  /** Called once init is gone: why, once what it said last has been read. */
  lastWord(): Promise<GuestEnd>;
}

/** Longest line of an init, and the most that it may say in its life: a guest that forges more is not listened to. */
const LINE_BYTES = 64;
const LIFE_BYTES = 4096;

/** Reads an init's words. */
export function followInit(words: Readable): InitWords {
  const lines = new Map<string, PromiseWithResolvers<string | null>>();
  const line = (word: string) => {
    const known = lines.get(word) ?? Promise.withResolvers<string | null>();
    lines.set(word, known);
    return known;
  };
  const leaving = Promise.withResolvers<void>();
  let end: GuestEnd = 'crash';
  const hear = (text: string) => {
    const [word = '', ...rest] = text.split(' ');
    line(word).resolve(rest.join(' '));
    if (word !== 'poweroff' && word !== 'reboot') return;
    end = word;
    leaving.resolve();
    words.destroy();
  };
  let rest = '';
  let heard = 0;
  words.setEncoding('latin1').on('data', (text: string) => {
    heard += text.length;
    const complete = (rest + text).split('\n');
    rest = (complete.pop() ?? '').slice(-LINE_BYTES);
    for (const one of complete) if (one.length <= LINE_BYTES) hear(one);
    if (heard > LIFE_BYTES) words.destroy();
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
    async lastWord() {
      // Its last word lay in the socket before it was gone: this round of the event loop reads it.
      await new Promise((read) => setImmediate(read));
      words.destroy();
      return end;
    },
  };
}
