import type { Readable } from 'node:stream';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import type { GuestEnd } from './backend.ts';

/** What an init says on its descriptor 3, and what its silence means. */
export interface InitWords {
  /** Resolves to the host pid that it names; 0 when it ended before that. */
  readonly pid: Promise<number>;
  /** Resolves to true when it listens for signals, to false when it ended before that. */
  readonly up: Promise<boolean>;
  /** Resolves when it has begun to shut down. */
  readonly leaving: Promise<void>;
  /** Resolves when nobody holds the descriptor any more. */
  readonly ended: Promise<GuestEnd>;
}

/** Longest word that an init says; a guest that forges more is not listened to. */
const WORD_BYTES = 64;

/**
 * Reads an init's words. The stream is a socket that only the machine's processes hold, so its end is theirs:
 * no process waits beside the machine and nothing is polled.
 */
export function followInit(words: Readable): InitWords {
  const pid = Promise.withResolvers<number>();
  const up = Promise.withResolvers<boolean>();
  const leaving = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<GuestEnd>();
  let end: GuestEnd = 'crash';
  const hear = (word: string) => {
    if (word.startsWith('pid ')) pid.resolve(Number(word.slice(4)));
    else if (word === 'up') up.resolve(true);
    else if (word === 'poweroff' || word === 'reboot') {
      end = word;
      leaving.resolve();
    }
  };
  let rest = '';
  words.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-WORD_BYTES);
    for (const line of lines) hear(line);
  });
  words.on('error', ignore);
  words.once('close', () => {
    pid.resolve(0);
    up.resolve(false);
    ended.resolve(end);
  });
  return { pid: pid.promise, up: up.promise, leaving: leaving.promise, ended: ended.promise };
}
