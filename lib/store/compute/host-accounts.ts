import { keys } from '#lib/store/keys.ts';
import { all } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';
import { requireOpen } from './hosts.ts';

/**
 * Records that an account has volumes or snapshots on a host, so that they are found if the host is lost. Stale where
 * the host takes nothing new.
 */
export const useDisksOf = ({ host_id, account_id }: { host_id: string; account_id: string }): Write[] => [
  requireOpen(host_id),
  noteDisks(host_id, account_id),
];

/** The same for a host that need not be open: for disks that follow a machine already there. */
export const noteDisks = (host: string, account: string): Write =>
  put({ ...keys.hostAccount(host, account), account_id: account });

/** The accounts that have, or have had, volumes or snapshots on a host. */
export const diskAccounts = (host: string) => {
  const { pk, sk } = keys.hostAccount(host, '');
  return all({ pk, begins: sk });
};
