import * as z from 'zod';
import { convertDisk } from '#lib/domain/compute/instances/convert-disk.ts';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Gives a stopped instance's disk the limit of its plan, where its host made it before it could; 200 with the task
 * `converting_disk`. Its files stay. Does nothing to a disk that has its limit. 409 unless it is stopped, and where its
 * host does not limit disks.
 */
export const handler = route(
  {
    name: 'convertDisk',
    action: 'compute:ConvertDisk',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    reply: instance,
    etag: 'always',
    versioned: true,
    settled: settledInstance,
  },
  (context, { params }) => convertDisk(context, params.id),
);
