import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The wake-up connection of a host, through which it learns that there is work for it. */
export const bell = z.strictObject({
  host_id: z.string(),
  /** The gateway's id of the connection. */
  connection: z.string(),
  /** When the signature that opened it was made, in epoch seconds, and its hash. */
  signed_at: z.number(),
  signature: z.string(),
  /** When it was opened: real clock, epoch milliseconds. */
  opened_at: z.number(),
  /** When the gateway has certainly closed it: epoch seconds. */
  ttl: z.number(),
});

export const entities = {
  hostBell: entity({
    about: "host's bell",
    pk: 'HOST#<host>',
    sk: 'BELL',
    read: 'anyone who has work for the host',
    expires: 'always',
    record: bell,
  }),
};
