import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { Conversation } from '#test/lib/runtime/holder/conversation.ts';

/** Starts what holds a QEMU, with a connection as its runtime, which can end: that, and the pid of the QEMU. */
export async function holdAlone(socket: string, program: readonly string[]) {
  const { file, args, ...options } = launcher('guest', { socket }, program);
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  expect(`${(await once(child.stdout, 'data'))[0]}`).toBe('ready\n');
  const said = new Conversation(socket);
  said.say('hello');
  expect(await said.hear()).toBe(`holder 1 ${child.pid}`);
  const pid = Number((await said.hear()).split(' ')[1]);
  expect(await said.hear()).toBe('done');
  return { said, pid };
}
