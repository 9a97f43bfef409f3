import { beforeEach, expect, test } from 'vitest';
import { handler as listActivity } from '#functions/auth/activity/list.ts';
import { handler as createWebhook } from '#functions/auth/webhooks/create.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { fenced } from '#test/support/hosts/lost-hosts.ts';

let owner: SignedUp;
beforeEach(async () => {
  await testTable();
  owner = await verified();
});

test('the feed tells of a machine that is lost, and of the addresses of its host', async () => {
  const { id: host } = await standInHost({ id: 'host-a', public_ip: '203.0.113.7', address_pool: '198.51.100.0/24' });
  const instance = await putInto(await launched(owner), up);
  const { bearer } = owner;
  const address = (await call(allocate, { bearer })).body;
  const body = { url: 'https://example.com/', event_types: ['instance.lost', 'elastic_ip.error'] };
  expect((await call(createWebhook, { bearer, body })).status).toBe(201);
  await fenced(host);

  const feed = await call(listActivity, { bearer, query: { type: 'instance.*,elastic_ip.error' } });
  expect(feed.status).toBe(200);
  expect(feed.body.events.slice(-3)).toMatchObject([
    { type: 'instance.failed', message: `instance ${instance.name}: failed (host lost)` },
    {
      type: 'instance.lost',
      resource: `srn:compute:in-mum:${owner.account_id}:instance/${instance.id}`,
      name: instance.name,
      status: 'error',
      message: `instance ${instance.name}: host lost`,
    },
    { type: 'elastic_ip.error', resource: `srn:compute:in-mum:${owner.account_id}:elastic-ip/${address.id}` },
  ]);
});
