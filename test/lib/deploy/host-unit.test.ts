import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/* What systemd runs when svc-host is to end. A program stands in for systemctl, which says what systemd is about. */

const unit = readFileSync(new URL('../../../lib/deploy/host/svc-host.service', import.meta.url), 'utf8');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-unit-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const program = (name: string, text: string) => {
  writeFileSync(join(dir, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(dir, name), 0o755);
};

/** Runs a line of the unit as systemd does, where it has such a job; answers what `svc-host` was asked. */
function runs(line: 'ExecStop' | 'ExecStopPost', job: string, pid = 0): string {
  const [, command = expect.fail()] = new RegExp(`^${line}=/bin/sh -c '(.*)'$`, 'm').exec(unit) ?? [];
  program('systemctl', `[ "$*" = 'list-jobs --plain --no-legend svc-host.service' ] && printf '%s' '${job}'`);
  program('svc-host', 'echo "$*"');
  const script = command.replaceAll('$$', '$').replaceAll('/usr/bin/svc-host', join(dir, 'svc-host'));
  const env = { PATH: `${dir}:${process.env.PATH}`, MAINPID: `${pid}` };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env });
}

const restart = '4711 svc-host.service restart running\n';
const stop = '4712 svc-host.service stop running\n';

/** The signals that a process hears of a line and the SIGTERM that follows it. */
async function heard(job: string): Promise<string> {
  const hears = `for (const name of ['SIGHUP', 'SIGTERM']) process.on(name, () => { console.log(name); if (name === 'SIGTERM') process.exit(); }); setInterval(() => {}, 1000); console.log('ready');`;
  const child = spawn(process.execPath, ['-e', hears], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  await once(child.stdout, 'data');
  runs('ExecStop', job, child.pid);
  child.kill('SIGTERM');
  await once(child, 'close');
  return said.trim().split('\n').slice(1).join(' ');
}

test('a restart tells svc-host first to leave its machines, a stop does not', async () => {
  expect([await heard(restart), await heard(stop), await heard('')]).toEqual(['SIGHUP SIGTERM', 'SIGTERM', 'SIGTERM']);
});

test('what a stop has left is ended; after a crash, which has no job, and a restart it is not', () => {
  expect([stop, restart, ''].map((job) => runs('ExecStopPost', job))).toEqual(['end\n', '', '']);
});

test('a signal of systemd reaches svc-host alone, and not what holds machines', () => {
  expect(unit).toMatch(/^KillMode=process$/m);
});
