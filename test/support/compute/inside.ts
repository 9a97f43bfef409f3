import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { markInside } from '#lib/local/inside/sources.ts';
import { newAccountId, newId } from '#lib/model/platform/ids.ts';
import type { Source, SourceMachine } from '#lib/model/platform/source.ts';

/** A machine, of an account and a VPC of its own unless given. */
export const someMachine = (change: Partial<SourceMachine> = {}): SourceMachine => ({
  account_id: newAccountId(),
  vpc_id: newId('vpc', new Date()),
  instance_id: newId('instance', new Date()),
  ...change,
});

/** A request's source: a machine at a private address, which machines of other VPCs have too. */
export const insideAt = (source_ip: string, inside = someMachine()): Source => ({ source_ip, inside });

/** Where every connection is this machine's, as the platform's entrance hands them to `accept`. */
export async function openInside(
  accept: (socket: Socket) => void,
  source: Source,
): Promise<{ port: number; url: string; close(): void }> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    markInside(socket, source);
    accept(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
