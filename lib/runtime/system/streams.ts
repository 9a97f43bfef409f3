import type { Readable } from 'node:stream';
import { ignore } from './errors.ts';

/** Characters of a line that are kept. */
const LONGEST = 4096;

/**
 * Calls `onLine` with each line of a stream, without its end. Of a line of more than 4096 characters, only the first
 * 4096 and a `…` are kept, so that no writer can fill this process's memory.
 */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let line = '';
  const tell = () => {
    onLine(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line.replace(/\r$/, ''));
    line = '';
  };
  const decoder = new TextDecoder();
  stream.on('error', ignore).on('data', (bytes: Buffer) => {
    const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split('\n');
    line += first.slice(0, LONGEST + 1 - line.length);
    for (const part of rest) {
      tell();
      line = part.slice(0, LONGEST + 1);
    }
  });
  stream.once('end', () => line && tell());
}

/**
 * Keeps the first `most` bytes that a stream says, and calls `onMore` when there are more. The answer tells what was
 * kept.
 */
export function keepOutput(stream: Readable | null, most: number, onMore: () => void): () => string {
  const parts: Buffer[] = [];
  let bytes = 0;
  stream?.on('error', ignore).on('data', (part: Buffer) => {
    if (bytes < most) parts.push(part.subarray(0, most - bytes));
    bytes += part.length;
    if (bytes > most) onMore();
  });
  return () => Buffer.concat(parts).toString();
}
