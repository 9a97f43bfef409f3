import * as z from 'zod';
import { id, stamps, tags } from '#lib/model/platform/common.ts';
import { parsePublicKey } from './openssh.ts';

/** An SSH key as replies show it (contract 2). */
export const sshKey = z.strictObject({
  id: id('sshKey'),
  ...stamps,
  name: z.string(),
  public_key: z.string(),
  fingerprint: z.string(),
  type: z.enum(['ed25519', 'rsa', 'ecdsa']),
  tags,
});
export type SshKey = z.infer<typeof sshKey>;

/** 1 to 64 visible characters. */
export const sshKeyName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^(?!\s)[^\p{Cc}\p{Cs}]*(?<!\s)$/u, 'must not begin or end with a space, nor hold control characters');

/**
 * An OpenSSH public key on one line, as `ssh-keygen` writes it to the .pub file: ed25519, ecdsa, or rsa of 2048 bits or
 * more. The refusal is not zod's own, which would repeat the text: it may be a private key.
 */
export const publicKey = z.string().transform(parsePublicKey);
