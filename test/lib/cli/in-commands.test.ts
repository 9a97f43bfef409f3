import { expect, test } from 'vitest';
import { inCommands } from '#lib/cli/output/in-commands.ts';

test.each([
  ['unknown type (see GET /compute/instance-types)', 'unknown type (see svc instance-type list)'],
  ['not verified; see POST /auth/verify-email', 'not verified; see svc account verify-email'],
  ['it lacks low_ports; see GET /healthz', 'it lacks low_ports; see svc platform health'],
  ['see GET /nowhere', 'see GET /nowhere'],
  ['bucket not empty: (?force=true deletes it)', 'bucket not empty: (--force deletes it)'],
  ['PATCH termination_protection=false first', '--no-termination-protection first'],
  ['keep_disk=true allows it', '--keep-disk allows it'],
  ['tag.role=true, truest=truest and a=b', 'tag.role=true, truest=truest and a=b'],
])('%s is told as %s', (sentence, told) => expect(inCommands(sentence)).toBe(told));
