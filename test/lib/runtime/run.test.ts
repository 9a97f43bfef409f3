import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { isAlive, markOf, type ProcessMark } from '#lib/runtime/system/processes.ts';
import { type RunOptions, reasonOf, run } from '#lib/runtime/system/run.ts';
import { readLines } from '#lib/runtime/system/streams.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

const shell = (script: string, options: RunOptions = {}) =>
  run({ file: 'sh', args: ['-c', script], env: HOST_ENV, cwd: '/' }, options);

const onLinux = process.platform === 'linux';

describe('a program that runs within bounds', () => {
  test('answers its code and what it said', async () => {
    const verdict = await shell('cat; echo no >&2; exit 3', { input: 'yes' });
    expect(verdict).toEqual({ code: 3, stdout: 'yes', stderr: 'no\n', over: null });
    expect(reasonOf(verdict)).toBe('no');
    expect(reasonOf(await shell('exit 3'))).toBe('status 3');
    expect(reasonOf(await shell('kill -9 $$'))).toBe('it was killed');
  });

  test('is rejected where its folder does not exist, and answers 127 where it does not exist itself', async () => {
    await expect(run({ file: 'true', args: [], env: HOST_ENV, cwd: '/no/such/folder' })).rejects.toThrow('ENOENT');
    expect((await run({ file: '/no/such/program', args: [], env: HOST_ENV, cwd: '/' })).code).toBe(127);
  });

  test.each(['', ' >&2'])('ends when it says too much%s, of which the beginning is kept', async (where) => {
    const verdict = await shell(`yes${where}`, { bounds: { output: 1001 } });
    expect(verdict).toMatchObject({ code: null, over: 'output' });
    expect(verdict[where ? 'stderr' : 'stdout']).toBe(`${'y\n'.repeat(500)}y`);
    expect(reasonOf(verdict)).toBe('it had too much to say');
  });

  test('ends with all that it started when it takes too long', async () => {
    const marks: (ProcessMark | null)[] = [];
    const hear = (line: string) => marks.push(markOf(Number(line)));
    const verdict = await shell('sleep 1000 & echo $!; sleep 1000', { hear, bounds: { time_ms: 500 } });
    expect(verdict).toMatchObject({ code: null, over: 'time' });
    expect(reasonOf(verdict)).toBe('it took too long');
    expect(marks).toHaveLength(1);
    await expect.poll(() => marks.map((mark) => mark !== null && isAlive(mark))).toEqual([false]);
  });

  test('may take as long as its sign changes', async () => {
    const still = await shell('sleep 1000', { bounds: { time_ms: 300 }, sign: () => 'same' });
    expect(still.over).toBe('time');
    let sign = 0;
    const bounds = { time_ms: 300 };
    expect(await shell('sleep 1', { bounds, sign: () => `${sign++}` })).toMatchObject({ code: 0, over: null });
    // Where nothing is known of it, nothing can be too long.
    expect(await shell('sleep 1', { bounds, sign: () => '' })).toMatchObject({ code: 0, over: null });
  });

  test.runIf(onLinux)('ends when it takes too much processor time, and has only the memory that it may', async () => {
    const spin = { file: 'perl', args: ['-e', '1 while 1'], env: HOST_ENV, cwd: '/' };
    expect(await run(spin, { bounds: { processor_s: 1 } })).toMatchObject({ code: null, over: 'processor' });
    const fill = { file: 'perl', args: ['-e', '$x = "x" x 200_000_000; print "had"'], env: HOST_ENV, cwd: '/' };
    const verdict = await run(fill, { bounds: { memory: 64 * 1024 * 1024 } });
    expect(verdict).toMatchObject({ stdout: '', over: null });
    expect(reasonOf(verdict)).toMatch(/^Out of memory/);
    expect((await run(fill)).stdout).toBe('had');
  });

  test('ends when the caller aborts, also before it has begun', async () => {
    const ending = new AbortController();
    const hear = () => ending.abort();
    expect(await shell('echo up; sleep 1000', { signal: ending.signal, hear })).toMatchObject({ over: 'abort' });
    expect(await shell('sleep 1000', { signal: ending.signal })).toMatchObject({ code: null, over: 'abort' });
  });

  test.runIf(onLinux)('ends with the process that ran it', async () => {
    const script = `
      import { run } from '#lib/runtime/system/run.ts';
      const hear = (line) => process.stdout.write(line);
      run({ file: 'sh', args: ['-c', 'echo $$; exec sleep 1000'], env: process.env, cwd: '/' }, { hear });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    const mark = markOf(Number(String(said)));
    child.kill('SIGKILL');
    expect(mark).not.toBeNull();
    await expect.poll(() => mark && isAlive(mark)).toBe(false);
  });
});

test('lines are told without their ends, and of an endless one the beginning', async () => {
  const lines: string[] = [];
  const stream = new PassThrough();
  readLines(stream, (line) => lines.push(line));
  stream.write('one\r\ntw');
  stream.write('o\n\n');
  for (let part = 0; part < 100; part++) stream.write('x'.repeat(1000));
  stream.end(`\n${'ü'.repeat(4096)}\nlast`);
  await once(stream, 'end');
  expect(lines).toEqual(['one', 'two', '', `${'x'.repeat(4096)}…`, 'ü'.repeat(4096), 'last']);
});
