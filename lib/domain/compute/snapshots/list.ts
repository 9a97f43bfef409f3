import { findInstance } from '#lib/domain/compute/instances/resource.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toSnapshot } from './resource.ts';

interface Snapshots {
  snapshots: Snapshot[];
  next_cursor: string;
}

/** Reads the first page ahead. */
export const prefetchSnapshots = prefetchPage('snapshot');

/** One page of the caller's snapshots, including those of terminated instances. */
export async function listSnapshots(context: Context, query: ListQuery): Promise<Snapshots> {
  const { items, next_cursor } = await list(context, 'snapshot', query);
  return { snapshots: items.map(toSnapshot), next_cursor };
}

/** One page of an instance's snapshots. 404 where the instance does not exist. */
export async function listInstanceSnapshots(context: Context, id: string, query: ListQuery): Promise<Snapshots> {
  const page = listSnapshots(context, { ...query, instance_id: id });
  const [, snapshots] = await allInOrder([findInstance(context, id), page]);
  return snapshots;
}
