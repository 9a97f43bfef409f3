import { expect, test } from 'vitest';
import { handler as create } from '#functions/compute/load-balancers/create.ts';
import { handler as drop } from '#functions/compute/load-balancers/remove-backend.ts';
import { handler as show } from '#functions/compute/load-balancers/show.ts';
import { signedUp } from '#lib/testing/functions/call.ts';
import { clientOf } from '#test/functions/compute/client.ts';
import { launched } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

test('a backend is taken out of the load balancer that If-Match names, and of no other version', async () => {
  const me = await signedUp();
  await standInHost({ capabilities: ['load_balancing'] });
  const mine = clientOf(me);
  const { id: instance_id } = await launched(me);
  const listeners = [{ protocol: 'http', port: 8080 }];
  const { id } = (await mine(create, { body: { name: 'front', listeners, backends: [{ instance_id }] } })).body;
  const shown = async () => mine(show, { params: { id } });
  const dropping = (tag: string) => mine(drop, { params: { id, instance_id }, headers: { 'if-match': tag } });
  const { etag } = (await shown()).headers;
  expect(await dropping('"v0"')).toMatchObject({
    status: 412,
    headers: { 'x-error-code': 'precondition_failed' },
    body: { error: `If-Match: "v0" is not the current version (${etag})` },
  });
  expect((await shown()).body.backends).toMatchObject([{ instance_id, health: 'initial' }]);
  expect(await dropping(String(etag))).toMatchObject({ status: 200, body: { instance_id, health: 'draining' } });
  expect((await shown()).headers.etag).not.toBe(etag);
});
