import { expect, test } from 'vitest';
import { limitsNote } from '#lib/cli/run/limits-note.ts';

test.each([
  { has: ['memory_limit', 'cpu_limit', 'disk_limit'], says: undefined },
  {
    has: ['memory_limit', 'cpu_limit'],
    says: 'note: machines here may take more disk than their plan has; "svc doctor" on the host says why',
  },
  {
    has: ['ssh'],
    says: 'note: machines here may take more memory, CPU, disk than their plan has; "svc doctor" on the host says why',
  },
])('a launch says which limits are missing: $has', ({ has, says }) => {
  expect(limitsNote(has)).toBe(says);
});
