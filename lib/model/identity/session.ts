import * as z from 'zod';
import { id, timestamp } from '#lib/model/platform/common.ts';

/** One login on one device, as its user sees it. */
export const session = z.strictObject({
  id: id('session').meta({ readOnly: true }),
  created_at: timestamp.describe('When the login was, in UTC.'),
  last_used_at: timestamp.describe('When it was last used, in UTC.'),
  source_ip: z
    .string()
    .describe('The address that it was last used from; for a use inside a machine, its private address.')
    .meta({ example: '198.51.100.7' }),
  source_instance: id('instance')
    .nullable()
    .describe('The instance inside which it was last used; null for a client outside.')
    .meta({ example: null }),
  user_agent: z.string().describe('The User-Agent of the login.').meta({ example: 'Mozilla/5.0 (X11; Linux x86_64)' }),
  current: z.boolean().describe('Whether it is the session of this request.').meta({ example: true }),
});
export type Session = z.infer<typeof session>;

/** The header with the secret of a session's proof, in lower case (contract 4.6). */
export const proofHeader = 'x-svc-session-proof';

/**
 * The SHA-256 of a secret that a login may send, so that only a client with the secret can use the session. Of its 43
 * characters the last one has only four bits.
 */
export const sessionProof = z
  .string()
  .regex(/^(?:\w|-){42}[AEIMQUYcgkosw048]$/, 'must be a SHA-256 in base64url (43 characters, without padding)')
  .optional()
  .describe(
    'The SHA-256, in base64url, of a secret of the client. Every request of the session then needs that ' +
      'secret in X-Svc-Session-Proof, however it sends its tokens.',
  );
