import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { joinSockets } from '#lib/runtime/forwarder/join-sockets.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Backend } from './backend.ts';
import type { Front } from './front.ts';
import { hasBody, plainReason, requestHeaders, responseHeaders, targetOf } from './headers.ts';
import { refuseRaw } from './refuse.ts';

/** Forwards a request to change the protocol (WebSocket), and then bytes in both directions. */
export function passUpgrade(front: Front, incoming: IncomingMessage, client: Socket, head: Buffer): void {
  client.on('error', ignore);
  const path = targetOf(incoming, front.protocol);
  const backend = front.pool.forRequest(incoming.headers.cookie);
  // With a length but no body, the backend would take the next client's request for the body.
  if (path === null || hasBody(incoming)) refuseRaw(client, 400);
  else if (front.grpc) refuseRaw(client, 505);
  else if (!backend) refuseRaw(client, 503);
  else ask({ front, incoming, client, head, backend, path });
}

interface Asking {
  readonly front: Front;
  readonly incoming: IncomingMessage;
  readonly client: Socket;
  readonly head: Buffer;
  readonly backend: Backend;
  readonly path: string;
}

function ask({ front, incoming, client, head, backend, path }: Asking): void {
  const protocol = incoming.headers.upgrade ?? '';
  const call = request({
    agent: backend.agent,
    host: backend.spec.private_ip,
    port: backend.portFor(front.target),
    method: incoming.method ?? 'GET',
    path,
    headers: [...requestHeaders(incoming, front), 'Connection', 'Upgrade', 'Upgrade', protocol],
    timeout: front.limits.response,
  });
  backend.open += 1;
  client.once('close', () => {
    backend.open -= 1;
    call.destroy();
  });
  let late = false;
  call.once('timeout', () => {
    late = true;
    call.destroy(new Error('too late'));
  });
  call.on('error', () => !client.writableEnded && refuseRaw(client, late ? 504 : 502));
  call.once('response', (answer) => {
    client.write(headOf(answer, ['Connection', 'close']), 'latin1');
    answer.on('error', () => client.destroy());
    answer.pipe(client);
  });
  call.once('upgrade', (answer: IncomingMessage, upstream: Socket, first: Buffer) => {
    const changed = ['Connection', 'Upgrade', 'Upgrade', answer.headers.upgrade ?? ''];
    client.write(headOf(answer, [...changed, ...cookieOf(front, backend, incoming)]), 'latin1');
    client.write(first);
    upstream.write(head);
    join(client, upstream, backend, front.limits.idle);
  });
  call.end();
}

function cookieOf({ pool }: Front, backend: Backend, { headers }: IncomingMessage): string[] {
  const cookie = pool.cookieFor(backend, headers.cookie);
  return cookie ? ['Set-Cookie', cookie] : [];
}

/** A response's head as text for the wire. A body without a length ends with the connection. */
function headOf(answer: IncomingMessage, extra: readonly string[]): string {
  const headers = [...responseHeaders(answer), ...extra];
  let text = `HTTP/1.1 ${answer.statusCode} ${plainReason(answer.statusMessage ?? '')}\r\n`;
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return `${text}\r\n`;
}

/** Joins a client and a backend until either one ends or breaks, or both are silent for `idle` milliseconds. */
export function join(client: Socket, upstream: Socket, backend: Backend, idle: number): void {
  backend.hold(upstream);
  for (const socket of [client, upstream]) {
    socket.setKeepAlive(true, 60_000);
    socket.setTimeout(idle, () => {
      client.destroy();
      upstream.destroy();
    });
  }
  joinSockets(client, upstream);
}
