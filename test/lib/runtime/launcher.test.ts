import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { kernelOf } from '#lib/runtime/launcher/calls.ts';
import { keyFilter } from '#lib/runtime/launcher/key-filter.ts';
import { launcher, launcherMissing, markWord } from '#lib/runtime/launcher/launcher.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

const VERBS = [
  'network-host',
  'boot',
  'login',
  'network',
  'attach',
  'detach',
  'meter',
  'listening',
  'session',
] as const;
const ALLOWED = 0x7fff0000;
const REFUSED = 0x00050000 | constants.errno.ENOSYS;

const [LOAD, EQUAL, RETURN] = [0x20, 0x15, 0x06];

/** What a filter answers to a call, as the kernel runs it (the four instructions that it is made of). */
function answer(filter: Buffer, audit: number, call: number, at = 0, loaded = 0): number {
  const [code, value] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)];
  if (code === RETURN) return value;
  if (code === LOAD) return answer(filter, audit, call, at + 1, value === 4 ? audit : call);
  const holds = code === EQUAL ? loaded === value : loaded >= value;
  return answer(filter, audit, call, at + 1 + filter.readUInt8(at * 8 + (holds ? 2 : 3)), loaded);
}

describe('the filter of calls on kernel keys and asynchronous I/O', () => {
  it.each([
    ['x64', 0xc000003e, [206, 248, 249, 250], [0, 1, 59, 205, 207, 247, 251, 435]],
    ['x64', 0x40000003, [245, 286, 287, 288], [1, 3, 244, 246, 248, 250, 285, 289]],
    ['arm64', 0xc00000b7, [0, 217, 218, 219], [1, 93, 216, 220, 435]],
    ['arm64', 0x40000028, [243, 309, 310, 311], [1, 217, 219, 242, 244, 308, 312]],
    ['riscv64', 0xc00000f3, [0, 217, 218, 219], [1, 216, 220]],
  ] as const)('on %s refuses those of programs of architecture %i, and no others', (arch, audit, refused, others) => {
    const kernel = kernelOf(arch);
    if (!kernel) throw new Error(`no calls for ${arch}`);
    const filter = keyFilter(kernel);
    for (const call of refused)
      expect({ call, answer: answer(filter, audit, call) }).toEqual({ call, answer: REFUSED });
    for (const call of others) expect({ call, answer: answer(filter, audit, call) }).toEqual({ call, answer: ALLOWED });
  });

  it('refuses every call of a program of another architecture, and of the second table of x86-64', () => {
    const [x64, riscv64] = [kernelOf('x64'), kernelOf('riscv64')];
    if (!x64 || !riscv64) throw new Error('no calls');
    expect(answer(keyFilter(x64), 0xc00000b7, 1)).toBe(REFUSED);
    expect(answer(keyFilter(riscv64), 0x40000003, 1)).toBe(REFUSED);
    expect(answer(keyFilter(x64), 0xc000003e, 0x40000000 + 1)).toBe(REFUSED);
  });
});

describe.skipIf(launcherMissing)('the launcher', () => {
  it.each(VERBS)('is whole for the verb %s, without a module but those that perl has loaded by then', async (verb) => {
    const [, text = ''] = launcher(verb, {}).args;
    const { stderr } = await run({ file: 'perl', args: ['-c', '-e', text], env: HOST_ENV, cwd: '/' });
    expect(stderr).toBe('-e syntax OK\n');
    expect(text.match(/^ *(use|require|do)\b.*$/gm)?.filter((line) => line !== 'use strict;')).toEqual([]);
    // Linux takes 128 KiB as one argument.
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
  });

  it('does not enter a process that was given the pid of another', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const mark = markOf(child.pid ?? 0);
      if (!mark) throw new Error('no mark');
      const other = markWord({ ...mark, started: `${Number(mark.started) - 1}` });
      const { code, stderr } = await run(launcher('network', { network_host: other, process: other }, ['true']));
      expect({ code, stderr }).toEqual({ code: 1, stderr: `process ${mark.pid} is another one by now\n` });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('does not enter a process that is gone', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await new Promise((resolve) => child.once('exit', resolve));
    const gone = { pid: child.pid ?? 0, started: '1' };
    const { code, stderr } = await run(
      launcher('network', { network_host: markWord(gone), process: markWord(gone) }, ['true']),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: `process ${gone.pid}: No such file or directory\n` });
  });

  it('ends with the exit code of what it starts, or 127 where there is no such program', async () => {
    expect((await run(launcher('session', {}, ['sh', '-c', 'exit 7']))).code).toBe(7);
    expect((await run(launcher('session', {}, ['/no/such/program']))).code).toBe(127);
  });
});
