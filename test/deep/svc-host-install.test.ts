import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packHost } from '#lib/deploy/host/pack.ts';

/* The package's install.sh as an operator runs it, on this computer's /usr; what it writes goes with a namespace. */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs its arguments where /usr is this computer's, with changes that nobody else sees. */
const inOwnUsr = ['unshare', '--mount', 'sh', '-c'];
const overlay = (dir: string) =>
  `mount -t tmpfs tmpfs ${dir} && mkdir ${dir}/upper ${dir}/work && mount -t overlay overlay -o lowerdir=/usr,upperdir=${dir}/upper,workdir=${dir}/work /usr`;

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-install-'));
  for (const name of ['changes', 'package']) mkdirSync(join(dir, name));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What a line answers in such a place. Throws what it said where it fails. */
function runs(line: string): string {
  const [program = '', ...words] = [...inOwnUsr, `${overlay(join(dir, 'changes'))} && ${line}`];
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env: { PATH: process.env.PATH } });
  if (status !== 0) throw new Error(`${line}\n${stdout}${stderr}`);
  return stdout;
}

const canMount = () => {
  const place = mkdtempSync(join(tmpdir(), 'svc-overlay-'));
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', overlay(place)]);
  rmSync(place, { recursive: true, force: true });
  return status === 0;
};

test.skipIf(!canMount())('install.sh installs a program that runs and a unit that systemd takes, twice', async () => {
  const file = await packHost(root, dir);
  execFileSync('tar', ['-C', join(dir, 'package'), '--strip-components=1', '-xzf', file]);
  const install = join(dir, 'package/install.sh');
  const unit = '/lib/systemd/system/svc-host.service';
  const verify = spawnSync('systemd-analyze', ['--version']).status === 0 ? `systemd-analyze verify ${unit}` : 'true';
  const before = existsSync('/usr/bin/svc-host');
  const said = runs(`${install} && ${install} && ${verify} && svc-host --help && ls /usr/lib | grep svc-host`);
  expect(said.match(/is installed; make this machine a host with/g)).toHaveLength(2);
  expect(said).toContain('svc-host join --url');
  expect(said.trim().split('\n').at(-1)).toBe('svc-host');
  expect(existsSync('/usr/bin/svc-host')).toBe(before);
});
