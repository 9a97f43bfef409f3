import * as z from 'zod';
import { removeMember } from '#lib/domain/identity/teams/remove.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Removes a member, whose access ends with the next request; 403 for the owner. */
export const handler = route(
  {
    name: 'removeMember',
    action: 'team:RemoveMember',
    resource: () => 'team',
    params: z.strictObject({ id: id('member') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('member'), deleted }),
  },
  (context, { params }) => removeMember(context, params),
);
