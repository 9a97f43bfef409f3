import { createServer } from 'node:net';

/** Does something each time a function knocks at a unix socket; `close` takes no more knocks. */
export async function openWakeup(path: string, answer: () => Promise<unknown>): Promise<{ close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume().end();
    void answer();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return { close: () => void server.close() };
}
