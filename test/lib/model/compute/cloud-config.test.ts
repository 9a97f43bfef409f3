import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cloudConfig, readCloudConfig } from '#lib/model/compute/user-data/cloud-config.ts';
import { firstBootPlan } from '#lib/model/compute/user-data/first-boot.ts';
import { formOf } from '#lib/model/compute/user-data/kind.ts';
import { anyMachine } from '#lib/model/compute/user-data/read.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';

const read = (text: string) => readCloudConfig(`#cloud-config\n${text}`);
const key = newPublicKey();

/** What a cloud-config without keys says. */
const empty = {
  users: [],
  groups: [],
  ssh_authorized_keys: [],
  write_files: [],
  packages: [],
  package_update: false,
  package_upgrade: false,
  runcmd: [],
  bootcmd: [],
  mounts: [],
};

test.each([
  ['#cloud-config\nhostname: a', true],
  ['#cloud-config', true],
  ['#cloud-config  \r\nhostname: a', true],
  ['#cloud-config-archive\n- a', false],
  ['#cloud-configs\n', false],
  [' #cloud-config\n', false],
  ['\n#cloud-config\n', false],
  ['#!/bin/sh\n#cloud-config\n', false],
])('%j is one: %s', (text, is) => {
  expect(formOf(text) === 'config').toBe(is);
});

test('reads each of its keys', () => {
  const content = gzipSync('packed').toString('base64');
  expect(
    read(`
hostname: web
users:
  - default
  - { name: app, gecos: The app, groups: "adm, www-data", shell: /bin/sh, sudo: [ "ALL=(ALL) NOPASSWD:ALL" ] }
ssh_authorized_keys: [ "${key}" ]
write_files:
  - { path: /etc/a, content: "a\\n", permissions: '0600', owner: root:root }
  - { path: /etc/b, encoding: gz+b64, content: ${content}, append: true }
packages: [ nginx, [ curl, "7.88" ] ]
runcmd:
  - echo $HOME
  - [ sleep, 1 ]
bootcmd: [ "true" ]
mounts: [ [ tmpfs, /srv/fast, tmpfs, "size=1m" ] ]
`),
  ).toEqual({
    config: {
      ...empty,
      hostname: 'web',
      users: [
        'default',
        {
          name: 'app',
          gecos: 'The app',
          groups: ['adm', 'www-data'],
          shell: '/bin/sh',
          sudo: ['ALL=(ALL) NOPASSWD:ALL'],
        },
      ],
      ssh_authorized_keys: [key],
      write_files: [
        {
          path: '/etc/a',
          content: 'a\n',
          encoding: 'text',
          owner: 'root:root',
          permissions: '0600',
          append: false,
          defer: false,
        },
        { path: '/etc/b', content, encoding: 'gzip', append: true, defer: false },
      ],
      packages: ['nginx', 'curl=7.88'],
      runcmd: ['echo $HOME', ['sleep', '1']],
      bootcmd: ['true'],
      mounts: [['tmpfs', '/srv/fast', 'tmpfs', 'size=1m']],
    },
  });
});

test('may say nothing', () => {
  const config = empty;
  for (const text of ['', '# nothing', '{}', '---\n']) expect(read(text)).toEqual({ config });
});

const known = `known keys are ${Object.keys(cloudConfig.shape).join(', ')}`;

