import * as z from 'zod';
import { deleteSshKey } from '#lib/domain/compute/ssh-keys/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Deletes an SSH key. Machines that have it keep it. */
export const handler = route(
  {
    name: 'deleteSshKey',
    action: 'compute:DeleteSshKey',
    resource: ({ id }) => `ssh-key/${id}`,
    params: z.strictObject({ id: id('sshKey') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('sshKey'), deleted }),
  },
  (context, { params }) => deleteSshKey(context, params),
);
