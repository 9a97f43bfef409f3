import { beforeEach, describe, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as remove } from '#functions/compute/load-balancers/delete.ts';
import { handler as update } from '#functions/compute/load-balancers/update.ts';
import { assignmentsOf, finishRemoval } from '#lib/domain/compute/hosts/balancers.ts';
import { getCertificate } from '#lib/store/compute/certificates.ts';
import { keys } from '#lib/store/keys.ts';
import { update as change, transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { imported } from '#test/support/compute/certificates.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let me: SignedUp;
let mine: Client;
let certs: string[];
beforeEach(async () => {
  await testTable();
  me = await signedUp();
  mine = clientOf(me);
  await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing', 'https_listeners'] });
  certs = (await Promise.all([imported(me), imported(me)])).map(({ id }) => id).sort();
});

const https = (...certificate_ids: string[]) => ({ protocol: 'https', port: 8443, target_port: 8080, certificate_ids });
const http = { protocol: 'http', port: 8000, target_port: 8080, redirect_https: true };
const make = (...listeners: object[]) => mine(create, { body: { name: 'front', listeners } });
const holders = async (id: string) => [...((await getCertificate(me.account_id, id))?.lb_ids ?? [])];

test('listeners are shown with their certificates, which know who has them until it is gone', async () => {
  const made = await make(http, https(...certs));
  expect(made.body.listeners).toEqual([
    { ...http, certificate_ids: [], proxy_protocol: null, backend_protocol: null },
    { ...https(...certs), redirect_https: false, proxy_protocol: null, backend_protocol: 'http' },
  ]);
  expect(made.body.health_check.protocol).toBe('http');
  const { id } = made.body;
  const [one = '', two = ''] = certs;
  expect(await Promise.all(certs.map(holders))).toEqual([[id], [id]]);
  const changed = await mine(update, { params: { id }, body: { listeners: [https(two)] } });
  expect(changed.body).toMatchObject({ listeners: [{ certificate_ids: [two] }] });
  expect([await holders(one), await holders(two)]).toEqual([[], [id]]);
  // What a GET shows can be sent back.
  const same = await mine(update, { params: { id }, body: { listeners: changed.body.listeners } });
  expect(same.headers.etag).toBe(changed.headers.etag);
  await mine(remove, { params: { id } });
  await finishRemoval((await assignmentsOf('host-1'))[0]!);
  expect(await holders(two)).toEqual([]);
});

test('the host that serves it gets the keys, and no other; one that cannot be opened is left out', async () => {
  await standInHost({ id: 'host-2', capabilities: ['ssh'] });
  const { id } = (await make(https(...certs))).body;
  const given = async (host: string) => (await (await linkOf(host)).call('listHostBalancers', {})).balancers;
  const [own] = await given('host-1');
  expect(own).toMatchObject({ id, description: { certificates: certs.map((one) => ({ id: one })) } });
  expect(own?.description?.certificates?.[0]?.private_key_pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(await given('host-2')).toEqual([]);
  const key = keys.listed(me.account_id, 'certificate', certs[0] ?? '');
  await transact([change(key, { set: { sealed_key: 'v1.x.y' } }, [['pk', 'exists']])]);
  expect((await given('host-1'))[0]?.description?.certificates?.map((one) => one.id)).toEqual([certs[1]]);
});

describe('refused', () => {
  test.each<[string, object[], string]>([
    ['no certificate', [https()], 'listeners[0].certificate_ids: is required for https (1 to 10 ids of certificates)'],
    [
      'a certificate for http',
      [{ ...https('cert-a'), protocol: 'http' }],
      'listeners[0].certificate_ids: is for https, not http',
    ],
    ['a certificate twice', [https('cert-a', 'cert-a')], 'listeners[0].certificate_ids: has cert-a twice'],
    [
      'eleven',
      [https(...Array.from({ length: 11 }, (_, n) => `cert-${n}`))],
      'listeners[0].certificate_ids: must have at most 10 items',
    ],
    [
      'a redirect of https',
      [{ ...https('cert-a'), redirect_https: true }],
      'listeners[0].redirect_https: is for http, not https',
    ],
    ['a redirect to nothing', [http], 'listeners[0].redirect_https: needs an https listener on the same load balancer'],
  ])('%s: 400', async (_, listeners, error) => {
    expect(await make(...listeners)).toMatchObject({ status: 400, body: { error } });
  });

  test('a certificate that is not the account’s: 404', async () => {
    const foreign = (await imported(await signedUp())).id;
    const error = `certificate ${foreign} not found`;
    expect(await make(https(certs[0] ?? '', foreign))).toMatchObject({ status: 404, body: { error } });
    const { id } = (await make(https(certs[0] ?? ''))).body;
    const changing = await mine(update, { params: { id }, body: { listeners: [https(foreign)] } });
    expect(changing).toMatchObject({ status: 404, body: { error } });
    expect(await holders(certs[0] ?? '')).toEqual([id]);
  });

  test('a host that cannot: 409', async () => {
    await standInHost({ id: 'host-1', capabilities: ['ssh', 'load_balancing'] });
    const reply = await make(https(certs[0] ?? ''));
    expect([reply.status, reply.body.error]).toEqual([
      409,
      'listeners[0].protocol: https cannot be served: host host-1 lacks https_listeners (see GET /healthz)',
    ]);
  });
});
