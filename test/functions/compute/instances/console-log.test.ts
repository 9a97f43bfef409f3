import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as consoleLog } from '#functions/compute/instances/console-log.ts';
import type { HostLink, LinkInput } from '#lib/agent/link/link.ts';
import { logPartAtMost } from '#lib/model/compute/host-messages.ts';
import { keys } from '#lib/store/keys.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { partition } from '#test/support/table/state.ts';

let user: SignedUp;
let link: HostLink;

beforeAll(async () => {
  user = await signedUp();
  const { id } = await standInHost();
  link = await linkOf(id);
});

const fresh = async (): Promise<string> => {
  const instance = await launched(user, { name: 'logged' });
  await putInto(instance, { ...up, launched_at: instance.created_at });
  return instance.id;
};
const logOf = (id: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call(consoleLog, { bearer: user.bearer, params: { id }, query, headers });
const report = (id: string, boot: string, part: LinkInput<'reportConsoleLog'>['part']) =>
  link.call('reportConsoleLog', { boot, part }, { id });
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `line ${from + at}`);

describe('a console log', () => {
  test('is refused before the first boot, and empty after a boot that was silent', async () => {
    const { id } = await launched(user, { name: 'logged' });
    expect(await logOf(id)).toMatchObject({
      status: 409,
      body: { error: `instance ${id} has never booted; its console log begins with its first boot` },
    });
    const silent = await fresh();
    expect(await logOf(silent)).toMatchObject({
      status: 200,
      body: { instance_id: silent, lines: [], truncated: false },
    });
  });

  test('has the last 200 lines, the asked number, or those since a reply of before', async () => {
    const id = await fresh();
    const boot = randomUUID();
    await report(id, boot, { no: 0, from: 0, lines: numbered(150) });
    await report(id, boot, { no: 1, from: 150, lines: numbered(100, 150) });
    const { body } = await logOf(id);
    expect(body).toEqual({ instance_id: id, lines: numbered(200, 50), next: `${boot}.250`, truncated: true });
    expect((await logOf(id, { tail: '2' })).body.lines).toEqual(['line 248', 'line 249']);
    expect((await logOf(id, { tail: '1000' })).body).toMatchObject({ lines: numbered(250), truncated: false });
    const after = { after: body.next };
    expect((await logOf(id, after)).body).toEqual({ ...body, lines: [], truncated: false });
    await report(id, boot, { no: 1, from: 150, lines: numbered(102, 150) });
    expect((await logOf(id, after)).body).toEqual({
      instance_id: id,
      lines: ['line 250', 'line 251'],
      next: `${boot}.252`,
      truncated: false,
    });
  });

  test('answers at most 1000 lines, and the rest after them', async () => {
    const id = await fresh();
    const boot = randomUUID();
    await report(id, boot, { no: 0, from: 0, lines: numbered(1500) });
    const first = (await logOf(id, { after: `${boot}.0` })).body;
    expect(first).toMatchObject({ lines: numbered(1000), next: `${boot}.1000`, truncated: false });
    const rest = (await logOf(id, { after: first.next })).body;
    expect(rest).toMatchObject({ lines: numbered(500, 1000), next: `${boot}.1500`, truncated: false });
  });

  test('keeps the last parts, and says what is gone', async () => {
    const id = await fresh();
    const boot = randomUUID();
    for (let no = 0; no < 20; no++) await report(id, boot, { no, from: no * 2, lines: numbered(2, no * 2) });
    expect((await logOf(id, { tail: '1000' })).body).toMatchObject({ lines: numbered(32, 8), truncated: true });
    expect((await logOf(id, { after: `${boot}.4` })).body).toMatchObject({ lines: numbered(32, 8), truncated: true });
    expect((await logOf(id, { after: `${boot}.9` })).body).toMatchObject({ lines: numbered(31, 9), truncated: false });
    expect(await partition(keys.consoleLog(user.account_id, id, '').pk)).toHaveLength(16);
  });

  test('is of the last boot alone, and begins anew with it', async () => {
    const id = await fresh();
    const [before, boot] = [randomUUID(), randomUUID()];
    for (let no = 0; no < 3; no++) await report(id, before, { no, from: no, lines: numbered(1, no) });
    await report(id, boot, { no: 0, from: 0, lines: [] });
    expect((await logOf(id)).body).toMatchObject({ lines: [], next: `${boot}.0` });
    await report(id, boot, { no: 0, from: 0, lines: ['new'] });
    expect((await logOf(id, { after: `${before}.3` })).body).toMatchObject({ lines: ['new'], truncated: false });
  });

  test('waits for more where that is preferred', async () => {
    const id = await fresh();
    const boot = randomUUID();
    await report(id, boot, { no: 0, from: 0, lines: [] });
    const waiting = logOf(id, { after: `${boot}.0` }, { prefer: 'wait=20' });
    await report(id, boot, { no: 0, from: 0, lines: ['at last'] });
    expect((await waiting).body.lines).toEqual(['at last']);
  });

  test.each([
    [{ tail: '0' }, /^tail: /],
    [{ tail: '1001' }, /^tail: /],
    [{ after: 'x' }, 'after: "x" must be `next` of an earlier reply'],
    [{ after: `${randomUUID()}.1`, tail: '1' }, 'after: cannot be used together with tail'],
  ])('refuses %j', async (query, message) => {
    const { status, body } = await logOf(await fresh(), query as Record<string, string>);
    expect(status).toBe(400);
    expect(body.error).toMatch(message);
  });

  test('is not for other accounts', async () => {
    const id = await fresh();
    const { bearer } = await signedUp();
    expect(await call(consoleLog, { bearer, params: { id } })).toMatchObject({ status: 404 });
  });
});

test.each([
  ['too many lines', { no: 0, from: 0, lines: Array.from({ length: logPartAtMost.lines + 1 }, () => '') }],
  ['a line that is too long', { no: 0, from: 0, lines: ['x'.repeat(logPartAtMost.line + 1)] }],
  ['too many bytes', { no: 0, from: 0, lines: Array.from({ length: 5 }, () => 'x'.repeat(logPartAtMost.line)) }],
])('a host that reports %s is refused', async (_, part) => {
  const id = await fresh();
  await expect(report(id, randomUUID(), part)).rejects.toMatchObject({ status: 400 });
});

test('only its own host reports a machine', async () => {
  const id = await fresh();
  const other = await linkOf((await standInHost({ id: 'host-other' })).id);
  const part = { no: 0, from: 0, lines: ['forged'] };
  await expect(other.call('reportConsoleLog', { boot: randomUUID(), part }, { id })).rejects.toMatchObject({
    status: 404,
  });
});
