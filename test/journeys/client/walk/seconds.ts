import { newPublicKey } from '#test/support/accounts/public-key.ts';
import type { People } from './people.ts';
import type { Walker } from './walker.ts';

/*
 * A second row for lists, which are to have several pages: of what another name makes another it is made by the same
 * example; of the rest as it says here.
 */

/** Two of what the example of an operation has one of, in a field of its body. */
function twice(walker: Walker, operation: string, field: string, change: object): { body: object } {
  const [first] = (walker.route(operation).body as Record<string, object[]>)[field] ?? [];
  return { body: { [field]: [first, { ...first, ...change }] } };
}

/** Makes what lists need, that another name does not make. */
export async function secondRows(walker: Walker, people: People): Promise<void> {
  // The list has those that are not accepted.
  for (const email of ['noor@example.in', 'meera@example.in']) await walker.named('inviteMember', { body: { email } });
  await walker.named('importSshKey', { body: { name: 'desk', public_key: newPublicKey() } });
  await walker.named('putBucketCors', twice(walker, 'putBucketCors', 'rules', { allowed_origins: ['*'] }));
  await walker.named(
    'putBucketLifecycle',
    twice(walker, 'putBucketLifecycle', 'rules', { id: 'old-drafts', prefix: 'drafts/' }),
  );
  for await (const { id } of walker.svc.paginate('listInstances'))
    await walker.named('addLoadBalancerBackend', { body: { instance_id: id } });
  await walker.named('createTopup');
  await walker.named('verifyOrder', await people.addTo('verifyOrder'));
  const { body } = await people.addTo('completeMultipartUpload', { key: 'second' });
  await walker.named('completeMultipartUpload', { body: { ...body, key: 'second' } });
}
