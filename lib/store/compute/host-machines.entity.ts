import { entity, z } from '#lib/store/entity.ts';

/*
 * A host names a machine by its instance's id alone. Its claim of a port, which names the account, is found by reading
 * all claims of the host, so this process remembers which it was. What is remembered is only where to look.
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
