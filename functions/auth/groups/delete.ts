import * as z from 'zod';
import { deleteGroup } from '#lib/domain/identity/iam/groups/delete.ts';
import { route } from '#lib/edge/route.ts';
import { groupName } from '#lib/model/identity/group.ts';
import { deleted } from '#lib/model/platform/common.ts';

/** Deletes a group with its memberships and attachments; the users stay. */
export const handler = route(
  {
    name: 'deleteGroup',
    action: 'iam:DeleteGroup',
    operators: true,
    resource: ({ name }) => `group/${name}`,
    params: z.strictObject({ name: groupName }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ name: groupName, deleted }),
  },
  (context, { params }) => deleteGroup(context, params),
);
