import type { Readable } from 'node:stream';
import { ignore } from '#lib/runtime/system/errors.ts';
import { Lines } from './lines.ts';
import type { ConsoleLog } from './log.ts';

/** Most bytes that are read of one stream in a turn, and the length of a turn in milliseconds. */
const turn = { bytes: 64 * 1024, ms: 250 };

/**
 * Adds what comes from a guest to its console log. A guest that writes faster than this is read waits, as on a serial
 * line, so that its floods cost the host little. `rest` are bytes that an earlier runtime has read of it and that had
 * no end of line; without it what has none is not kept. Resolves when the stream has ended.
 */
export function followConsole(stream: Readable, log: Pick<ConsoleLog, 'add' | 'settle'>, rest?: Buffer): Promise<void> {
  const lines = new Lines((line) => log.add(line), rest);
  let allowed = turn.bytes;
  let counting = false;
  stream.on('data', (bytes: Buffer) => {
    lines.write(bytes);
    log.settle(rest && lines.rest);
    allowed -= bytes.length;
    if (allowed <= 0) stream.pause();
    if (counting) return;
    counting = true;
    setTimeout(() => {
      counting = false;
      allowed = turn.bytes;
      stream.resume();
    }, turn.ms);
  });
  stream.on('error', ignore);
  return new Promise((resolve) => {
    stream.once('close', () => {
      lines.end();
      log.settle(rest && lines.rest);
      resolve();
    });
  });
}
