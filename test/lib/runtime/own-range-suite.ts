import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveRange, RANGE } from '#test/support/hosts/own-range.ts';
import { AgentFolder, type DriverChild } from './support/driver-child.ts';
import { machineSpec } from './support/machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from './support/openssh.ts';

/**
 * What machines have where an ordinary user starts the platform, with lines in /etc/subuid and without. Root can try.
 */
export function describeOwnRange(): void {
  const given = giveRange('nobody');
  if ('reason' in given) {
    process.stderr.write(`no other user's platform is tried: ${given.reason}\n`);
    describe.skipIf(true)(`ordinary user's platform (${given.reason})`, () => it('has users', () => undefined));
    return;
  }
  afterAll(given.remove);
  describe('machines of an ordinary user that has a range of ids', () => {
    let folder: AgentFolder;
    let agent: DriverChild;
    let ssh: OpenSsh;
    let key: ClientKey;
    let image: string;
    beforeAll(async () => {
      folder = await AgentFolder.open(true);
      agent = folder.start('container', given.words);
      image = (await agent.driver.images()).find(({ available }) => available)?.id ?? '';
      ssh = await OpenSsh.open();
      key = await ssh.makeKey('laptop');
    });
    afterAll(async () => {
      await agent.driver.close();
      await agent.kill();
      await folder.remove();
      await ssh.close();
    });
    const boot = async (): Promise<Login> => {
      const spec = await machineSpec(image, { authorized_keys: [key.line] });
      return { spec, key, hostKey: (await agent.driver.create(spec)).host_key };
    };
    const folderOf = ({ spec }: Login) => join(folder.state('container'), 'machines', spec.id);

    it('have users, whose files are of that range on the host, and of it alone', async () => {
      expect(await agent.driver.capabilities()).toEqual(expect.arrayContaining(['users', 'packages']));
      const login = await boot();
      const made =
        'useradd -m ana; chown 65535:65535 /srv; runuser -u ana -- sh -c "id -u; id -G"; cat /proc/self/uid_map';
      const { stdout } = await ssh.run(login, made);
      expect(stdout.replace(/ +/g, ' ')).toBe('1000\n1000\n 0 0 1\n 1 1 65535\n');
      const owner = (path: string) => {
        const { uid, gid } = lstatSync(join(folderOf(login), 'disk/upper', path));
        return [uid, gid];
      };
      expect(owner('home/ana')).toEqual([RANGE.first + 999, RANGE.first + 999]);
      expect(owner('srv')).toEqual([RANGE.first + 65_534, RANGE.first + 65_534]);
      expect(owner('etc')).toEqual([65_534, 65_534]);
      await agent.driver.destroy(login.spec.id);
    });

    it('bring no group of that user, and nothing of theirs stays when they are destroyed', async () => {
      const login = await boot();
      expect((await ssh.run(login, 'id -G; grep ^Groups /proc/1/status')).stdout).toBe('0\nGroups:\t0 \n');
      await ssh.run(login, 'useradd -m ana; runuser -u ana -- sh -c "mkdir -m 0 ~/closed; touch ~/file"');
      const { root } = JSON.parse(readFileSync(join(folderOf(login), 'machine.json'), 'utf8'));
      expect(root).toMatch(/^[0-9a-f]{16}$/);
      await agent.driver.destroy(login.spec.id);
      const machines = join(folderOf(login), '..');
      const left = () => execFileSync('find', [machines, '-mindepth', '1'], { encoding: 'utf8' });
      await expect.poll(left).toBe('');
    });

    it('do not boot with other ids, and do with their own again', async () => {
      const login = await boot();
      await ssh.run(login, 'useradd -m ana');
      const restart = async (first: number) => {
        await agent.driver.close();
        await agent.kill();
        given.give(first);
        agent = folder.start('container', given.words);
      };
      await restart(RANGE.first + RANGE.count);
      const why = `files of machines belong to other ids: make ${RANGE.first} the first id of this user in /etc/subuid, and ${RANGE.first} in /etc/subgid, again`;
      expect(await agent.driver.capabilities()).toContain('single_user');
      await expect(agent.driver.start(login.spec)).rejects.toThrow(
        `machine ${login.spec.id} has users of its own, which this host cannot give it now: ${why}`,
      );
      await restart(RANGE.first);
      await agent.driver.start(login.spec);
      expect((await ssh.run(login, 'stat -c %U /home/ana')).stdout).toBe('ana\n');
      await agent.driver.destroy(login.spec.id);
    });

    it('keep whose files are whose in what is made of a snapshot', async () => {
      const login = await boot();
      await ssh.run(login, 'useradd -m ana; echo hers > ~ana/file; chown ana ~ana/file; chmod 600 ~ana/file');
      const snapshot = `snap-${randomUUID()}`;
      await agent.driver.createSnapshot(login.spec.id, snapshot, {});
      await ssh.run(login, 'rm -rf ~ana; userdel ana');
      await agent.driver.restoreSnapshot(login.spec, snapshot, { start: true });
      expect((await ssh.run(login, 'runuser -u ana -- cat /home/ana/file; stat -c "%U %a" ~ana/file')).stdout).toBe(
        'hers\nana 600\n',
      );
      await agent.driver.destroy(login.spec.id);
      await agent.driver.deleteSnapshot(snapshot);
    });
  });

  describe('machines of an ordinary user without ids for more', () => {
    it('say why they have one user, and which command brings more, at launch and in terminals', async () => {
      const folder = await AgentFolder.open(true);
      given.give(null);
      const agent = folder.start('container', given.words);
      const ssh = await OpenSsh.open();
      try {
        expect(await agent.driver.capabilities()).toContain('single_user');
        const key = await ssh.makeKey('laptop');
        const image = (await agent.driver.images()).find(({ available }) => available)?.id ?? '';
        const spec = await machineSpec(image, { authorized_keys: [key.line] });
        const login = { spec, key, hostKey: (await agent.driver.create(spec)).host_key };
        const why =
          'this machine has one user (single_user): nobody has no 65536 ids in /etc/subuid and /etc/subgid (sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 nobody)';
        expect((await agent.driver.consoleLog(spec.id, 0))?.parts[0]?.lines[0]).toBe(`svc: ${why}`);
        const terminal = await ssh.run(login, '', { tty: true, input: 'exit\n' });
        expect(terminal.stdout.split('\r\n')[0]).toBe(why);
      } finally {
        await agent.driver.close();
        await agent.kill();
        await folder.remove();
        await ssh.close();
      }
    });
  });
}
