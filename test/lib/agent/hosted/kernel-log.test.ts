import { expect, test } from 'vitest';
import { endedIn } from '#lib/agent/hosted/kernel-log.ts';

const record = (memcg: string, task: string) =>
  `6,70001,32123574057,-;oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0,` +
  `oom_memcg=${memcg},task_memcg=${memcg},task=${task},pid=16469,uid=2000158720\n SUBSYSTEM=x\n`;

test('a record of the kernel names the machine and the program that was ended', () => {
  expect(endedIn(record('/svc.slice/e45f6ef61003fc2b/i-4eb7d8133e50990e', 'perl'))).toEqual({
    machine: 'i-4eb7d8133e50990e',
    program: 'perl',
  });
});

test('a program cannot be taken for another machine’s, nor change how its name is shown', () => {
  const [mine, theirs] = ['/svc.slice/a/i-one', '/x/i-two'];
  // A name has at most fifteen bytes.
  expect(endedIn(record(mine, 'a,task_memcg=/x'))?.machine).toBe('i-one');
  expect(endedIn(record(mine, 'a,task=b,pid=1'))?.machine).toBe('i-one');
  expect(endedIn(record(theirs, '\x1b[2J\u00ff'))?.program).toBe('?[2J?');
});

test.each([
  '6,1,1,-;eth0: left promiscuous mode\n',
  '3,2,2,-;Memory cgroup out of memory: Killed process 16469 (perl) total-vm:929072kB\n',
  '12,3,3,-;a user wrote: oom-kill:task_memcg=/svc.slice/a/i-one,task=perl,pid=1\n',
  '',
])('another record says nothing of machines: %j', (text) => {
  expect(endedIn(text)).toBeUndefined();
});
