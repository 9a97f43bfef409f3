import { configureMachine } from '#lib/domain/compute/jobs/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { isTransient } from '#lib/model/compute/instance-states.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { changeInstance, type InstanceRecord, readWithSshKeys } from '#lib/store/compute/instances.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';
import { isGone, noteRequest, toInstance } from './resource.ts';

interface KeysInput {
  id: string;
  ssh_key_ids: readonly string[];
}

/**
 * Replaces the SSH keys of an instance. Its host writes them into the running machine or onto the stopped machine's
 * disk. 404 for a key that the account does not have, 409 unless the instance is running or stopped.
 */
export function updateInstanceSshKeys(context: Context, { id, ssh_key_ids }: KeysInput): Promise<Instance> {
  return retryOnConflict(async () => {
    const { record, sshKeys } = await readWithSshKeys(context.principal.account_id, id, ssh_key_ids);
    if (!record || isGone(record, context.now)) throw notFound('instance', id);
    context.match(record.version);
    const found = ssh_key_ids.map((key, at) => requireKey(sshKeys[at], key));
    checkStatus(record);
    const next: InstanceRecord = {
      ...record,
      ssh_key_ids: [...ssh_key_ids],
      authorized_keys: found.map(({ public_key }) => public_key),
      updated_at: rfc3339(context.now),
    };
    const message = `SSH keys replaced by ${ssh_key_ids.join(', ') || 'none'}`;
    return context.commit({
      writes: [
        changeInstance(record, next),
        configureMachine(record),
        noteRequest(context, record, next, 'update_ssh_keys', message),
      ],
      reply: toInstance(next),
      version: record.version + 1,
      rings: [record.host_id],
    });
  });
}

function requireKey(key: SshKeyRecord | undefined, id: string): SshKeyRecord {
  if (!key) throw notFound('ssh key', id);
  return key;
}

function checkStatus({ id, status }: InstanceRecord): void {
  if (status === 'running' || status === 'stopped') return;
  const is = status === 'error' ? 'in status error' : status;
  const error = `instance ${id} is ${is}; its SSH keys can be replaced in status running or stopped`;
  throw new ApiError('wrong_state', error, isTransient(status) ? { retryAfter: 5 } : {});
}
