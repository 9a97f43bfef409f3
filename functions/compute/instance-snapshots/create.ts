import * as z from 'zod';
import { createSnapshot } from '#lib/domain/compute/snapshots/create.ts';
import { settledSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { route } from '#lib/edge/route.ts';
import { retainDays, snapshot, snapshotDescription, snapshotName } from '#lib/model/compute/snapshot.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/**
 * Creates a snapshot of an instance's disk; 201 while it is being created. 402, 403 over quota, 409 unless the instance
 * is running, stopped or in error with a disk, and while another operation holds it.
 */
export const handler = route(
  {
    name: 'createSnapshot',
    action: 'compute:CreateSnapshot',
    resource: ({ id }) => `instance/${id}`,
    created: (_, { id }) => `snapshot/${id}`,
    uses: () => [{ kind: 'snapshot', id: '*', as: [] }],
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({
      name: snapshotName.optional(),
      description: snapshotDescription.optional().meta({ 'x-immutable': true }),
      retain_days: retainDays.optional().meta({ 'x-immutable': true }),
      tags: tags.default({}),
    }),
    versioned: true,
    dryRun: true,
    reply: snapshot,
    etag: 'always',
    status: 201,
    spends: true,
    settled: settledSnapshot,
  },
  (context, { params, body }) => createSnapshot(context, { instance_id: params.id, ...body }),
);
