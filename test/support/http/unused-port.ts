import { createServer } from 'node:net';

/** Below the ports that the system assigns by itself. */
const FIRST = 11_000;
/** Test files run at the same time. Each process uses a range of its own, and rarely the same port twice. */
const SHARE = 2_000;
const SHARES = 4;
const first = FIRST + SHARE * (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES);
let next = Math.floor(Math.random() * SHARE);

/** A TCP port of 127.0.0.1 that is free, and that no other test gets meanwhile. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = first + next;
    next = (next + 1) % SHARE;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
