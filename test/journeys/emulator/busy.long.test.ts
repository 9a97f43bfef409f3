import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, ask, Client, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/*
 * Saving, loading and emptying while something is under way (docs/emulator.md, "States"): it may end first; where it
 * does not, the refusal names it, and nothing has changed.
 */

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0' } });
});
afterAll(async () => {
  await platform?.stop();
});

const dev = (path: string, method = 'POST', body?: unknown) =>
  ask(platform.baseUrl, `/dev/${path}`, { method, once: true, ...(body !== undefined && { body }) });
const faults = async (...set: object[]) => demand(await dev('faults', 'PUT', { faults: set }), 200);
const refused = ({ status, headers, body }: Answer) => [
  status,
  headers.get('x-error-code'),
  headers.get('retry-after'),
  body.error,
];

/** Longer than anybody waits. It is let go by ending the faults. */
const held = { where: 'launch', outcome: 'slow', after_seconds: 100 };

beforeEach(async () => {
  demand(await dev('reset'), 200);
});

/** An account with a launch that does not end before the faults do, and its operation. */
async function launching(): Promise<{ client: Client; id: string }> {
  const client = await Client.verified(platform.baseUrl);
  await faults(held);
  const { id } = await client.launch({ name: 'web' }, { wait: 0 });
  await expect.poll(() => struck()).toBe(1);
  return { client, id };
}

const struck = async () => demand(await dev('faults', 'GET'), 200).body.faults[0].struck;

const launch = /^operation op-[0-9a-z]{26} \(launch\) is under way; try again when it has ended$/;

test('an operation that does not end has the saving refused by its name, and goes on', async () => {
  const { client, id } = await launching();
  expect(refused(await dev('state/busy'))).toEqual([409, 'operation_in_progress', '1', expect.stringMatching(launch)]);
  expect(demand(await dev('state', 'GET'), 200).body.states).toEqual([]);
  expect((await client.show(id)).status).toBe('provisioning');
  await faults();
  expect((await client.until(id, 'running')).status).toBe('running');
  demand(await dev('state/busy'), 200);
  demand(await dev('state/busy', 'DELETE'), 200);
});

test('an operation that ends meanwhile is saved as it ended; requests are served while it is waited for', async () => {
  const { client, id } = await launching();
  let isSaved = false;
  const saving = dev('state/ended').then((reply) => {
    isSaved = true;
    return reply;
  });
  // An operation is waited for without holding anybody up.
  expect((await client.show(id)).status).toBe('provisioning');
  expect(isSaved).toBe(false);
  await faults();
  demand(await saving, 200);
  await client.operate(id, 'terminate');
  demand(await dev('state/ended/load'), 200);
  expect((await client.show(id)).status).toBe('running');
  demand(await dev('state/ended', 'DELETE'), 200);
});

test('a load and a reset end what is under way in the state that they replace', async () => {
  const client = await Client.verified(platform.baseUrl);
  demand(await dev('state/empty'), 200);
  await faults(held);
  const { id } = await client.launch({ name: 'web' }, { wait: 0 });
  demand(await dev('state/empty/load'), 200);
  expect((await client.get(`/compute/instances/${id}`)).status).toBe(404);
  await faults();
  expect((await client.launch({ name: 'next' })).status).toBe('running');
  demand(await dev('state/empty', 'DELETE'), 200);
});

test.each([
  ['saving', 'state/other'],
  ['a load', 'state/there/load'],
  ['a reset', 'reset'],
])('a request that does not end has %s refused by its name, and is answered', async (_, path) => {
  const client = await Client.verified(platform.baseUrl);
  demand(await dev('state/there'), 200);
  await client.launch({ name: 'web' });
  const newest = async () => demand(await client.get('/auth/activity'), 200).body.events.at(-1);
  await expect.poll(async () => (await newest()).type).toBe('instance.running');
  // It waits for an event, and none comes.
  const waiting = client.ask(`/auth/activity?after=${(await newest()).id}`, {
    headers: { prefer: 'wait=20' },
    once: true,
  });
  // What was sent before a request that is answered has come in.
  demand(await client.get('/auth/me'), 200);
  const message = 'GET /auth/activity is under way; try again when it has ended';
  expect(refused(await dev(path))).toEqual([409, 'operation_in_progress', '1', message]);
  expect(demand(await waiting, 200).body.events).toEqual([]);
  expect(demand(await client.get('/compute/instances'), 200).body.instances).toHaveLength(1);
});
