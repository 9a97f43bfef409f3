import { listSshKeys, prefetchSshKeys } from '#lib/domain/compute/ssh-keys/list.ts';
import { route } from '#lib/edge/route.ts';
import { sshKey } from '#lib/model/compute/ssh-key.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's SSH keys. */
export const handler = route(
  {
    name: 'listSshKeys',
    action: 'compute:ListSshKeys',
    resource: () => 'ssh-key/*',
    names: { 'query.id': 'ssh-key' },
    query: taggedListQuery('name', 'fingerprint', 'type').superRefine(knownValues('type', sshKey.shape.type.options)),
    prefetchPage: prefetchSshKeys,
    reply: listOf('ssh_keys', sshKey),
  },
  (context, { query }) => listSshKeys(context, query),
);
