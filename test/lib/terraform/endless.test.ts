import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decode, encode } from '#lib/terraform/protocol/msgpack.ts';
import type { Calls } from '#lib/terraform/protocol/serve.ts';
import { type Values, values } from '#lib/terraform/protocol/value.ts';
import { providerCalls } from '#lib/terraform/provider/calls.ts';
import { fitted } from '#lib/terraform/provider/json.ts';
import { schemas } from '#lib/terraform/provider/schema.ts';

/* Timeouts of changes that never end, by the protocol's calls: the platform is a stand-in, and so is the clock. */

const id = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';
/** Each look at the clock finds it this much later, in seconds. */
const step = 20;

let server: Server;
let asked: string[];
let instance: Record<string, unknown>;
beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'DELETE') instance.status = 'terminating';
    if (request.url?.endsWith('/stop')) instance.status = 'stopping';
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(instance));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

let calls: Calls;
let now: number;
beforeEach(async () => {
  asked = [];
  now = Date.UTC(2026, 0, 1);
  instance = { id, name: 'web', status: 'running', instance_type_id: 's1-nano', image_id: 'i', ssh_key_ids: [] };
  calls = providerCalls(() => {
    now += step * 1000;
    return now;
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = values(Object.entries({ endpoint, token: 'of-a-test' }));
  expect(await calls.ConfigureProvider?.({ config: { msgpack: encode(config) } })).toEqual({ diagnostics: [] });
});

/** A state of the machine, whose changes have these timeouts. */
function state(type: string): Values {
  const timeouts = { create: '1h', update: '90s', delete: '2m' };
  const shown: Record<string, unknown> = { ...instance, instance_type_id: type, timeouts };
  const attributes = Object.entries(schemas.instance?.attributes ?? {});
  return values(attributes.map(([name, attribute]) => [name, fitted(attribute, shown[name])] as const));
}

async function applied(prior: Values, next: Values | null) {
  const reply = await calls.ApplyResourceChange?.({
    type_name: 'svc_instance',
    prior_state: { msgpack: encode(prior) },
    planned_state: { msgpack: encode(next) },
    config: { msgpack: encode(next) },
  });
  return {
    said: reply.diagnostics?.map((one: { summary: string }) => one.summary),
    left: decode(reply.new_state.msgpack),
  };
}

test('a change that never ends fails after timeouts.update, and the state has what it reached', async () => {
  const { said, left } = await applied(state('s1-nano'), state('s1-small'));
  expect(said).toEqual([`svc_instance: ${id}: is still stopping after 90s (timeouts.update)`]);
  expect(left).toMatchObject({ id, instance_type_id: 's1-nano' });
  expect(asked[0]).toBe(`POST /compute/instances/${id}/stop`);
  // 90 s are over at the fifth look at the clock, so that four polls follow the stop, and no start.
  expect(asked.slice(1)).toEqual(Array(4).fill(`GET /compute/instances/${id}`));
});

test('a deletion that never ends fails after timeouts.delete, and the machine stays in the state', async () => {
  const { said, left } = await applied(state('s1-nano'), null);
  expect(said).toEqual([`svc_instance: ${id}: is still terminating after 2m (timeouts.delete)`]);
  expect(left).toMatchObject({ id, name: 'web' });
  expect(asked[0]).toBe(`DELETE /compute/instances/${id}`);
  expect(asked.slice(1)).toEqual(Array(6).fill(`GET /compute/instances/${id}`));
});
