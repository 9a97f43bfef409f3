import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

/* What a machine's shutdown, reboot and their like ask of its init, by the arguments that programs give them. */

const script = fileURLToPath(new URL('../../../lib/runtime/drivers/container/power.sh', import.meta.url));
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-power-'));
  for (const name of ['shutdown', 'reboot', 'poweroff', 'halt']) symlinkSync(script, join(dir, name));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function initOf(): ChildProcess {
  const init = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void init.kill('SIGKILL'));
  return init;
}

const call = (init: ChildProcess, name: string, args: readonly string[]) =>
  spawnSync('sh', [join(dir, name), ...args], { env: { SVC_INIT: `${init.pid}` }, encoding: 'utf8' });

describe('init is sent', () => {
  test.each([
    ['SIGUSR1', 'shutdown -r now'],
    ['SIGUSR1', 'shutdown -r 0 "Reboot initiated by Ansible"'],
    ['SIGUSR1', 'shutdown --reboot +0 soon back'],
    ['SIGUSR1', 'shutdown now -r'],
    ['SIGUSR1', 'reboot -f'],
    ['SIGTERM', 'shutdown -h now "for the night"'],
    ['SIGTERM', 'shutdown -P 0'],
    ['SIGTERM', 'poweroff'],
    ['SIGTERM', 'halt -p'],
  ])('%s by %s', async (signal, command) => {
    const init = initOf();
    const ended = once(init, 'exit');
    const [name = '', ...args] = command.match(/"[^"]*"|\S+/g) ?? [];
    expect(call(init, name, args)).toMatchObject({ status: 0, stderr: '' });
    expect(await ended).toEqual([null, signal]);
  });
});

describe('init is sent nothing', () => {
  test.each([
    ['shutdown -r +5', '+5'],
    ['shutdown 23:00 at night', '23:00'],
    ['shutdown -c', '-c'],
    ['shutdown now -k', '-k'],
    ['reboot now soon', 'soon'],
  ])('by %s', (command, argument) => {
    const init = initOf();
    const [name = '', ...args] = command.split(' ');
    const stderr = `${name}: '${argument}' is not supported here (only: now, -r, -h, -P)\n`;
    expect(call(init, name, args)).toMatchObject({ status: 1, stderr });
    expect([init.exitCode, init.signalCode]).toEqual([null, null]);
  });
});
