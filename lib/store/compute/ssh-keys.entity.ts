import * as z from 'zod';
import { sshKey } from '#lib/model/compute/ssh-key.ts';
import { listed } from '#lib/store/entity.ts';

export const sshKeyRecord = z.strictObject({
  ...sshKey.omit({ tags: true }).shape,
  /** Absent in older records. */
  tags: z.record(z.string(), z.string()).exactOptional(),
  version: z.number(),
});

export const entities = {
  'ssh-key': listed('ssh-key', {
    read: 'launch, lists',
    version: 'version',
    record: sshKeyRecord,
  }),
};
