import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const BYTES = Buffer.from(Array.from({ length: 3_000_000 }, (_, place) => (place * place) >>> 7));

/** Files and folders go in and out by the usual clients, with their names, permissions, times and every byte. */
export function describeCopying(kind: DriverKind): void {
  describe(`${kind} machines and copies`, () => {
    const machines = useSshMachines(kind);
    let folder: string;
    const at = (name: string) => join(folder, name);

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'svc-copies-'));
      await mkdir(at('tree/deep/er'), { recursive: true });
      await writeFile(at('tree/one file, ünïcode'), BYTES, { mode: 0o640 });
      await writeFile(at('tree/deep/er/two'), 'two', { mode: 0o755 });
      await writeFile(at('tree/empty'), '');
      await utimes(at('tree/deep/er/two'), 1_000_000_000, 1_200_000_000);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** Runs a client to its end; rejects with its words where that is not a good one. */
    async function client(login: Login, program: string, args: readonly string[], input = ''): Promise<string> {
      const base = await machines().ssh.arguments(login.spec, login.key, login.hostKey);
      return new Promise((resolve, reject) => {
        const child = execFile(program, [...base, ...args], { cwd: folder }, (error, stdout, stderr) =>
          error ? reject(new Error(`${program} ended with ${error.code}: ${stderr}`)) : resolve(stdout + stderr),
        );
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(input);
      });
    }

    async function expectTree(name: string): Promise<void> {
      expect(execFileSync('diff', ['-r', at('tree'), at(name)], { encoding: 'utf8' })).toBe('');
      const { mode, mtimeMs } = await stat(at(`${name}/deep/er/two`));
      expect([mode & 0o777, mtimeMs]).toEqual([0o755, 1_200_000_000_000]);
    }

    async function copyByScp(login: Login, back: string, mode: readonly string[]): Promise<void> {
      const { ssh, user } = machines();
      const host = `${user}@${login.spec.ssh.host}`;
      await client(login, 'scp', [...mode, 'tree/one file, ünïcode', `${host}:`]);
      const seen = await ssh.run({ ...login, user }, 'cat "one file, ünïcode" | sha256sum; stat -c %a one*');
      expect(seen.stdout).toBe(`${execFileSync('sha256sum', { input: BYTES })}640\n`);
      await client(login, 'scp', [...mode, '-r', '-p', 'tree', `${host}:there`]);
      await client(login, 'scp', [...mode, '-r', '-p', `${host}:there`, back]);
      await expectTree(back);
      await expect(client(login, 'scp', [...mode, `${host}:none`, '.'])).rejects.toThrow('No such file or directory');
    }

    it('by scp: a file, a folder, and back', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      expect(driver.capabilities()).toContain('sftp');
      await copyByScp(login, 'back-scp', []);
      await driver.destroy(login.spec.id);
    });

    it('by scp as it was before sftp, where the machine has a program of that name', async ({ skip }) => {
      const { boot, ssh, driver, user } = machines();
      const login = await boot();
      // It refuses to run as a uid without a name, as a process machine's is where the agent is root.
      const able = await ssh.run({ ...login, user }, 'command -v scp && id -un');
      if (able.code === 0) await copyByScp(login, 'back-scp-old', ['-O']);
      await driver.destroy(login.spec.id);
      if (able.code !== 0) skip(`there is no scp in the machine: ${able.stderr}`);
      expect(able.stdout).not.toBe('');
    });

    it('by sftp, as the user in the home folder, and as root in its own', async () => {
      const { boot, ssh, driver, user } = machines();
      const login = await boot();
      const batch = [
        'put -r -p tree',
        'ls -l tree',
        'mkdir kept',
        'rename tree/empty kept/empty',
        'symlink ../tree/deep kept/link',
        'ls kept/link/er',
        'get -r -p tree back-sftp',
      ];
      for (const name of [user, 'root']) {
        const input = `pwd\n${name === user ? batch.join('\n') : ''}\n`;
        const told = await client(login, 'sftp', ['-b', '-', `${name}@${login.spec.ssh.host}`], input);
        expect(told).toMatch(new RegExp(`^Remote working directory: .*/${name}$`, 'm'));
      }
      const left = await ssh.run({ ...login, user }, 'ls kept; readlink kept/link; cat kept/link/er/two');
      expect(left.stdout).toBe('empty\nlink\n../tree/deep\ntwo');
      await writeFile(at('back-sftp/empty'), '');
      await expectTree('back-sftp');
      await driver.destroy(login.spec.id);
    });

    it('by sftp whatever the language of the client, and whatever the shell of the user says', async () => {
      const { boot, ssh, driver, user } = machines();
      const login = await boot();
      await ssh.run({ ...login, user }, 'echo "echo hello" | tee .bashrc .profile .bash_profile > /dev/null');
      const language = ['-o', 'SetEnv=LC_ALL=xx_XX.UTF-8 LANG=yy_YY.UTF-8'];
      const told = await client(
        login,
        'sftp',
        [...language, '-b', '-', `${user}@${login.spec.ssh.host}`],
        'ls -a .bashrc\n',
      );
      expect(told).toMatch(/^sftp> ls -a \.bashrc\n\.bashrc *\n$/);
      await driver.destroy(login.spec.id);
    });

    it.runIf(kind === 'container')('by sftp whatever modules of perl the machine has of its own', async () => {
      const { boot, ssh, driver } = machines();
      const login = await boot();
      const folders = `$(perl -e 'print join " ", grep { m{^/usr/local/} } @INC')`;
      const broken = `for d in ${folders}; do mkdir -p $d; for m in strict Fcntl Cwd; do echo 'die "broken"' > $d/$m.pm; done; done`;
      expect((await ssh.run(login, `${broken}; perl -e 'use Fcntl'`)).stderr).toContain('broken');
      const told = await client(login, 'sftp', ['-b', '-', `root@${login.spec.ssh.host}`], 'pwd\n');
      expect(told).toBe('sftp> pwd\nRemote working directory: /root\n');
      await driver.destroy(login.spec.id);
    });

    it('by rsync, where it is installed', async ({ skip }) => {
      if (findTool('rsync') === null) {
        process.stderr.write('copies by rsync are skipped: it is not installed\n');
        skip('rsync is not installed');
      }
      const { boot, ssh, driver, user } = machines();
      const login = await boot();
      await symlink('deep', at('tree/link'));
      const base = await ssh.arguments(login.spec, login.key, login.hostKey);
      const args = ['-a', '-z', '-e', ['ssh', ...base].map((word) => `'${word}'`).join(' ')];
      const there = `${user}@${login.spec.ssh.host}:there`;
      execFileSync('rsync', [...args, 'tree/', there], { cwd: folder });
      execFileSync('rsync', [...args, `${there}/`, 'back-rsync'], { cwd: folder });
      expect(await readlink(at('back-rsync/link'))).toBe('deep');
      expect((await readFile(at('back-rsync/one file, ünïcode'))).equals(BYTES)).toBe(true);
      await expectTree('back-rsync');
      await rm(at('tree/link'));
      await driver.destroy(login.spec.id);
    });
  });
}
