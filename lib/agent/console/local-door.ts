import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type BrowserHandshake, hostParameter } from '#lib/model/compute/host-messages.ts';
import { outsideAt, readSource } from '#lib/model/platform/source.ts';
import type { Door } from './door.ts';

const MACHINE = /^\/machines\/([^/]{1,128})$/;

/**
 * A door on a unix socket that only a laptop's front listener can reach. It says by `GET /machines/{id}`, 200 or 404,
 * whether this host has a machine: `has` knows.
 */
export async function openLocalDoor(path: string, has: (id: string) => Promise<boolean>): Promise<Door> {
  const server = createServer({ noDelay: true });
  rmSync(path, { force: true });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  return {
    server,
    read: (req) => ({ headers: textsOf(req), ...sourceOf(req) }),
    check: () => undefined,
    answer(req, res) {
      const id = MACHINE.exec(req.url ?? '')?.[1];
      if (id === undefined) return false;
      void answerWhether(res, hostParameter.test(id) && has(id));
      return true;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerWhether(res: ServerResponse, has: boolean | Promise<boolean>): Promise<void> {
  const isHere = await Promise.resolve(has).catch(() => false);
  res.writeHead(isHere ? 200 : 404, { 'Content-Length': '0' }).end();
}

/** Where a request comes from, as the front listener says, which removes this header from what clients send. */
function sourceOf({ headers }: IncomingMessage): Pick<BrowserHandshake, 'source_ip' | 'inside'> {
  const { source_ip, inside } = readSource(String(headers['x-svc-source'] ?? '')) ?? outsideAt('');
  return { source_ip, ...(inside && { inside }) };
}

/** All headers of a request, as texts. */
const textsOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
