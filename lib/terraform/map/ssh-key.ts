import type { Noun } from './noun.ts';

/** The type and the key of a line, without its comment. */
const bare = (line: string) => line.trim().split(/\s+/).slice(0, 2).join(' ');

/** A public key: its comment and the space around it mean nothing. */
export const sshKey: Noun = {
  create: 'importSshKey',
  read: 'getSshKey',
  updates: ['updateSshKey'],
  delete: 'deleteSshKey',
  list: 'listSshKeys',
  kept: ['fingerprint', 'type'],
  same: { public_key: (one, other) => bare(one) === bare(other) },
};
