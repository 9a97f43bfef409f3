import {
  type FirewallRecord,
  createFirewall as putFirewall,
  type RuleRecord,
  removeFirewall,
} from '#lib/store/compute/firewalls.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { newRule } from './rule.ts';

const anywhere = {
  direction: 'inbound',
  protocol: 'tcp',
  port_from: 22,
  cidrs: ['0.0.0.0/0'],
  description: 'SSH',
} as const;

/** What a new instance lets in: SSH from anywhere, and everything from its VPC; both can be deleted (contract 4.3). */
const defaultRules = (vpcCidr: string, now: Date): RuleRecord[] => [
  newRule({ ...anywhere, cidrs: [...anywhere.cidrs] }, 'default', now),
  newRule(
    { direction: 'inbound', protocol: 'all', cidrs: [vpcCidr], description: 'everything from the VPC' },
    'default',
    now,
  ),
];

type Owner = Pick<InstanceRecord, 'account_id' | 'id'>;

/** The firewall that an instance begins with. */
export const createFirewall = ({ account_id, id }: Owner, vpcCidr: string, now: Date): Write =>
  putFirewall({ account_id, instance_id: id, rules: defaultRules(vpcCidr, now), version: 1 });

/** Takes a terminated instance's rules away. */
export const dropFirewall = ({ account_id, id }: Owner): Write => removeFirewall(account_id, id);

/** The firewall of an instance that has none any more. */
export const noFirewall = ({ account_id, id }: Owner): FirewallRecord => ({
  account_id,
  instance_id: id,
  rules: [],
  version: 0,
});
