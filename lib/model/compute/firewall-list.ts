import * as z from 'zod';
import { listOf } from '#lib/model/platform/lists.ts';
import { firewallRule } from './firewall.ts';

/** An instance's rules, and the defaults for flows that no rule allows. */
export const firewall = listOf('rules', firewallRule).extend({
  default_inbound: z.literal('deny').describe('What happens to inbound traffic that no rule allows.'),
  default_outbound: z
    .enum(['allow', 'deny'])
    .describe('What happens to outbound traffic that no rule allows: `allow` while there is no outbound rule.')
    .meta({ example: 'allow' }),
});
export type Firewall = z.infer<typeof firewall>;
