import * as z from 'zod';
import { updateMember } from '#lib/domain/identity/teams/update.ts';
import { route } from '#lib/edge/route.ts';
import { member, teamRole } from '#lib/model/identity/team.ts';
import { id } from '#lib/model/platform/common.ts';

/** Changes a member's role; 403 for the owner, and for a role that allows more than the caller may do. */
export const handler = route(
  {
    name: 'updateMember',
    action: 'team:UpdateMember',
    resource: () => 'team',
    params: z.strictObject({ id: id('member') }),
    body: z.strictObject({ role: teamRole }),
    versioned: true,
    reply: member,
    etag: 'always',
  },
  (context, { params, body }) => updateMember(context, { ...params, ...body }),
);
