import { findInstance } from '#lib/domain/compute/instances/resource.ts';
import { pageAhead } from '#lib/domain/platform/ahead.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { together } from '#lib/domain/platform/together.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toSnapshot } from './resource.ts';

interface Snapshots {
  snapshots: Snapshot[];
  next_cursor: string;
}

/** Reads the first page ahead. */
export const snapshotsAhead = pageAhead('snapshot');

/** One page of the caller's snapshots, including those of terminated instances. */
export async function listSnapshots(context: Context, query: ListQuery): Promise<Snapshots> {
  const { items, next_cursor } = await list(context, 'snapshot', query);
  return { snapshots: items.map(toSnapshot), next_cursor };
}

/** One page of an instance's snapshots. 404 where the instance does not exist. */
export async function listInstanceSnapshots(context: Context, id: string, query: ListQuery): Promise<Snapshots> {
  const page = listSnapshots(context, { ...query, instance_id: id });
  const [, snapshots] = await together([findInstance(context, id), page]);
  return snapshots;
}
