import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** A mail to be sent, and deleted once it is sent. Times are epoch milliseconds by the real clock. */
export const mailRecord = z.strictObject({
  id: z.string(),
  kind: z.enum([
    'verify_email',
    'reset_password',
    'invoice',
    'low_balance',
    'account_stopped',
    'mandate_notice',
    'budget_alert',
    'failure',
    'team_invite',
  ]),
  /** The whole letter, sealed, because it contains codes and tokens. */
  sealed: z.string(),
  /** The number of attempts that have begun. */
  attempts: z.number(),
  /** When it is no longer useful. */
  expires: z.number(),
});

export const entities = {
  mail: entity({
    about: 'pending mail',
    pk: 'MAIL#<mail>',
    sk: 'MAIL',
    index: { name: 'mailIndex', pk: 'MAIL', sk: '<due>' },
    read: 'mail schedule, mail stream',
    record: mailRecord,
  }),
};
