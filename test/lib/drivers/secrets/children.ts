import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A node process running one of these test programs; it prints `ready`, waits for a line, and prints its answer. */
export async function startChild(program: URL, args: string[]) {
  const child = spawn(process.execPath, [program.pathname, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value as string | undefined;
  if ((await nextLine()) !== 'ready') throw new Error('the child did not start');
  return {
    go: () => child.stdin.end('go\n'),
    nextLine,
    exited,
    kill: () => child.kill('SIGKILL'),
  };
}
