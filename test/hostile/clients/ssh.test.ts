import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answers, foreignPlatform, machine, machineId, withMachine } from './ground.ts';

/* Replies of a platform as lines of OpenSSH's configuration, names of files and words of programs. */
const command = '\n  ProxyCommand touch PROOF\n';

/** A command line whose `ssh` and `scp` leave a proof behind, and that of what they were given. */
async function withSsh(answers: Answers) {
  const { svc, came } = await foreignPlatform(answers);
  mkdirSync(join(svc.home, 'bin'));
  for (const name of ['ssh', 'scp'])
    writeFileSync(join(svc.home, 'bin', name), `#!/bin/sh\necho "$@" >> ${join(svc.home, 'ran')}\n`, { mode: 0o755 });
  const env = { PATH: `${join(svc.home, 'bin')}:${process.env.PATH}` };
  const configured = join(svc.home, '.config/svc/ssh');
  const files = () => (existsSync(configured) ? readdirSync(configured).filter((name) => !name.startsWith('id_')) : []);
  return {
    came,
    files,
    read: (name: string) => readFileSync(join(configured, name), 'utf8'),
    ran: () => existsSync(join(svc.home, 'ran')),
    run: (...words: string[]) => svc(words, { env }),
  };
}

const fields: [string, object, unknown?][] = [
  ['public_ip', { public_ip: `127.0.0.1${command}` }],
  ['public_ip', { public_ip: '-oProxyCommand=touch' }],
  ['public_ip', { public_ip: 'fe80::1%h' }],
  ['public_ip', { public_ip: null }],
  ['ssh_port', { ssh_port: `22${command}` }],
  ['ssh_port', { ssh_port: 65_536 }],
  ['ssh_port', { ssh_port: '22' }],
  ['host_key', { host_key: `ssh-ed25519 AAAA\n* ssh-ed25519 BBBB` }],
  ['host_key', { host_key: '@cert-authority * ssh-ed25519 AAAA' }],
  ['id', { id: `i-1${command}` }],
  ['id', { id: '../../../../escaped' }],
  ['id', { id: '-oProxyCommand=touch' }],
  ['default_user', {}, `root${command}`],
  ['default_user', {}, '-l'],
];

describe.each(fields)('a %s of a machine, %j %j, reaches no line and no word of OpenSSH', (field, hostile, user) => {
  test.each([
    ['svc ssh', ['ssh', machineId, '--', 'true']],
    ['svc scp', ['scp', `${machineId}:x`, 'x']],
    ['svc ssh-config', ['ssh-config']],
  ])('%s', async (_, words) => {
    const ssh = await withSsh(withMachine(hostile, user ?? 'debian'));
    const { code, err } = await ssh.run(...words);
    expect(err).toMatch(new RegExp(`^svc: ${field}: the platform answers .* which is not used`, 'm'));
    expect(code).toBe(words[0] === 'ssh-config' ? 7 : 255);
    expect([ssh.ran(), ssh.files()]).toEqual([false, []]);
  });
});

test('the name of a machine is no pattern of hosts, and no line', async () => {
  for (const name of ['*', '!web', `web${command}`, 'web github.com', '-x']) {
    const ssh = await withSsh(withMachine({ name }));
    expect(await ssh.run('ssh-config')).toMatchObject({ code: 7, out: '', err: expect.stringMatching(/^svc: name: /) });
    expect(ssh.files()).toEqual([]);
  }
});

test('a machine takes no name of another host, and gets no key of whoever prints the configuration', async () => {
  const ssh = await withSsh(withMachine({ name: 'github.com' }));
  const { code, err } = await ssh.run('ssh-config');
  expect(code).toBe(0);
  expect(err).toContain("1 of them accept none of your keys: svc ssh-config --add-key adds this context's key.");
  expect(ssh.read('config-default')).toMatch(new RegExp(`^Host svc-github.com ${machineId}\n`));
  expect(ssh.came.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('two machines of one name, in whatever case, are known by their ids alone', async () => {
  const other = { ...machine, id: machineId.replace(/j$/, 'k'), name: 'WEB' };
  const instances = [machine, other];
  const ssh = await withSsh({
    ...withMachine({}),
    'GET /compute/instances': () => ({ body: { instances, next_cursor: '' } }),
  });
  expect((await ssh.run('ssh-config')).code).toBe(0);
  const hosts = ssh.read('config-default').match(/^Host .*$/gm);
  expect(hosts).toEqual(instances.map(({ id }) => `Host ${id}`));
});

test('unknown fields and values of enums pass (contract 1.3)', async () => {
  const ssh = await withSsh(withMachine({ shape: `new${command}`, plan: { kind: 'unheard-of' } }));
  expect((await ssh.run('ssh', machineId, '--', 'true')).code).toBe(0);
  expect(ssh.ran()).toBe(true);
});

test('snapshots that lead in circles are not followed for ever', async () => {
  const snapshot = 'snap-01kanx7m3v5q8w2c4d6f7g9h1j';
  const ssh = await withSsh({
    ...withMachine({ image_id: snapshot }),
    [`GET /compute/snapshots/${snapshot}`]: () => ({ body: { id: snapshot, image_id: snapshot } }),
  });
  expect((await ssh.run('ssh', machineId)).code).toBe(255);
  expect(ssh.came.length).toBeLessThan(1100);
});
