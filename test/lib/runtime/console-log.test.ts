import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followConsole } from '#lib/runtime/console-log/follow.ts';
import { Lines } from '#lib/runtime/console-log/lines.ts';
import { ConsoleLog, openLog } from '#lib/runtime/console-log/log.ts';
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

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A log in the file, as a runtime has it that began it, or (`goesOn`) took it over. */
const kept = (goesOn: boolean) => openLog(() => undefined, join(folder, 'log'), goesOn);

test('a log that another runtime takes over has the same boot, parts and numbers, and the rest of a line', () => {
  const first = kept(false);
  const stream = new PassThrough();
  void followConsole(stream, first, first.rest);
  for (let line = 0; line < 5000; line++) stream.emit('data', Buffer.from(`${line} ${'x'.repeat(90)}\n`));
  stream.emit('data', Buffer.from([0xc3]));
  const second = kept(true);
  expect(second.since(0)).toEqual(first.since(0));
  const later = new PassThrough();
  void followConsole(later, second, second.rest);
  later.emit('data', Buffer.from([0xa9, 0x0a]));
  expect(second.since(0).parts.at(-1)?.lines.at(-1)).toBe('é');
  expect(kept(true).since(0)).toEqual(second.since(0));
});

test('the file of a log is bounded, is the host’s alone, and goes with the machine', () => {
  const log = kept(false);
  for (let line = 0; line < 15_000; line++) {
    log.add('x'.repeat(90));
    log.settle();
  }
  const { size, mode } = statSync(join(folder, 'log'));
  expect(size).toBeLessThan(1.5 * 1024 * 1024);
  expect(mode & 0o077).toBe(0);
  log.end();
  expect(() => statSync(join(folder, 'log'))).toThrow('ENOENT');
});

test('a log begins anew where its file is missing or cannot be read', () => {
  const first = kept(true);
  first.add('one');
  first.settle();
  expect(
    kept(false)
      .since(0)
      .parts.flatMap(({ lines }) => lines),
  ).toEqual([]);
});

test('the console shows control characters as signs', () => {
  expect(textOf(['\u001b]0;title\u0007 a\tb', '\u202eevil\u009b'])).toBe('␛]0;title␇ a\tb\n�evil�');
});
