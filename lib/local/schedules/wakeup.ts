import { createServer } from 'node:net';

/** Calls `answer` each time a function writes to the unix socket at `path`. `close` accepts no more wakeups. */
export async function openWakeup(path: string, answer: () => Promise<unknown>): Promise<{ close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume().end();
    void answer();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return { close: () => void server.close() };
}
