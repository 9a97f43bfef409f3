import * as z from 'zod';
import { id, stamps, tags } from '#lib/model/platform/common.ts';
import { parsePublicKey } from './openssh.ts';

/** An SSH key as replies show it (contract 2). */
export const sshKey = z.strictObject({
  id: id('sshKey').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account.').meta({ example: 'laptop' }),
  public_key: z
    .string()
    .describe('The public key on one line, with its comment where it has one.')
    .meta({ example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ravi@laptop' }),
  fingerprint: z
    .string()
    .describe('The fingerprint, as `ssh-keygen -l` shows it.')
    .meta({ example: 'SHA256:pUjFqlcwDUSQd1vZAnhqIrCDpDgWqRIIAzqRT/Dv6F8' }),
  type: z.enum(['ed25519', 'rsa', 'ecdsa']).describe('The type of the key.').meta({ example: 'ed25519' }),
  tags,
});
export type SshKey = z.infer<typeof sshKey>;

/** 1 to 64 visible characters. */
export const sshKeyName = z
  .string()
  .min(1)
  .max(64)
  .regex(
    /^(?:[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?)?$/v,
    'must not begin or end with a space or contain control characters',
  )
  .describe('The name, unique in the account: 1 to 64 visible characters.')
  .meta({ example: 'laptop' });

/**
 * An OpenSSH public key on one line, as `ssh-keygen` writes it to the .pub file: ed25519, ecdsa, or rsa of 2048 bits or
 * more. The refusal does not use zod's message, which would repeat the text: it may be a private key.
 */
export const publicKey = z
  .string()
  .transform(parsePublicKey)
  .describe(
    'An OpenSSH public key on one line, as `ssh-keygen` writes it to the .pub file: ed25519, ecdsa, or rsa of 2048 bits or more.',
  )
  .meta({ example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl laptop' });
