import * as z from 'zod';
import { updateSshKey } from '#lib/domain/compute/ssh-keys/update.ts';
import { route } from '#lib/edge/route.ts';
import { sshKey, sshKeyName } from '#lib/model/compute/ssh-key.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/** Changes the name or tags of an SSH key. 409 already_exists if another key of the account has the name. */
export const handler = route(
  {
    name: 'updateSshKey',
    action: 'compute:UpdateSshKey',
    resource: ({ id }) => `ssh-key/${id}`,
    params: z.strictObject({ id: id('sshKey') }),
    body: z.strictObject({ name: sshKeyName.optional(), tags: tags.optional() }),
    versioned: true,
    dryRun: true,
    reply: sshKey,
    etag: 'always',
  },
  (context, { params, body }) => updateSshKey(context, { ...params, ...body }),
);
