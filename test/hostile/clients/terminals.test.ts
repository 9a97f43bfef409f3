import { describe, expect, test } from 'vitest';
import { Terminal } from '#test/support/clients/pty.ts';
import { type Answers, foreignPlatform, machineId, withMachine, withObjects } from './ground.ts';

/* What a platform, or whoever names something on one, makes a terminal draw. */
const marks = [
  '\u001b]0;owned\u0007',
  '\u001b[2J',
  '\u009b31m',
  '\u202e',
  '\u2066',
  '\u061c',
  '\u2028',
  '\u000b',
  '\r',
];
const hostile = marks.map((mark, i) => `k${i}${mark}x`).join('');
/** What of it reached a terminal. */
const drawn = (shown: string) => marks.filter((mark, i) => shown.includes(`k${i}${mark}`) || shown.includes('\u009b'));

const objects: Answers = withObjects([`t/${hostile}`], () => ({ text: 'bytes' }));
const groups: Answers = {
  'GET /auth/iam/groups': () => ({
    body: { groups: [{ id: hostile, name: hostile, [hostile]: hostile }], next_cursor: '' },
  }),
};
const refusal = {
  status: 409,
  headers: { 'x-error-code': 'conflict\u009b31m', 'x-request-id': 'req\u009b31m' },
  body: { error: hostile },
};
const refusing: Answers = { 'GET /auth/me': () => refusal };
const machines: Answers = {
  ...withMachine({ name: hostile }),
  [`GET /compute/instances/${machineId}/console-log`]: () => ({
    body: { lines: [hostile], next: 'n', truncated: false },
  }),
};

describe.each([
  ['keys', ['ls', 's3://b/t/'], objects],
  ['names and fields', ['group', 'list'], groups],
  ['machines', ['instance', 'get', machineId], machines],
  ['logs', ['logs', machineId], machines],
  ['an error', ['whoami'], refusing],
])('%s', (_, words, answers) => {
  test.each(['table', 'json', 'jsonl', 'yaml', 'id'])('draw nothing by -o %s', async (format) => {
    const { svc } = await foreignPlatform(answers);
    const terminal = new Terminal(svc, 'svc', [...words, '-o', format], 200);
    await terminal.exited;
    await terminal.sees(/k0|i-01/);
    expect(drawn(terminal.shown)).toEqual([]);
  });
});

test('a pipe gets every byte of a key', async () => {
  const { svc } = await foreignPlatform(objects);
  const { out } = await svc(['ls', 's3://b/t/', '-o', 'id']);
  expect(out).toBe(`t/${hostile}\n`);
  const piped = await svc(['ls', 's3://b/t/', '-o', 'jsonl']);
  expect(JSON.parse(piped.out)).toMatchObject({ key: `t/${hostile}` });
});

test('a fault that is told while something is skipped, and a question, draw nothing', async () => {
  const { svc } = await foreignPlatform({
    ...withObjects([`t/${hostile}`], () => ({ text: 'bytes' })),
    'GET /auth/iam/groups': () => ({ body: { groups: [{ id: 'grp-1', name: 'web' }], next_cursor: '' } }),
    'DELETE /auth/iam/groups/web': () => ({
      body: { would: hostile, cascade: [], price_delta_paise_per_hour: 0, price_delta_paise_per_month: 0 },
    }),
  });
  const copying = new Terminal(svc, 'svc', ['cp', '-r', 's3://b/t', 'here'], 200);
  expect(await copying.exited).toBe(1);
  await copying.sees(/skipped/);
  expect(drawn(copying.shown)).toEqual([]);
  const asking = new Terminal(svc, 'svc', ['group', 'delete', 'web'], 200);
  await asking.sees(/\[y\/N\]/);
  expect(drawn(asking.shown)).toEqual([]);
  await asking.answer('[y/N]', '\u0003');
  expect(await asking.exited).toBe(130);
});
