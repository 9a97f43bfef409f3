import type { Noun } from './noun.ts';
import { sshKey } from './ssh-key.ts';
import { vpc } from './vpc.ts';

/** The resources of the provider, by their names after `svc_`. */
export const nouns: Readonly<Record<string, Noun>> = { ssh_key: sshKey, vpc };
