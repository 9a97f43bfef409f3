import { afterEach, expect, test, vi } from 'vitest';
import { NetworkSockets } from '#lib/runtime/drivers/container/sockets.ts';

afterEach(() => {
  vi.useRealTimers();
});

const running = (program: (argv: readonly string[]) => readonly string[]) =>
  new NetworkSockets((argv) => {
    const [file = '', ...args] = program(argv);
    return { file, args, env: { ...process.env } as Record<string, string>, cwd: '/' };
  });

test('a socket whose helper says nothing is given up, and the next one is asked of a helper anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let silent = true;
  const sockets = running((argv) => (silent ? [process.execPath, '-e', 'process.on("message", () => {})'] : argv));
  const refused = expect(sockets.listen('127.0.0.1', 0)).rejects.toMatchObject({
    code: 'FAILED',
    message: 'the network helper did not answer',
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  silent = false;
  vi.useRealTimers();
  const server = await sockets.listen('127.0.0.1', 0);
  expect(server.listening).toBe(true);
  server.close();
  sockets.close();
});
