import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { followConsole } from '#lib/runtime/console-log/follow.ts';
import { Lines } from '#lib/runtime/console-log/lines.ts';
import { ConsoleLog } from '#lib/runtime/console-log/log.ts';
import { textOf } from '#lib/web/pages/compute/instances/console-text.ts';

function linesOf(...writes: (string | Buffer)[]): string[] {
  const lines: string[] = [];
  const cutter = new Lines((line) => lines.push(line));
  for (const each of writes) cutter.write(Buffer.from(each as string));
  cutter.end();
  return lines;
}

test.each([
  [['a\nb\n'], ['a', 'b']],
  [
    ['a', 'b', '\n', 'c'],
    ['ab', 'c'],
  ],
  [['a\r\n\n'], ['a', '']],
  [[`${'x'.repeat(4096)}y\n`], ['x'.repeat(4096), 'y']],
  [[`${'x'.repeat(4096)}\n`], ['x'.repeat(4096), '']],
  [['é\n'.slice(0, 1), '\n'], ['é']],
])('%j is cut into lines', (writes, lines) => {
  expect(linesOf(...writes)).toEqual(lines);
});

test('bytes that are no text are shown by signs', () => {
  expect(linesOf(Buffer.from([0xff, 0x61, 0x0a]))).toEqual(['\ufffda']);
});

test('a log keeps its last parts, 256 KiB at most, and tells of each line', () => {
  let told = 0;
  const log = new ConsoleLog(() => told++);
  for (let line = 0; line < 10_000; line++) log.add(`${line} ${'x'.repeat(90)}`);
  expect(told).toBe(10_000);
  const { parts } = log.since(0);
  const kept = parts.flatMap(({ lines }) => lines);
  expect(kept.join('\n').length).toBeLessThanOrEqual(256 * 1024);
  expect(kept.length).toBeGreaterThan(2000);
  expect(parts[0]?.from).toBe(10_000 - kept.length);
  expect(kept.at(-1)).toMatch(/^9999 /);
  expect(log.since(parts.at(-1)?.no ?? 0).parts).toEqual(parts.slice(-1));
});

test('what a stream has when it ends is in the log, also without a line break', async () => {
  const log = new ConsoleLog(() => undefined);
  const stream = new PassThrough();
  const followed = followConsole(stream, log);
  stream.end('one\ntwo');
  await followed;
  expect(log.since(0).parts.flatMap(({ lines }) => lines)).toEqual(['one', 'two']);
});

test('the console shows control characters as signs', () => {
  expect(textOf(['\u001b]0;title\u0007 a\tb', '\u202eevil\u009b'])).toBe('␛]0;title␇ a\tb\n�evil�');
});
