import * as z from 'zod';
import { firewallRule } from '#lib/model/compute/firewall.ts';
import { entity } from '#lib/store/entity.ts';

/** A stored rule; the item that holds it names the account and instance. */
export const ruleRecord = firewallRule.omit({ account_id: true, instance_id: true });

/** All rules of one instance. */
export const firewallRecord = z.strictObject({
  account_id: z.string(),
  instance_id: z.string(),
  rules: z.array(ruleRecord),
  /** Every write adds one; the ETag shows it. */
  version: z.number(),
});

export const entities = {
  firewall: entity({
    about: 'firewall',
    pk: 'A#<account>#firewall',
    sk: '<instance>',
    read: 'GET …/firewall; describing machines',
    version: 'version',
    record: firewallRecord,
  }),
};