describe('refuses', () => {
  test.each([
    ['package_updates: true', `has an unknown key "package_updates"; ${known}`],
    ['swap: { size: 1G }', 'swap: is not supported: the memory is that of the plan'],
    ['ssh-import-id: [ gh:me ]', /^ssh_import_id: is not supported: /],
    ['hostnames: a', `has an unknown key "hostnames"; ${known}`],
    ['- a', 'must be a mapping of keys'],
    ['text', 'must be a mapping of keys'],
    ['hostname: -web', /^hostname: must be an RFC 1123 hostname/],
    ['hostname: [web]', /^hostname: /],
    ['users: app', /^users: Invalid input: expected array/],
    ['users: [ app ]', /^users\[0\]: /],
    ['users: [ { gecos: A } ]', /^users\[0\]\.name: /],
    ['users: [ { name: ROOT } ]', 'users[0].name: must be a user name'],
    ['users: [ { name: app, doas: [ x ] } ]', 'has an unknown key "doas" in users[0]'],
    [
      'users: [ { name: app, ssh_authorized_keys: [ x ] } ]',
      'users[0].ssh_authorized_keys[0]: must be an OpenSSH public key',
    ],
    ['ssh_authorized_keys: key', /^ssh_authorized_keys: /],
    ['ssh_authorized_keys: [ ssh-ed25519 ]', 'ssh_authorized_keys[0]: must be an OpenSSH public key'],
    ['write_files: [ { content: a } ]', /^write_files\[0\]\.path: /],
    ['write_files: [ { path: etc/a } ]', 'write_files[0].path: must be an absolute path'],
    ['write_files: [ { path: /a, permissions: 0644 } ]', "write_files[0].permissions: must be text, such as '0644'"],
    [
      'write_files: [ { path: /a, permissions: rw } ]',
      "write_files[0].permissions: must be an octal mode in quotes, such as '0644'",
    ],
    ['write_files: [ { path: /a, encoding: zip } ]', /^write_files\[0\]\.encoding: /],
    ['write_files: [ { path: /a, encoding: b64, content: "!" } ]', 'write_files[0].content: must be base64'],
    ['write_files: [ { path: /a, owner: "a b" } ]', 'write_files[0].owner: must be user or user:group'],
    ['write_files: [ { path: /a, source: {} } ]', 'has an unknown key "source" in write_files[0]'],
    ['write_files: [ { path: "/a\\0b" } ]', 'write_files[0].path: must be one line'],
    ['packages: nginx', /^packages: /],
    ['packages: [ "a b" ]', 'packages[0]: must be the name of a package'],
    ['packages: [ "--force" ]', 'packages[0]: must be the name of a package'],
    ['packages: [ [ a, b, c ] ]', /^packages\[0\]/],
    ['runcmd: ls', /^runcmd: /],
    ['runcmd: [ { a: b } ]', /^runcmd\[0\]: /],
    ['runcmd: [ [] ]', /^runcmd\[0\]: /],
    ['bootcmd: [ [ ls, { a: b } ] ]', /^bootcmd\[0\]/],
    ['mounts: [ tmpfs ]', /^mounts\[0\]: /],
    ['mounts: [ [ tmpfs ] ]', /^mounts\[0\]/],
    ['mounts: [ [ tmpfs, srv ] ]', 'mounts[0][1]: must be an absolute path'],
    ['mounts: [ [ a, /b, c, d, e, f, g ] ]', /^mounts\[0\]/],
    ['a: b: c', /^is not YAML \(line 2\): /],
    ['hostname: a\nhostname: b', /^is not YAML \(line \d\): DUPLICATE_KEY$/],
    ['hostname: [', /^is not YAML/],
    [
      'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]',
      /^is YAML that cannot be read/,
    ],
    ['__proto__: { a: b }', /^has an unknown key/],
  ])('%s', (text, problem) => {
    expect(read(text)).toEqual({ problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) });
  });

  test('lists that are nested sixty thousand deep', () => {
    const problem = expect.stringMatching(/^is (not YAML|YAML that cannot be read)/);
    expect(read(`a: ${'['.repeat(60_000)}`)).toEqual({ problem });
  });

  test('more than a list may hold', () => {
    expect(read(`runcmd: [${'a,'.repeat(257)}]`)).toEqual({ problem: expect.stringMatching(/^runcmd: Too big/) });
  });
});

test('a machine is told of the script and the name, and of other user data nothing', async () => {
  const none = { first_boot: null, hostname: null };
  for (const text of [null, '', 'text', '#!/bin/sh\n', '#cloud-config\nnonsense: 1']) {
    expect(await firstBootPlan(text, anyMachine)).toEqual(none);
  }
  const { first_boot, hostname } = await firstBootPlan(
    '#cloud-config\nhostname: a\nruncmd: [ "echo it\'s" ]\n',
    anyMachine,
  );
  expect(hostname).toBe('a');
  expect(first_boot?.split('\n')).toContain("'step' 'runcmd[0]' 'eval' 'echo it'\\''s'");
});

/** What a first boot prints and how it ends; `what` says which commands there are. */
async function booted(what: object) {
  const { first_boot } = await firstBootPlan(`#cloud-config\n${JSON.stringify(what)}`, anyMachine);
  const { stdout, status } = spawnSync('/bin/sh', ['-c', first_boot ?? ''], { encoding: 'utf8' });
  return { said: stdout.trim().split('\n'), status };
}

describe('the commands of a first boot', () => {
  test('share a folder and variables, as far as they are of one key', async () => {
    const { said, status } = await booted({ bootcmd: ['cd /usr; A=b'], runcmd: ['cd /; B=c', 'echo "$PWD $A$B"'] });
    expect({ said, status }).toEqual({ said: ['/ c'], status: 0 });
  });

  test('go on after one that fails, and end with the code of the first', async () => {
    const { said, status } = await booted({ runcmd: ['(exit 3)', ['sh', '-c', 'exit 4'], 'echo on'] });
    expect(said).toEqual([
      'cloud-config: runcmd[0] failed with exit code 3',
      'cloud-config: runcmd[1] failed with exit code 4',
      'on',
    ]);
    expect(status).toBe(3);
  });

  test.each([
    ['exit 0', [], 0],
    ['exit 7', ['cloud-config: bootcmd[0] failed with exit code 7'], 7],
    ['set -e; false', ['cloud-config: bootcmd[0] failed with exit code 1'], 1],
  ])('end with one that says %j, and the next key goes on', async (command, told, code) => {
    const { said, status } = await booted({ bootcmd: [command, 'echo never'], runcmd: ['echo on'] });
    expect({ said, status }).toEqual({ said: [...told, 'on'], status: code });
  });

  test.each(['replaced', 'appended'])('go on after a file that cannot be %s', async (how) => {
    // A folder is what not even root can write to.
    const file = { path: '/proc/self', content: 'x', append: how === 'appended' };
    const { said, status } = await booted({ write_files: [file], runcmd: ['echo on'] });
    expect(said).toEqual(['cloud-config: write_files /proc/self failed with exit code 2', 'on']);
    expect(status).toBe(2);
  });

  test('keep the code of the first failure where a later one exits', async () => {
    const { said, status } = await booted({ runcmd: ['(exit 3)', 'exit 9'] });
    expect(said[1]).toBe('cloud-config: runcmd[1] failed with exit code 9');
    expect(status).toBe(3);
  });
});
