import * as z from 'zod';
import { importSshKey } from '#lib/domain/compute/ssh-keys/import.ts';
import { route } from '#lib/edge/route.ts';
import { publicKey, sshKey, sshKeyName } from '#lib/model/compute/ssh-key.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { tags } from '#lib/model/platform/common.ts';

/**
 * Stores a public key for launches. 409 already_exists if the account already has the key or the name, 403
 * quota_exceeded.
 */
export const handler = route(
  {
    name: 'importSshKey',
    action: 'compute:ImportSshKey',
    resource: () => 'ssh-key/*',
    facts: (_, { body }) => tagFacts(body.tags),
    body: z.strictObject({
      name: sshKeyName,
      public_key: publicKey.meta({ 'x-immutable': true }),
      tags: tags.default({}),
    }),
    reply: sshKey,
    etag: 'always',
    status: 201,
    spends: true,
    dryRun: true,
  },
  (context, { body }) => importSshKey(context, body),
);
