import { listSshKeys } from '#lib/domain/ssh-keys/list.ts';
import { route } from '#lib/edge/route.ts';
import { knownValues, listOf, listQuery } from '#lib/model/lists.ts';
import { sshKey } from '#lib/model/ssh-key.ts';

/** One page of the account's SSH keys. */
export const handler = route(
  {
    name: 'listSshKeys',
    action: 'compute:ListSshKeys',
    resource: () => 'ssh-key/*',
    query: listQuery('name', 'fingerprint', 'type').superRefine(knownValues('type', sshKey.shape.type.options)),
    reply: listOf('ssh_keys', sshKey),
  },
  (context, { query }) => listSshKeys(context, query),
);
