import { entity, z } from '#lib/store/entity.ts';

/** The connection by which a host hears that there is work for it. */
export const bell = z.strictObject({
  host_id: z.string(),
  /** What the gateway calls it. */
  connection: z.string(),
  /** Of the signature that opened it: when, in epoch seconds, and its hash. */
  signed_at: z.number(),
  signature: z.string(),
  /** When it was opened: real clock, epoch milliseconds. */
  opened_at: z.number(),
  /** When the gateway has ended it for certain: epoch seconds. */
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
