import * as z from 'zod';
import { showSshKey } from '#lib/domain/compute/ssh-keys/resource.ts';
import { route } from '#lib/edge/route.ts';
import { sshKey } from '#lib/model/compute/ssh-key.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows an SSH key. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getSshKey',
    action: 'compute:GetSshKey',
    resource: ({ id }) => `ssh-key/${id}`,
    params: z.strictObject({ id: id('sshKey') }),
    reply: sshKey,
    etag: 'always',
  },
  (context, { params }) => showSshKey(context, params),
);
