import * as z from 'zod';
import { showGroup } from '#lib/domain/identity/iam/groups/show.ts';
import { route } from '#lib/edge/route.ts';
import { group, groupName } from '#lib/model/identity/group.ts';

/** Shows a group with its members; 404 if the account has no group of this name. */
export const handler = route(
  {
    name: 'getGroup',
    action: 'iam:GetGroup',
    resource: ({ name }) => `group/${name}`,
    params: z.strictObject({ name: groupName }),
    reply: group,
    etag: 'always',
  },
  (context, { params }) => showGroup(context, params),
);
