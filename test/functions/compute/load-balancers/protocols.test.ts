import { beforeEach, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { imported } from '#test/support/compute/certificates.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let me: SignedUp;
let mine: Client;
let certificate: string;
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  const capabilities = ['ssh', 'load_balancing', 'https_listeners', 'proxy_protocol', 'grpc_backends'];
  await standInHost({ id: 'host-1', capabilities });
  certificate = (await imported(me)).id;
});

const tcp = { protocol: 'tcp', port: 7000 };
const https = () => ({ protocol: 'https', port: 8443, certificate_ids: [certificate] });
const make = (...listeners: object[]) => mine(create, { body: { name: 'front', listeners } });
const given = async () => (await (await linkOf('host-1')).call('listHostBalancers', {})).balancers[0]?.description;

test('what a listener speaks with backends is shown, told to the host, and can be sent back', async () => {
  const made = await make({ ...tcp, proxy_protocol: 'v2' }, { ...https(), backend_protocol: 'grpc' });
  expect(made.body.listeners).toMatchObject([
    { protocol: 'tcp', proxy_protocol: 'v2', backend_protocol: null },
    { protocol: 'https', proxy_protocol: null, backend_protocol: 'grpc' },
  ]);
  expect(await given()).toMatchObject({ listeners: [{ proxy_protocol: 'v2' }, { backend_protocol: 'grpc' }] });
  const { id } = made.body;
  const { listeners } = (await mine(show, { params: { id } })).body;
  expect((await mine(update, { params: { id }, body: { listeners } })).headers.etag).toBe(made.headers.etag);
  const changed = await mine(update, { params: { id }, body: { listeners: [tcp, https()] } });
  expect(changed.body.listeners).toMatchObject([{ proxy_protocol: 'none' }, { backend_protocol: 'http' }]);
  // A host of before there was anything else is told nothing that it does not know.
  const [first, second] = (await given())?.listeners ?? [];
  expect([Object.keys(first ?? {}), Object.keys(second ?? {})]).toEqual([
    ['protocol', 'port', 'target_port'],
    ['protocol', 'port', 'target_port', 'certificate_ids'],
  ]);
});

test('backends that speak gRPC are checked by a connection, unless something else is said', async () => {
  expect((await make({ ...https(), backend_protocol: 'grpc' })).body.health_check.protocol).toBe('tcp');
});

describe('refused', () => {
  test.each([
    ['http', 'proxy_protocol', 'v1', 'is for tcp, not http'],
    ['http', 'proxy_protocol', 'none', 'is for tcp, not http'],
    ['https', 'proxy_protocol', 'v2', 'is for tcp, not https'],
    ['tcp', 'proxy_protocol', 'v3', '"v3" is not one of none, v1, v2'],
    ['http', 'backend_protocol', 'http', 'is for https, not http'],
    ['tcp', 'backend_protocol', 'grpc', 'is for https, not tcp'],
    ['https', 'backend_protocol', 'h2', '"h2" is not one of http, grpc'],
  ])('%s with %s %s: 400', async (protocol, field, value, why) => {
    const of = { http: { protocol: 'http', port: 8000 }, https: https(), tcp }[protocol];
    const reply = await make({ ...of, [field]: value });
    expect([reply.status, reply.body.error]).toEqual([400, `listeners[0].${field}: ${why}`]);
  });

  test.each([
    ['proxy_protocol', 'v1', () => ({ ...tcp, proxy_protocol: 'v1' })],
    ['grpc_backends', 'grpc', () => ({ ...https(), backend_protocol: 'grpc' })],
  ])('a host without %s: 409', async (word, value, listener) => {
    await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing', 'https_listeners'] });
    const field = word === 'proxy_protocol' ? word : 'backend_protocol';
    const reply = await make(listener());
    expect([reply.status, reply.body.error]).toEqual([
      409,
      `listeners[0].${field}: ${value} cannot be served: host host-1 lacks ${word} (see GET /healthz)`,
    ]);
  });
});
