import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';
import { ticketRecord } from './tickets.entity.ts';

/** A console that a host has open. */
export const hostConsole = z.strictObject({
  host_id: z.string(),
  id: z.string(),
  instance_id: z.string(),
  /** The credentials that it depends on, and who opened it. */
  grant: ticketRecord.shape.grant,
  principal: z.strictObject({
    type: z.enum(['root', 'member', 'iam']),
    id: z.string(),
    name: z.string(),
    access_key_id: z.string().nullable(),
    account_id: z.string(),
  }),
  path: z.string(),
  source_ip: z.string(),
  /** The machine that it was opened from; absent if it was opened from outside. */
  inside: z
    .strictObject({
      account_id: z.string(),
      vpc_id: z.string(),
      instance_id: z.string(),
    })
    .nullable()
    .exactOptional(),
  user_agent: z.string(),
  /** Unix seconds after which the table may delete it. */
  ttl: z.number(),
});

export const entities = {
  hostConsole: entity({
    about: "host's console",
    pk: 'HOST#<host>',
    sk: 'CONSOLE#<console>',
    read: "the host's relay",
    expires: 'always',
    record: hostConsole,
  }),
};
