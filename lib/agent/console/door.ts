import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BrowserHandshake } from '#lib/model/compute/host-messages.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';

/** Where a relay takes browsers in. */
export interface Door {
  /** It listens already. */
  readonly server: Server;
  /** The headers of a request that count, and from where it comes. */
  read(req: IncomingMessage): Pick<BrowserHandshake, 'headers' | 'source_ip' | 'inside'>;
  /** Throws the refusal of a handshake about which the control plane need not be asked. */
  check(handshake: BrowserHandshake): void;
  /** Answers a request that is for the door itself; false where it is not. */
  answer(req: IncomingMessage, res: ServerResponse): boolean;
  /** Takes nobody in any more, and cuts what is open. */
  close(): void;
}

const PATH = /^\/compute\/ws\/instances\/([^/]+)\/console$/;

/** A request as the control plane is told of it. */
export function handshakeOf(req: IncomingMessage, door: Pick<Door, 'read'>): BrowserHandshake {
  const [path = '', query = ''] = (req.url ?? '').split('?');
  return {
    id: newId('request', new Date()),
    instance: decode(PATH.exec(path)?.[1] ?? ''),
    path,
    ...door.read(req),
    query,
    user_agent: (req.headers['user-agent'] ?? '').replaceAll(/[^\x20-\x7e]/g, '?'),
  };
}

/** Whether a request asks for a console. */
export const isForConsole = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && PATH.test(url.split('?')[0] ?? '');

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The refusal of a request that is no handshake for a console. */
export function notHere({ method, url = '' }: IncomingMessage): ApiError {
  const path = url.split('?')[0] ?? '';
  if (!PATH.test(path)) return new ApiError('no_such_route', 'no such route');
  if (method !== 'GET')
    return new ApiError('method_not_allowed', `${method} is not allowed here (GET)`, { headers: { Allow: 'GET' } });
  return new ApiError('upgrade_required', 'the console is a WebSocket: send Upgrade: websocket', {
    headers: { Upgrade: 'websocket' },
  });
}
