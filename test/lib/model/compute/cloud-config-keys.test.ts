import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cloudConfig } from '#lib/model/compute/user-data/cloud-config.ts';
import { firstBootPlan } from '#lib/model/compute/user-data/first-boot.ts';
import { anyMachine, readUserData } from '#lib/model/compute/user-data/read.ts';
import { refusedKeys } from '#lib/model/compute/user-data/refused-keys.ts';

const machine = { ...anyMachine, instance_id: 'i-1', hostname: 'web' };
const read = (text: string) => readUserData(text, machine);

describe('a cloud-config says', () => {
  test.each([
    [
      'package_update: true\npackage_upgrade: true',
      ["'step' 'package_update' 'refresh'", "'step' 'package_upgrade' 'upgrade'"],
    ],
    ['timezone: Asia/Kolkata', ["'step' 'timezone' 'set_timezone' 'Asia/Kolkata'"]],
    ['locale: en_US.UTF-8', ["'step' 'locale' 'set_locale' 'en_US.UTF-8'"]],
    [
      'fqdn: a.example\nhostname: a\nmanage_etc_hosts: true',
      ["'step' 'manage_etc_hosts' 'name_in_hosts' 'a.example' 'a'"],
    ],
    [
      'groups: [ ops, { dev: [ ann ] } ]',
      [
        "'step' 'groups ops' 'groupadd' '--force' 'ops'",
        "'step' 'groups dev' 'usermod' '--append' '--groups' 'dev' 'ann'",
      ],
    ],
    [
      'users: [ { name: ann, uid: 2000, no-create-home: true } ]',
      ["'step' 'users ann' 'add_user' 'ann' '--no-create-home' '--uid' '2000'"],
    ],
    [
      'users: [ { name: ann, passwd: "$6$x" } ]',
      ["'step' 'users ann' 'set_password' 'ann' '$6$x' '--encrypted'", "'step' 'users ann' 'passwd' '--lock' 'ann'"],
    ],
    ['password: word\nchpasswd: { expire: false }', [`'step' 'chpasswd' 'set_password' "$IMAGE_USER" 'word'`]],
    [
      'chpasswd: { list: "ann:a:b\\nbob:$6$h" }',
      [
        "'step' 'chpasswd' 'set_password' 'ann' 'a:b'",
        "'step' 'chpasswd' 'set_password' 'bob' '$6$h' '--encrypted'",
        "'step' 'chpasswd' 'passwd' '--expire' 'bob'",
      ],
    ],
    [
      'apt: { sources: { mine: { source: "deb http://a.example $RELEASE main" } } }',
      [
        "'step' 'apt sources mine' 'add_source' '/etc/apt/sources.list.d/mine.list' 'deb http://a.example $RELEASE main' '/etc/apt/trusted.gpg.d/mine.asc'",
      ],
    ],
    [
      'phone_home: { url: "https://a.example/", post: [ instance_id, hostname ], tries: 2 }',
      ["'step' 'phone_home' 'phone_home' 'https://a.example/' '2' 'instance_id=i-1' 'hostname=web'"],
    ],
    ['power_state: { mode: reboot, delay: "+1" }', ["'step' 'power_state' 'power' 'reboot' '1'"]],
    ['final_message: done', ["'step' 'final_message' 'last_words' 'done'"]],
    ['ca-certs: { trusted: [ PEM ] }', ["'step' 'ca_certs' 'trust'"]],
    ['runcmd:\nswap:', []],
    ['ssh_pwauth: false\ndisable_root: false\npackage_reboot_if_required: false', []],
  ])('%s', async (text, steps) => {
    const { first_boot } = await firstBootPlan(`#cloud-config\n${text}\n`, machine);
    expect(first_boot?.split('\n')).toEqual(expect.arrayContaining(steps));
  });

  test.each([
    ['users: [ { name: ann, expiredate: soon } ]', 'users[0].expiredate: must be a date, such as 2027-01-31'],
    [
      'chpasswd: { users: [ { name: ann, password: a, type: RANDOM } ] }',
      /^chpasswd\.users\[0\]\.type: must be text or hash/,
    ],
    ['chpasswd: { list: [ nothing ] }', /^chpasswd\.list\[0\]: must be user:password/],
    ['apt: { sources: { "../x": { source: "deb x" } } }', /^apt\.sources/],
    ['apt: { sources: { x: { source: "ppa:x/y" } } }', /^apt\.sources\.x\.source: must be a line that begins with deb/],
    [
      'phone_home: { url: "https://a.example/", post: [ pub_key_rsa ] }',
      /^phone_home\.post\[0\]: must be of instance_id, hostname, fqdn/,
    ],
    ['power_state: { mode: sleep }', /^power_state\.mode: /],
    ['timezone: ../../etc/passwd', 'timezone: must be a time zone, such as Asia/Kolkata'],
    ['locale: "a b"', 'locale: must be a locale, such as en_US.UTF-8'],
    ['preserve_hostname: true', /^preserve_hostname: must be false/],
    ['ssh_pwauth: true', 'ssh_pwauth: must be false: SSH logins use keys'],
    ['disable_root: true', /^disable_root: must be false/],
  ])('%s: refused', (text, problem) => {
    const message = typeof problem === 'string' ? problem : problem.source.replace(/^\^/v, '^#cloud-config ');
    expect(read(`#cloud-config\n${text}\n`)).toEqual({
      problem:
        typeof problem === 'string' ? `#cloud-config ${message}` : expect.stringMatching(new RegExp(message, 'v')),
    });
  });
});

test('the guide lists the keys, those that are refused with the reason', () => {
  const guide = readFileSync('docs/boot.md', 'utf8').split('### Keys of a cloud-config')[1]?.split('\n## ')[0] ?? '';
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (.+) \|$/gmv)].map(([, key = '', text]) => [key, text]);
  const refused = Object.entries(refusedKeys);
  expect(rows.slice(-refused.length)).toEqual(refused);
  const supported = rows.slice(0, -refused.length).map(([key]) => key);
  expect(supported.toSorted()).toEqual(Object.keys(cloudConfig.shape).toSorted());
});
