import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cloudConfig } from '#lib/model/compute/user-data/cloud-config.ts';
import { firstBootPlan } from '#lib/model/compute/user-data/first-boot.ts';
import { anyMachine, readUserData } from '#lib/model/compute/user-data/read.ts';
import { refusedKeys } from '#lib/model/compute/user-data/refused-keys.ts';
import { messageOf, type Part } from '#test/support/http/mime.ts';

const machine = { ...anyMachine, instance_id: 'i-1', hostname: 'web' };
const read = (text: string) => readUserData(text, machine);
const work = (text: string) => {
  const result = read(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.work;
};
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const script = '#!/bin/sh\necho a\n';
const config = '#cloud-config\nruncmd: [ a ]\n';

describe('is one script, whatever it travels in', () => {
  test.each([
    ['as it is', script],
    ['with a byte order mark', `\u{FEFF}${script}`],
    ['below an empty line, as a heredoc has it', `\n  ${script}`],
    ['with the lines of Windows', '#!/bin/sh\r\necho a\r\n'],
    ['in base64', base64(script)],
    ['in base64 of several lines', base64(script).replace(/(.{8})/gv, '$1\r\n')],
    ['in base64 of gzip', base64(gzipSync(script))],
    ['in base64 of gzip, with a byte order mark', base64(gzipSync(`\u{FEFF}${script}`))],
    ['as the one part of a message', messageOf([{ type: 'text/x-shellscript', text: script }])],
    ['as a part of any type', messageOf([{ type: 'text/plain', text: script }])],
    ['as a part in base64', messageOf([{ type: 'text/x-shellscript', text: script, encoding: 'base64' }])],
    ['as a part of gzip', messageOf([{ type: 'text/x-shellscript', text: gzipSync(script), encoding: 'base64' }])],
    [
      'as a part in quoted-printable',
      messageOf([{ type: 'text/x-shellscript', text: '#!/bin/sh\necho=20=\n a=\n' }]).replace(
        '7bit',
        'quoted-printable',
      ),
    ],
    ['in a message within a message within a message', nested(3)],
    ['of a template', `## template: jinja\n${script}`],
  ])('%s', async (_, text) => {
    const got = work(text)?.scripts.map((one) => one.text.replace('echo  a', 'echo a').trimEnd());
    expect(got).toEqual([script.trimEnd()]);
    const { first_boot, hostname } = await firstBootPlan(text, machine);
    expect(hostname).toBeNull();
    if (text === script) expect(first_boot).toBeNull();
    else expect(first_boot?.startsWith('#!/bin/sh\necho')).toBe(true);
  });
});

test.each(['', 'hello', base64('hello'), 'aGVsbG8', '# comment\n#cloud-config\n', base64(gzipSync('hello'))])(
  '%j is other text, which is kept and not run',
  async (text) => {
    expect(read(text)).toEqual({ work: undefined });
    expect(await firstBootPlan(text, machine)).toEqual({ first_boot: null, hostname: null });
  },
);

/** Messages within messages, with a script in the innermost. */
const nested = (depth: number): string => {
  const inner = depth === 1 ? `Content-Type: text/x-shellscript\n\n${script}` : nested(depth - 1);
  return `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${inner}\n--b${depth}--\n`;
};

describe('a message', () => {
  const parts: Part[] = [
    { type: 'text/cloud-config', text: 'runcmd: [ a ]\nhostname: one\n', name: 'a.yml' },
    { type: 'text/cloud-config', text: '#cloud-config\nruncmd: [ b ]\n', name: 'b.yml' },
    { type: 'text/x-shellscript', text: script, name: '../../etc/passwd' },
    { type: 'text/x-shellscript', text: script },
    { type: 'text/cloud-boothook', text: '#cloud-boothook\necho hook\n' },
    { type: 'text/x-include-url', text: '# these\nhttps://a.example/x\n\nhttp://b.example/y\n' },
  ];

  test('has parts of every form; names of files cannot lead elsewhere', () => {
    expect(work(messageOf(parts))).toMatchObject({
      config: { hostname: 'one', runcmd: ['b'] },
      scripts: [{ name: '.._.._etc_passwd' }, { name: 'part-002' }],
      boothooks: ['#!/bin/sh\necho hook\n'],
      includes: ['https://a.example/x', 'http://b.example/y'],
    });
  });

  test.each([
    [undefined, ['b']],
    ['list(append)+dict(recurse_array)+str()', ['a', 'b']],
    ['list(prepend)', ['b', 'a']],
    ['dict(recurse_array)+list(append)', ['a', 'b']],
    ['list()+dict(replace)', ['b']],
  ])('joins its cloud-configs by the merge type %s', (merge, runcmd) => {
    const [one, other] = parts as [Part, Part];
    expect(work(messageOf([one, { ...other, merge }]))?.config?.runcmd).toEqual(runcmd);
    const within = { ...other, text: `${other.text}merge_how: ${JSON.stringify(merge)}\n` };
    if (merge) expect(work(messageOf([one, within]))?.config?.runcmd).toEqual(runcmd);
  });

  test('runs scripts and runcmd by their names, as cloud-init does', async () => {
    const text = messageOf([
      { type: 'text/cloud-config', text: config },
      { type: 'text/x-shellscript', text: script, name: 'z.sh' },
      { type: 'text/x-shellscript', text: script, name: 'b.sh' },
    ]);
    const { first_boot } = await firstBootPlan(text, machine);
    const steps = first_boot?.match(/'step' '(script \S+|runcmd\[0\])'/gv);
    expect(steps).toEqual(["'step' 'script b.sh'", "'step' 'runcmd[0]'", "'step' 'script z.sh'"]);
  });
});

test('a template knows its machine', () => {
  const text = `## template: jinja
#cloud-config
{# a comment {{ with }} braces #}
runcmd: [ "{{ v1.instance_id }} {{local_hostname}} {{ ds.meta_data['instance-type'] }} {{ v1.zone | default("none") }}" ]
`;
  expect(work(text)?.config?.runcmd).toEqual(['i-1 web type none']);
});

describe('is refused', () => {
  test.each([
    ['#cloud-config-archive\n- a', '#cloud-config-archive is not supported: use MIME multipart instead'],
    ['#part-handler\n', '#part-handler is not supported: a machine has no cloud-init that could load Python'],
    [base64('#part-handler\n'), /^#part-handler is not supported/],
    [base64(gzipSync(`#!${'x'.repeat(1024 * 1024)}`)), 'unpacks to more than 1 MiB'],
    [base64(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2])), 'is gzip that cannot be unpacked'],
    ['Content-Type: multipart/mixed\n\n', 'multipart has no boundary in its Content-Type'],
    ['Content-Type: multipart/mixed; boundary=a\n\nb', 'multipart has no part that begins with --a'],
    [messageOf([{ type: 'text/x-foo', text: 'x' }]), 'multipart has a part of type text/x-foo, which is not supported'],
    [messageOf([{ type: 'text/part-handler', text: '#part-handler\n' }]), /^#part-handler is not supported/],
    [messageOf([{ type: 'text/cloud-config', text: '- a' }]), '#cloud-config must be a mapping of keys'],
    [
      messageOf([{ type: 'text/cloud-config', text: 'a: b', merge: 'list(no_replace)' }]),
      /^#cloud-config has the merge type "list\(no_replace\)"/,
    ],
    [
      messageOf(Array.from({ length: 65 }, () => ({ type: 'text/plain', text: script }))),
      'multipart has more than 64 parts',
    ],
    [nested(4), 'multipart is nested more than 3 deep'],
    [
      messageOf([{ type: 'text/plain', text: script }]).replace('7bit', 'uuencode'),
      'multipart has a part with Content-Transfer-Encoding uuencode',
    ],
    ['## template: jinja\n#cloud-config\nruncmd: [ "{% if a %}" ]', /^jinja "\{% if a %\}": must be a variable/],
    ['## template: jinja\n#!/bin/sh\n{{ v1.nothing }}', /^jinja "\{\{ v1\.nothing \}\}": must be a variable/],
    [`## template: jinja\n#!/bin/sh\n${'{{'.repeat(50_000)}`, /^jinja "\{\{/],
    ['## template: jinja\nhello', 'jinja must be of #! or #cloud-config'],
    ['#include\nftp://a.example/x', '#include "ftp://a.example/x": must be an http or https URL'],
    [`#cloud-config\na: ${'x'.repeat(256 * 1024)}`, '#cloud-config is longer than 256 KiB (scripts may have 1 MiB)'],
  ])('%#', (text, problem) => {
    expect(read(text)).toEqual({ problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) });
  });

  test.each(Object.entries(refusedKeys))('with the key %s', (key, why) => {
    expect(Object.keys(cloudConfig.shape)).not.toContain(key);
    expect(read(`#cloud-config\n${key}: a\n`)).toEqual({ problem: `#cloud-config ${key}: is not supported: ${why}` });
  });
});
