import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryRange } from '#lib/agent/hosted/id-range.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { giveRange } from '#test/support/hosts/own-range.ts';
import { Client } from '#test/support/http/client.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* docs/data.md with a machine in it: root keeps its disk in /var/lib/svc, an ordinary user in the data folder. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const DAEMON = 1;
const daemon = ['setpriv', '--reuid', `${DAEMON}`, '--regid', `${DAEMON}`, '--clear-groups', '--inh-caps=-all', '--'];
/** Whether the checkout is open to another user. */
const isOpen =
  process.getuid?.() === 0 && spawnSync(daemon[0] ?? '', [...daemon.slice(1), 'ls', join(root, 'lib')]).status === 0;

const own = await tryRange(process.getuid?.() === 0 ? 1_900_000_000 : null);
const given = giveRange('daemon');
if ('reason' in given) process.stderr.write(`no ordinary user with a range is tried: ${given.reason}\n`);

const users = [
  { who: 'this user', wrapper: [], uid: process.getuid?.() ?? 0, expected: !('missing' in own), runs: true },
  { who: 'an ordinary user', wrapper: daemon, uid: DAEMON, expected: false, runs: isOpen && process.getuid?.() === 0 },
  {
    who: `an ordinary user with a range of ids${'reason' in given ? ` (${given.reason})` : ''}`,
    wrapper: 'reason' in given ? [] : [...given.words, ...daemon],
    uid: DAEMON,
    expected: true,
    runs: isOpen && !('reason' in given),
  },
];

await whereContainersWork(() => {
  describe.each(users.filter(({ runs }) => runs))('backup, restore and reset by $who', ({ wrapper, uid, expected }) => {
    let dir: string;
    let ports: Record<string, string>;
    let platform: RunningPlatform | undefined;
    let client: Client;
    let machine: Instance;
    const ssh = new Ssh();
    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), 'svc-kept-'));
      chmodSync(dir, 0o755);
      chownSync(dir, uid, uid);
      ports = { SVC_PORT: `${await unusedPort()}`, SVC_S3_PORT: `${await unusedPort()}` };
    });
    afterAll(async () => {
      await platform?.stop();
      ssh.close();
      rmSync(dir, { recursive: true, force: true });
    });
    const at = (name: string) => join(dir, name);
    const start = async (name: string) => {
      const env = { ...ports, SVC_COMPUTE: 'container', HOME: dir, XDG_RUNTIME_DIR: undefined };
      platform = await startPlatform({ dataDir: at(name), wrapper, env });
    };
    /** Runs a command of docs/data.md on a data folder, and answers its output. */
    const command = (name: string, ...words: string[]) => {
      const env = { ...process.env, SVC_DATA_DIR: at(name), HOME: dir };
      const program = [process.execPath, join(root, 'lib/local/data/main.ts'), ...words];
      const [file = '', ...args] = [...wrapper, ...program];
      const { status, stdout, stderr } = spawnSync(file, args, { env, cwd: root, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
      return stdout;
    };
    const homes = () => [...(platform?.output() ?? '').matchAll(/^ {2}disks {4}(.*)$/gm)].map(([, home = '']) => home);

    const hasUsers = async () => (await client.get('/healthz')).body.compute.capabilities.includes('users');

    it('the banner names the folder of the disks, where it is not the data folder', async () => {
      await start('state');
      client = await Client.register(platform?.baseUrl ?? '');
      const key = await client.post('/compute/ssh-keys', { name: 'key', public_key: await ssh.publicKey() });
      machine = await client.launch({ ssh_key_id: key.body.id });
      await ssh.run(machine, 'echo 42 > answer; chmod 000 answer');
      if (await hasUsers())
        await ssh.run(machine, 'useradd -m ana; chown ana answer; install -d -m 700 -o ana ~ana/own');
      expect(await hasUsers()).toBe(expected);
      const [line = ''] = /^ {2}machines .*$/m.exec(platform?.output() ?? '') ?? [];
      expect(line).toMatch(expected ? /^$/ : /with one user each: .+ \(sudo .+\); svc doctor says more$/);
      expect(homes().map((home) => existsSync(join(home, 'state', 'machines', machine.id)))).toEqual(
        uid === 0 ? [true] : [],
      );
    });

    it('while it runs, the data cannot be had', () => {
      expect(() => command('state', 'backup', at('kept'))).toThrow('is in use by the platform');
      expect(() => command('state', 'reset', '--yes')).toThrow('is in use by the platform');
    });

    it('what was stopped, kept and restored elsewhere goes on there', async () => {
      await platform?.stop();
      expect(command('state', 'backup', at('kept'))).toContain('container.tar, data.tar');
      expect(command('again', 'restore', at('kept'))).toContain(at('again'));
      await start('again');
      const path = `/compute/instances/${machine.id}`;
      await eventually(async () => (await client.get(path)).body.ssh_ready);
      expect(await ssh.run(machine, 'cat answer')).toBe('42\n');
      if (await hasUsers()) expect(await ssh.run(machine, 'stat -c "%U %a" answer ~ana/own')).toBe('ana 0\nana 700\n');
    });

    it('a reset removes all of it', async () => {
      const [folders, before] = [[at('again'), ...homes()], homes()];
      await platform?.stop();
      platform = undefined;
      expect(command('again', 'reset', '--yes')).toMatch(/\nremoved\n$/);
      expect(folders.map((folder) => existsSync(folder))).toEqual(folders.map(() => false));
      expect(before.length).toBe(uid === 0 ? 1 : 0);
      command('state', 'reset', '--yes');
    });
  });
});
