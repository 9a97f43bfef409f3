import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toSshKey } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchSshKeys = prefetchPage('ssh-key');

/** One page of the caller's SSH keys. */
export async function listSshKeys(
  context: Context,
  query: ListQuery,
): Promise<{ ssh_keys: SshKey[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'ssh-key', query);
  return { ssh_keys: items.map(toSshKey), next_cursor };
}
