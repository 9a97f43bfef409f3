import { createHash } from 'node:crypto';
import type { Noun } from './noun.ts';

const hashed = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * A machine. Its firewall and its elastic IP are resources of their own. A change of its type stops it and starts it
 * again; a change of its key leaves the other keys, such as those of `svc ssh`.
 */
export const instance: Noun = {
  create: 'launchInstance',
  read: 'getInstance',
  updates: [
    'updateInstance',
    {
      operation: 'resizeInstance',
      sets: ['instance_type_id'],
      body: ({ instance_type_id }) => ({ instance_type_id }),
      within: { status: 'stopped', by: 'stopInstance', back: 'startInstance' },
    },
    {
      operation: 'updateInstanceSshKeys',
      sets: ['ssh_key_id'],
      body: (next, prior) => {
        const others = ((prior?.ssh_key_ids ?? []) as string[]).filter((id) => id !== prior?.ssh_key_id);
        return { ssh_key_ids: [next.ssh_key_id, ...others] };
      },
    },
  ],
  delete: 'terminateInstance',
  list: 'listInstances',
  shown: (reply, { ssh_key_id }) => {
    if (reply.status === 'terminated') return undefined;
    const [first = null] = reply.ssh_key_ids;
    return { ...reply, ssh_key_id: reply.ssh_key_ids.includes(ssh_key_id) ? ssh_key_id : first };
  },
  derived: ['ssh_key_id'],
  apart: {
    firewall_rules: { noun: 'firewall', of: 'instance_id', sets: 'rules' },
    elastic_ip_id: { noun: 'elastic_ip_attachment', of: 'instance_id', sets: 'elastic_ip_id' },
  },
  omit: ['ttl_hours', 'task', 'elastic_ip', 'volume_ids'],
  kept: ['host_key', 'private_ip', 'public_hostname', 'region', 'expires_at', 'ssh_port', 'asg_id', 'user_data_sha256'],
  same: { user_data: (one, other) => one === hashed(other) || hashed(one) === other },
  traces: { user_data: ({ user_data_sha256 }) => user_data_sha256 },
};
