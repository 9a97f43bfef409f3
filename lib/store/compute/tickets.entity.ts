import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** A ticket to open one console. */
export const ticketRecord = z.strictObject({
  instance_id: z.string(),
  /** The principal, and the session or access key that the ticket depends on, as claims of a token. */
  grant: z.looseObject({
    typ: z.enum(['root', 'member', 'iam']),
    sub: z.string(),
    account_id: z.string(),
    username: z.string().optional(),
    sid: z.string().optional(),
    key_id: z.string().optional(),
    key_generation: z.number().optional(),
  }),
  /** When it expires: epoch seconds of the civil clock. */
  expires: z.number(),
});

export const entities = {
  ticket: entity({
    about: 'console ticket',
    pk: 'TICKET#<hash>',
    sk: 'TICKET',
    read: "the console's opening",
    expires: 'always',
    record: ticketRecord,
  }),
};
