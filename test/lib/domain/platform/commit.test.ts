import { randomUUID } from 'node:crypto';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commitEffect, rehearseEffect } from '#lib/domain/platform/commit.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { keys } from '#lib/store/keys.ts';
import { create, type Write } from '#lib/store/platform/write.ts';
import { keyFiles, newEmail } from '#lib/testing/functions/accounts.ts';
import { allItems } from '#lib/testing/functions/items.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { giveBell, openBells, type TestBells } from '#test/support/hosts/bell.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { listenForKeys } from '#test/support/hosts/wakeups.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { faultTransactions } from '#test/support/table/faults.ts';
import { partition } from '#test/support/table/state.ts';

let server: Server;
let workflows: Workflows;
let woken: string[];
beforeAll(async () => {
  keyFiles();
  await testTable();
  workflows = await startWorkflows();
  const path = join(tmpdir(), `svc-wakeup-${randomUUID()}`);
  server = await listenForKeys(path, (keys) => woken.push(...keys));
  process.env.SVC_STREAM_WAKEUP = path;
});
let bells: TestBells;
beforeAll(async () => {
  bells = await openBells(() => woken.push('host'));
  await standInHost({ id: 'host-1' });
  await giveBell('host-1');
});
afterAll(async () => {
  bells.close();
  server.close();
  await workflows.close();
});
beforeEach(() => {
  woken = [];
});

const now = new Date();
const account = '123456789012';
/** A workflow that looks at a group that does not exist, and ends. */
const intent = (machine = 'scale') => {
  const operation = newId('operation', now);
  return { operation, machine, input: { operation, account_id: account, asg_id: 'asg-0', glance: true } };
};
const newKey = () => ({ pk: `PROBE#${randomUUID()}`, sk: 'PROBE' });
const once = (key: { pk: string; sk: string }, refusal = 'there already'): Write =>
  create(key, () => new ApiError('in_use', refusal));
const letter = () => ({ kind: 'verify_email' as const, to: newEmail(), code: '111111' });
const mails = async () => (await allItems()).filter(({ sk }) => sk === 'MAIL').length;

/** Both ways of committing that have no client. */
const ways = [
  ['commitEffect', (effect: Parameters<typeof commitEffect>[0]) => commitEffect(effect)],
  [
    'systemContext',
    (effect: Parameters<typeof commitEffect>[0]) => systemContext(account, now).commit({ ...effect, reply: undefined }),
  ],
] as const;

test.each(ways)(
  '%s writes everything that an effect says, starts its workflows and wakes who carries it on',
  async (...way) => {
    const [, commit] = way;
    const key = newKey();
    const [workflow, alert] = [intent(), intent()];
    const invoice_id = newId('invoice', now);
    const document = { ...keys.document(invoice_id), account_id: account, invoice_id };
    const before = await mails();
    await commit({
      writes: [once(key), create(document)],
      workflow,
      alerts: [alert],
      letters: [letter()],
      rings: ['host-1'],
    });
    expect(await partition(key.pk)).toHaveLength(1);
    expect(await mails()).toBe(before + 1);
    for (const { machine, operation } of [workflow, alert])
      expect(await workflowStatus(machine, operation)).not.toBe('absent');
    await expect.poll(() => woken.toSorted()).toEqual([document.pk, expect.stringMatching(/^MAIL#mail-/), 'host']);
  },
);

test('an effect that is refused starts nothing, posts nothing and wakes no program', async () => {
  const key = newKey();
  await commitEffect({ writes: [once(key)] });
  const [workflow, before] = [intent(), await mails()];
  const refused = commitEffect({
    writes: [once(key)],
    workflow,
    letters: [letter()],
    rings: ['host-1'],
  });
  await expect(refused).rejects.toThrow('there already');
  expect(await mails()).toBe(before);
  expect(await partition(keys.intent(workflow.operation).pk)).toEqual([]);
  expect(await workflowStatus(workflow.machine, workflow.operation)).toBe('absent');
  // What the next effect wakes is heard after what this one would have woken.
  await commitEffect({ writes: [], rings: ['host-1'] });
  await expect.poll(() => woken).toEqual(['host']);
});

test('the effect’s own refusals come before those of what is committed with it', async () => {
  const [first, second] = [newKey(), newKey()];
  await commitEffect({ writes: [once(first)] }, [once(second)]);
  const both = [{ writes: [once(first, 'first')] }, [once(second, 'second')]] as const;
  await expect(commitEffect(...both)).rejects.toThrow('first');
  await expect(rehearseEffect(...both)).rejects.toThrow('first');
  await expect(commitEffect({ writes: [] }, both[1])).rejects.toThrow('second');
  await expect(rehearseEffect({ writes: [] }, both[1])).rejects.toThrow('second');
});

test('a workflow that cannot be started now is answered, and its intent stays', async () => {
  const [started, late] = [intent(), intent('nonsense')];
  expect(await commitEffect({ writes: [], workflow: started, alerts: [late] })).toEqual([late]);
  expect(await partition(keys.intent(late.operation).pk)).toHaveLength(1);
});

test('an effect that stands although its reply was lost is carried on, where a workflow tells that it stands', async () => {
  const workflow = intent();
  const restore = faultTransactions(() => ({ after: new Error('the reply was lost') }));
  try {
    expect(await commitEffect({ writes: [once(newKey())], workflow })).toEqual([]);
    await expect(commitEffect({ writes: [once(newKey())] })).rejects.toThrow('the reply was lost');
  } finally {
    restore();
  }
  expect(await workflowStatus(workflow.machine, workflow.operation)).not.toBe('absent');
});

test.each([{ cookies: [] }, { affects: [account] }, { actor: systemContext(account, now).principal }])(
  'the platform refuses to commit what only a client’s request has: %o',
  async (extra) => {
    const key = newKey();
    const commit = systemContext(account, now).commit({ writes: [once(key)], reply: undefined, ...extra });
    await expect(commit).rejects.toThrow(`without a client, and cannot give ${Object.keys(extra)}`);
    expect(await partition(key.pk)).toEqual([]);
  },
);
