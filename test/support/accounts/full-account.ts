import { type Client, demand } from '#test/support/http/client.ts';
import { newPublicKey } from './public-key.ts';

/** Requests at a time: as many as keep both sides busy. */
const width = 16;
const allowAll = { Version: '2026-11-01', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] };

/** Does something `count` times, several at a time. */
async function times(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** How much an account has: its instances, and how many of everything else of which it has many. */
export interface Size {
  readonly instances: number;
  readonly many: number;
}

/** More than a page of each list. */
const full: Size = { instances: 1000, many: 110 };

/**
 * Fills an account: by default with 1,000 instances, and enough of all else for each list to have pages. Answers an
 * example of each page that shows one resource, by the page's path. The platform needs SVC_LIMITS=off.
 */
export async function fill(client: Client, { instances, many } = full): Promise<Record<string, string>> {
  const image_id = ((await client.launchBody()) as { image_id: string }).image_id;
  const make = async (path: string, body?: object): Promise<{ id: string }> => {
    for (;;) {
      const reply = await client.post(path, body);
      // What so many requests change at once is refused to some of them.
      if (reply.headers.get('x-error-code') !== 'operation_in_progress') return demand(reply, 201).body;
    }
  };
  const launched: string[] = [];
  await times(instances, async (at) => {
    launched.push((await make('/compute/instances', await client.launchBody({ name: `machine-${at}` }))).id);
  });
  const [instance_id = '', other = ''] = launched;
  await client.until(instance_id, 'running');
  await times(many, (at) => make('/compute/volumes', { name: `volume-${at}`, size_gib: 1 }));
  const volume = await make('/compute/volumes', { name: 'data', size_gib: 2, instance_id, tags: { team: 'web' } });
  await times(many, (at) => make('/compute/ssh-keys', { name: `key-${at}`, public_key: newPublicKey() }));
  await times(many, (at) => make('/compute/elastic-ips', { name: `address-${at}` }));
  const address = await make('/compute/elastic-ips', { name: 'front' });
  await times(Math.min(many, 20), (at) => make('/compute/vpcs', { name: `network-${at}` }));
  const network = await make('/compute/vpcs', { name: 'shop' });
  const listeners = [{ protocol: 'http', port: 8000, target_port: 8080 }];
  const backends = [{ instance_id }, { instance_id: other }];
  const balancer = await make('/compute/load-balancers', { name: 'front', listeners, backends });
  const sizes = { min_size: 0, max_size: 3, desired_capacity: 2 };
  const group = await make('/compute/asg', { name: 'web', instance_type_id: 's1-nano', image_id, ...sizes });
  const snapshot = await make(`/compute/instances/${instance_id}/snapshots`, { name: 'before' });
  const source = { registry: 'registry.example.in/library/redis:7' };
  const image = await make('/compute/images', { name: 'redis', source, tags: { team: 'web' } });
  await times(many, (at) => make('/storage/buckets', { name: `bucket-${at}` }));
  await make('/storage/buckets/bucket-0/access-keys', { name: 'site', permission: 'read' });
  await times(many, (at) => make('/auth/iam/users', { username: `user-${at}` }));
  await times(many, (at) => make('/auth/iam/policies', { name: `policy-${at}`, document: allowAll }));
  const policy = await make('/auth/iam/policies', { name: 'all', document: allowAll });
  await times(many, (at) => make('/auth/iam/groups', { name: `group-${at}` }));
  await times(Math.min(many, 5), (at) => make('/auth/webhooks', { url: `http://localhost:9/${at}` }));
  const webhook = await make('/auth/webhooks', { url: 'http://localhost:9/last' });
  await times(Math.min(many, 20), (at) =>
    make('/auth/team/invite', { email: `member-${at}@example.com`, role: 'viewer' }),
  );
  return {
    '/instances/:id': instance_id,
    '/volumes/:id': volume.id,
    '/snapshots/:id': snapshot.id,
    '/images/:id': image.id,
    '/groups/:id': group.id,
    '/networks/:id': network.id,
    '/addresses/:id': address.id,
    '/load-balancers/:id': balancer.id,
    '/buckets/:name': 'bucket-0',
    '/iam/users/:username': 'user-0',
    '/iam/groups/:name': 'group-0',
    '/iam/policies/:id': policy.id,
    '/webhooks/:id': webhook.id,
    '/platform/hosts/:id': 'local',
    '/platform/accounts/:id': (await client.get('/auth/me')).body.account_id,
  };
}
