import { expect, test } from 'vitest';
import { limitsLine } from '#lib/agent/svc-host/checks.ts';

test('a host that has every limit says so', () => {
  expect(limitsLine(['cpu_limit', 'disk_limit', 'memory_limit'], [])).toBe('limits: memory, CPU, disk');
});

test('a host that lacks limits names them, with the reason from the log alone', () => {
  const said = ['new machines have one user: no', 'machines have no limits of memory and CPU: nothing mounts them'];
  expect(limitsLine(['disk_limit'], said)).toBe(
    'limits: machines may take more memory, CPU than their plan has (machines have no limits of memory and CPU: ' +
      'nothing mounts them); docs/hosts.md says what each needs',
  );
  expect(limitsLine(['memory_limit', 'cpu_limit'], [])).toBe(
    'limits: machines may take more disk than their plan has; docs/hosts.md says what each needs',
  );
});
