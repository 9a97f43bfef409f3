import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const entities = {
  balancerAssignment: entity({
    about: 'balancer assignm.',
    pk: 'HOST#<host>',
    sk: 'LB#<balancer>',
    read: "the host's agent",
    record: z.strictObject({ account_id: z.string(), load_balancer_id: z.string() }),
  }),
};
