import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as createTicket } from '#functions/compute/instances/console-ticket.ts';
import { noteInCatalog } from '#lib/domain/compute/hosts/catalog.ts';
import { announce } from '#lib/domain/compute/hosts/register.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { takeTicket } from '#lib/store/compute/tickets.ts';
import { keys } from '#lib/store/keys.ts';
import { get, type Item } from '#lib/store/platform/read.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let user: SignedUp;
let id: string;
let host_id: string;
const capable = async (
  capabilities: string[],
  own: { console_url?: string } = { console_url: 'wss://host-1.example.in:8443' },
) => {
  await announce(host_id, {
    ...own,
    driver: 'container',
    capabilities,
    images: [],
    public_ip: '127.0.0.1',
    reserved_ports: [],
    address_pool: null,
    reserved_addresses: [],
  });
  await noteInCatalog(host_id);
};
beforeAll(async () => {
  user = await signedUp();
  await standInHost();
  const instance = await launched(user);
  ({ id } = instance);
  await putInto(instance, up);
  ({ host_id } = await recordOf(instance));
  await capable(['ssh', 'console']);
});

const ask = () => call(createTicket, { bearer: user.bearer, params: { id } });
const seconds = () => Math.floor(Date.now() / 1000);

test('a ticket for a minute, of which the table has a hash alone; it is used up once', async () => {
  const { status, body } = await ask();
  expect(status).toBe(201);
  expect(body.url).toBe(`wss://host-1.example.in:8443/compute/ws/instances/${id}/console?ticket=${body.ticket}`);
  expect(Date.parse(body.expires_at) / 1000 - seconds()).toBeGreaterThan(57);
  const stored = await get<Item>(keys.ticket(hashToken(body.ticket)));
  expect(JSON.stringify(stored)).not.toContain(body.ticket);
  expect(stored).toMatchObject({ instance_id: id, grant: { typ: 'root', sub: user.user.id } });
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeTicket(hashToken(body.ticket), seconds())));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

describe('of a host that serves no console by itself', () => {
  afterEach(async () => {
    vi.unstubAllEnvs();
    await capable(['ssh', 'console']);
  });

  test('on a laptop the front listener leads there', async () => {
    await capable(['ssh', 'console'], {});
    vi.stubEnv('SVC_MODE', 'local');
    vi.stubEnv('SVC_BASE_URL', 'http://localhost:3000');
    const { status, body } = await ask();
    expect([status, body.url]).toEqual([
      201,
      `ws://localhost:3000/compute/ws/instances/${id}/console?ticket=${body.ticket}`,
    ]);
  });

  test('in a deployment there is no ticket', async () => {
    await capable(['ssh', 'console'], {});
    const { status, headers, body } = await ask();
    expect([status, headers['x-error-code'], body.error]).toEqual([
      409,
      'wrong_state',
      `host ${host_id} serves no console; its machines are reached by SSH`,
    ]);
  });
});

test('one that is over a minute old is none, whatever the table still has', async () => {
  const { body } = await ask();
  expect(await takeTicket(hashToken(body.ticket), seconds() + 61)).toBeUndefined();
});

test('409 unless the instance runs, and where its host has no consoles', async () => {
  await capable(['ssh']);
  expect((await ask()).body).toEqual({
    error: `host ${host_id} does not have the capability console (compute driver: container)`,
  });
  await capable(['ssh', 'console']);
  await putInto({ account_id: user.account_id, id }, { status: 'stopping' });
  const { status, headers, body } = await ask();
  expect([status, headers['x-error-code'], headers['retry-after'], body.error]).toEqual([
    409,
    'wrong_state',
    '5',
    `instance ${id} is stopping; open console requires status running`,
  ]);
});
