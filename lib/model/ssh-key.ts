import * as z from 'zod';
import { id, stamps } from './common.ts';

export const sshKey = z.strictObject({
  id: id('sshKey'),
  ...stamps,
  name: z.string(),
  public_key: z.string(),
  fingerprint: z.string(),
  type: z.enum(['ed25519', 'rsa', 'ecdsa']),
});
export type SshKey = z.infer<typeof sshKey>;
