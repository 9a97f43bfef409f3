import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { changing, create, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { sshKeyRecord } from './ssh-keys.entity.ts';

export type SshKeyRecord = Stored<typeof sshKeyRecord>;

export const getSshKey = (account: string, id: string) => get(keys.listed(account, 'ssh-key', id));

export const createSshKey = (record: SshKeyRecord): Write =>
  changing(
    'ssh_key',
    undefined,
    record,
    create({
      ...keys.listed(record.account_id, 'ssh-key', record.id),
      ...nameIndex(record.account_id, 'ssh-key', record.name, record.id),
      ...record,
    }),
  );

/** Changes a key's name and tags. Stale where it was changed since it was read. */
export const changeSshKey = (record: SshKeyRecord, { name, tags, updated_at }: SshKeyRecord): Write =>
  update(
    keys.listed(record.account_id, 'ssh-key', record.id),
    {
      set: {
        name,
        tags,
        updated_at,
        version: record.version + 1,
        ...nameIndex(record.account_id, 'ssh-key', name, record.id),
      },
    },
    [['version', '=', record.version]],
  );

export const removeSshKey = (record: SshKeyRecord): Write =>
  changing(
    'ssh_key',
    record,
    undefined,
    remove(keys.listed(record.account_id, 'ssh-key', record.id), [['version', '=', record.version]]),
  );
