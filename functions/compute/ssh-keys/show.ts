import * as z from 'zod';
import { showSshKey } from '#lib/domain/ssh-keys/show.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { sshKey } from '#lib/model/ssh-key.ts';

/** An SSH key; 404 where the account has none of this id. */
export const handler = route(
  {
    name: 'getSshKey',
    action: 'compute:GetSshKey',
    resource: ({ id }) => `ssh-key/${id}`,
    params: z.strictObject({ id: id('sshKey') }),
    reply: sshKey,
  },
  (context, { params }) => showSshKey(context, params),
);
