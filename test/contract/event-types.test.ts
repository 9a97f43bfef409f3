import { expect, test } from 'vitest';
import type { z } from 'zod';
import { mandate } from '#lib/model/billing/mandate.ts';
import { order } from '#lib/model/billing/order.ts';
import { subscription } from '#lib/model/billing/subscription.ts';
import { asg } from '#lib/model/compute/asg.ts';
import { elasticIp } from '#lib/model/compute/elastic-ip.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { loadBalancer } from '#lib/model/compute/load-balancer.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { volume } from '#lib/model/compute/volume.ts';
import { accessKey } from '#lib/model/identity/access-key.ts';
import { eventTypes } from '#lib/model/platform/event-types.ts';
import type { ResourceKind } from '#lib/model/platform/resource-kinds.ts';
import { typeOfChange } from '#lib/model/platform/type-of-change.ts';
import { webhook } from '#lib/model/platform/webhook.ts';
import { bucket } from '#lib/model/storage/bucket.ts';
import { bucketKey } from '#lib/model/storage/bucket-key.ts';

/*
 * A change to a status without an event type would leave an event that the replies of the feed and of deliveries do not
 * allow, so that both would be 500 for as long as it is kept.
 */

const shapes: Partial<Record<ResourceKind, { shape: { status?: unknown } }>> = {
  ...{ instance, volume, snapshot, elastic_ip: elasticIp, load_balancer: loadBalancer, asg, bucket, webhook },
  ...{ bucket_key: bucketKey, access_key: accessKey, order, mandate, subscription },
};

/** Statuses in which a resource begins. No change leads to them. */
const first = [
  'bucket.creating',
  'load_balancer.provisioning',
  'order.created',
  'snapshot.creating',
  'volume.creating',
];

const statusesOf = (shape: { status?: unknown }) => (shape.status as z.ZodEnum).options.map(String);

test('each status that a resource changes to has an event type', () => {
  const changes = Object.entries(shapes).flatMap(([kind, { shape }]) =>
    statusesOf(shape).map((status) => ({
      change: `${kind}.${status}`,
      type: typeOfChange(kind as ResourceKind, { status: 'before' }, { status }),
    })),
  );
  expect(changes.length).toBeGreaterThan(50);
  const without = changes.filter(({ type }) => !(eventTypes as readonly (string | undefined)[]).includes(type));
  expect(without.map(({ change }) => change).sort()).toEqual(first);
});
