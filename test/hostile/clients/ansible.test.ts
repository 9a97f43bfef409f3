import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answers, foreignPlatform, machine, machineId, withMachine } from './ground.ts';

/* Replies of a platform, and tags of whoever may set one, as variables, templates and hosts of Ansible. */
const isInstalled = spawnSync('ansible', ['--version']).status === 0;

const nets: Answers = {
  'GET /compute/vpcs': () => ({ body: { vpcs: [{ id: 'vpc-1', name: 'office net' }], next_cursor: '' } }),
};

async function withAnsible(answers: Answers) {
  const { svc } = await foreignPlatform({ ...nets, ...answers });
  const configured = join(svc.home, '.config/svc/ssh');
  return {
    home: svc.home,
    files: () => (existsSync(configured) ? readdirSync(configured).filter((name) => name !== 'known_hosts') : []),
    read: (name: string) => readFileSync(join(configured, name), 'utf8'),
    list: () => svc(['ansible-inventory', '--list']),
    run: (...words: string[]) => svc(['ansible-inventory', ...words]),
    ansible: (...words: string[]) => {
      const inventory = join(svc.home, 'inventory');
      const bin = new URL('../../../node_modules/.bin', import.meta.url).pathname;
      writeFileSync(inventory, '#!/bin/sh\nexec svc ansible-inventory "$@"\n');
      chmodSync(inventory, 0o755);
      const env = { ...svc.env, PATH: `${bin}:${svc.env.PATH}` };
      const how = { env, cwd: svc.home };
      return new Promise<{ status: number; stdout: string }>((resolve) => {
        const child = execFile('ansible', ['-i', inventory, ...words], how, (_, stdout) =>
          resolve({ status: child.exitCode ?? 1, stdout }),
        );
      });
    },
  };
}

const command = '\n  ProxyCommand touch PROOF\n';
const fields: [string, object, unknown?][] = [
  ['public_ip', { public_ip: `127.0.0.1${command}` }],
  ['public_ip', { public_ip: '-oProxyCommand=touch' }],
  ['ssh_port', { ssh_port: `22${command}` }],
  ['host_key', { host_key: 'ssh-ed25519 AAAA\n* ssh-ed25519 BBBB' }],
  ['id', { id: '../../../../escaped' }],
  ['id', { id: `i-1${command}`, status: 'stopped' }],
  ['name', { name: 'web github.com' }],
  ['name', { name: '{{ 7 * 7 }}' }],
  ['default_user', {}, '-l'],
];

test.each(fields)('a %s of a machine, %j %j, reaches no host of Ansible', async (field, hostile, user) => {
  const ansible = await withAnsible(withMachine(hostile, user ?? 'debian'));
  const { code, out, err } = await ansible.list();
  expect({ code, out }).toEqual({ code: 7, out: '' });
  expect(err).toMatch(new RegExp(`^svc: ${field}: the platform answers .* which is not used`, 'm'));
  expect(ansible.files()).toEqual([]);
});

test('a machine that does not run leads nowhere, whatever its name and address are', async () => {
  const ansible = await withAnsible(withMachine({ name: 'github.com', status: 'stopped' }));
  const { code, out } = await ansible.list();
  const vars = JSON.parse(out)._meta.hostvars['github.com'];
  expect([code, vars.ansible_host, vars.ansible_user]).toEqual([0, machineId, undefined]);
  expect(ansible.read('ansible-default')).toBe(`Host ${machineId}\n  ProxyCommand false\n\n`);
});

const template = '{{ lookup("pipe", "touch PROOF") }}';
const tags = { role: template, [template]: 'x', __ansible_vault: 'x', 'a/b': '', __proto__x: 'y' };

test('a tag is a variable and a group, and no template, no mark and no key of Ansible', async () => {
  const ansible = await withAnsible(withMachine({ vpc_id: 'vpc-1', tags, 'svc_x y': 1, unheard_of: template }));
  const { code, out } = await ansible.list();
  const { _meta, ...groups } = JSON.parse(out);
  expect(code).toBe(0);
  expect(_meta.hostvars.web).toMatchObject({
    svc_tags: { role: { __ansible_unsafe: template }, 'a/b': '', __proto__x: 'y' },
    svc_unheard_of: { __ansible_unsafe: template },
  });
  expect(Object.keys(_meta.hostvars.web.svc_tags)).toEqual(['role', 'a/b', '__proto__x']);
  for (const name of Object.keys(groups)) expect(name).toMatch(/^(status|image|vpc|asg|tag)_\w*$/);
  expect([groups.tag_a_b, groups.vpc_office_net]).toEqual([{ hosts: ['web'] }, { hosts: ['web'] }]);
});

describe.runIf(isInstalled)('Ansible itself', () => {
  test('shows a hostile tag as it is, and runs nothing by it', async () => {
    const ansible = await withAnsible(withMachine({ tags }));
    const { status, stdout } = await ansible.ansible(
      'web',
      '-c',
      'local',
      '-m',
      'debug',
      '-a',
      'msg={{ svc_tags.role }}',
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('lookup(\\"pipe\\"')]);
    expect(existsSync(join(ansible.home, 'PROOF'))).toBe(false);
  });

  test('knows a machine by its id and its own host key, whatever the address', async () => {
    const ansible = await withAnsible(withMachine({}));
    const { stdout } = await ansible.ansible('web', '-m', 'debug', '-a', 'var=ansible_host');
    expect(stdout).toContain(`"ansible_host": "${machineId}"`);
    const config = ansible.read('ansible-default');
    expect(config).toContain(`\n  HostKeyAlias ${machineId}\n`);
    expect(config).toContain('\n  StrictHostKeyChecking yes\n');
  });
});

test('machines of one name are known by their ids; one host is asked for by the name that the list has', async () => {
  const other = { ...machine, id: machineId.replace(/j$/, 'k'), name: 'WEB' };
  const instances = [machine, other, { ...machine, id: machineId.replace(/j$/, 'm'), status: 'terminated' }];
  const ansible = await withAnsible({
    ...withMachine({}),
    'GET /compute/instances': () => ({ body: { instances, next_cursor: '' } }),
  });
  const { out } = await ansible.list();
  const { _meta, ...groups } = JSON.parse(out);
  expect(Object.keys(_meta.hostvars)).toEqual([machineId, other.id]);
  expect(groups.status_running).toEqual({ hosts: [machineId, other.id] });
  expect(JSON.parse((await ansible.run('--host', other.id)).out)).toEqual(_meta.hostvars[other.id]);
  expect(await ansible.run('--host', 'web')).toMatchObject({ code: 5, out: '' });
  for (const words of [[], ['--list', '--host', 'web']]) expect((await ansible.run(...words)).code).toBe(2);
});
