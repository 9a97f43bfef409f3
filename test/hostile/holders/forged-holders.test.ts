import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endLeft } from '#lib/runtime/holders.ts';
import { hostImages } from '#lib/runtime/images.ts';
import { kernelOf } from '#lib/runtime/launcher/calls.ts';
import { endForsaken } from '#lib/runtime/lock.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { AgentFolder, type DriverChild } from '#test/lib/runtime/support/driver-child.ts';
import { machineSpec } from '#test/lib/runtime/support/machine-spec.ts';
import { type Login, OpenSsh } from '#test/lib/runtime/support/openssh.ts';
import { descendantsOf, processesWith, signal } from '#test/lib/runtime/support/processes.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* Who has written to the folder in which runtimes look for what holds machines, or would like to be found there. */

/**
 * Listens at the path in the first argument, in a user namespace of its own if the second is the call that makes one,
 * and says every line that it hears.
 */
const LISTEN =
  'socket(S,1,1,0);bind(S,pack("S a*",1,shift))or die;!@ARGV||syscall($ARGV[0]+0,0x10000000)==0 or die;listen(S,9)or die;$|=1;print "listens\\n";while(accept(C,S)){fork and next;print "heard $_" while <C>;exit}';

await whereContainersWork(() => {
  let folder: AgentFolder;
  let agent: DriverChild;
  let ssh: OpenSsh;
  let login: Login;
  const forged: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await AgentFolder.open(false);
    agent = folder.start('container');
    ssh = await OpenSsh.open();
    const key = await ssh.makeKey('laptop');
    const spec = await machineSpec(hostImages()[0]?.id ?? '', { authorized_keys: [key.line] });
    login = { spec, key, hostKey: (await agent.driver.create(spec)).host_key };
  });
  afterAll(async () => {
    for (const one of forged) one.kill('SIGKILL');
    await agent.driver.close();
    await agent.kill();
    await ssh.close();
    await folder.remove();
  });

  const runtimeOf = () => {
    const family = descendantsOf(agent.pid).map(({ pid }) => pid);
    return processesWith('lib/runtime/main.ts').find((pid) => family.includes(pid));
  };
  const replaced = async () => {
    const before = await eventually(runtimeOf);
    const users = readlinkSync(`/proc/${before}/ns/user`);
    signal(before);
    const another = () => [runtimeOf()].find((pid) => pid !== before);
    const after = await eventually(another);
    // The first call is answered when it is open.
    expect(await agent.driver.status(login.spec.id)).toBe('running');
    return { users, after };
  };
  const forge = async (path: string, ...unshare: readonly string[]) => {
    const child = spawn('perl', ['-e', LISTEN, path, ...unshare], { stdio: ['ignore', 'pipe', 'inherit'] });
    forged.push(child);
    expect(`${(await once(child.stdout, 'data'))[0]}`).toBe('listens\n');
  };

  it('a runtime enters no namespace that a forged holder names, and takes over what is real', async () => {
    const holders = join(folder.state('container'), 'holders');
    // Of the host itself, of another user's namespace, one that is a link elsewhere, and one that is no socket.
    await forge(join(holders, 'vpc-a+1'));
    await forge(join(holders, 'vpc-b+1'), `${kernelOf()?.calls.unshare}`);
    symlinkSync('/dev/log', join(holders, 'vpc-c+1'));
    symlinkSync('/etc/passwd', join(holders, 'vpc-d+1'));
    const { users, after } = await replaced();
    expect(readlinkSync(`/proc/${after}/ns/user`)).toBe(users);
    expect((await ssh.run(login, 'hostname')).stdout).toBe(`${login.spec.name}\n`);
  });

  it('a guest that imitates the socket of a holder is never asked', async () => {
    const path = '/run/vpc-one+00000000';
    const listen = `nohup perl -e '${LISTEN}' ${path} >/run/heard 2>&1 </dev/null &`;
    await ssh.run(login, listen);
    await expect.poll(async () => (await ssh.run(login, 'cat /run/heard')).stdout).toBe('listens\n');
    await replaced();
    expect((await ssh.run(login, 'cat /run/heard')).stdout).toBe('listens\n');
    // Nor does it see those that there are.
    expect((await ssh.run(login, 'cat /proc/net/unix; ls -l /proc/1/fd')).stdout).not.toContain('holders');
  });
});

describe('what ends machines that a killed agent has left', () => {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'svc-forged-'));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('follows no link from the folder of holders, and removes nothing where it leads', async () => {
    const [state, elsewhere] = [join(base, 'state'), join(base, 'elsewhere')];
    for (const dir of [state, elsewhere]) mkdirSync(dir);
    writeFileSync(join(elsewhere, 'kept'), '');
    symlinkSync(elsewhere, join(state, 'holders'));
    expect(await endLeft(state)).toBe(false);
    rmSync(join(state, 'holders'));
    mkdirSync(join(state, 'holders', 'folder'), { recursive: true });
    symlinkSync(join(elsewhere, 'kept'), join(state, 'holders', 'vpc-1+0'));
    expect(await endLeft(state)).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(['kept']);
  });

  it.runIf(process.getuid?.() === 0)(
    "ends no process of another user's, whatever the record of the runtime says",
    async () => {
      const victim = spawn('sleep', ['1000'], { stdio: 'ignore' });
      const ended = spawn('true');
      const agent = { pid: ended.pid, started: '1' };
      await once(ended, 'exit');
      chownSync(base, 65_534, 65_534);
      for (const record of [{ runtime: markOf(victim.pid ?? 0), agent }, { runtime: { pid: 'self' } }, null, 7]) {
        writeFileSync(join(base, 'runtime.json'), JSON.stringify(record));
        expect(await endForsaken(base)).toBe(true);
      }
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
      // The same record where it is that user's own.
      chownSync(base, 0, 0);
      writeFileSync(join(base, 'runtime.json'), JSON.stringify({ runtime: markOf(victim.pid ?? 0), agent }));
      const end = once(victim, 'exit');
      expect(await endForsaken(base)).toBe(true);
      expect(await end).toEqual([null, 'SIGKILL']);
    },
  );
});
