import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/*
 * A host names a machine only by its instance's id. Its claim of a port, which names the account, is found by reading
 * all claims of the host, so this process caches where the claim is. The cache is only a hint.
 */
export const claim = z
  .strictObject({
    port: z.number(),
    account_id: z.string(),
    instance_id: z.string(),
  })
  .readonly();

export const entities = {
  port: entity({
    about: 'SSH port claim',
    pk: 'HOST#<host>',
    sk: 'PORT#<port, number>',
    read: "launch; the agent's start",
    record: claim,
  }),
};
