import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { EngineContext } from '#lib/local/s3/operations/operation.ts';
import { answersHalfClosed } from '#lib/runtime/system/half-open.ts';
import { errorReply, type Reply } from './reply.ts';
import { newRequestId, readRequest } from './request.ts';
import { send } from './send.ts';
import { serve } from './serve.ts';

/** Limits of connections. They affect no usual client. */
export interface HttpLimits {
  /** Milliseconds without traffic after which a connection is closed. */
  idleMs: number;
  /** Milliseconds within which a request's head must arrive. */
  headersMs: number;
  connections: number;
}

/** S3's limit, or slightly more. */
export const defaultLimits: HttpLimits = { idleMs: 30_000, headersMs: 20_000, connections: 2000 };

const MAX_HEAD = 16 * 1024;
/** Bytes of a refused body that are read and discarded, so that the client reads the refusal. */
const MAX_DRAIN = 1024 * 1024;
const DRAIN_MS = 2000;

/** A certificate with its chain, and its key; both PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/**
 * A server of S3's API, over TLS where there is a certificate. It does not listen yet. Throws for an invalid
 * certificate.
 */
export function createEndpoint(engine: EngineContext, limits: HttpLimits, certificate?: Certificate): Server {
  const open = new WeakMap<Socket, ServerResponse>();
  const answer = (message: IncomingMessage, response: ServerResponse, proceed: () => void) => {
    open.set(message.socket, response);
    const work = () => handle(engine, message, response, proceed);
    void admitted(engine, message, response, work).catch((error: unknown) =>
      engine.log(`a reply broke off: ${String(error)}`),
    );
  };
  const options = {
    maxHeaderSize: MAX_HEAD,
    headersTimeout: limits.headersMs,
    requestTimeout: 0,
    keepAliveTimeout: 20_000,
    highWaterMark: 256 * 1024,
    noDelay: true,
  };
  const server = certificate ? createSecureServer({ ...options, ...certificate }) : createServer(options);
  answersHalfClosed(server);
  server.maxConnections = limits.connections;
  server.on('request', (message, response) => answer(message, response, () => undefined));
  server.on('checkContinue', (message, response) => answer(message, response, () => response.writeContinue()));
  // S3 disregards every expectation but 100-continue (RFC 9110, 10.1.1, allows that).
  server.on('checkExpectation', (message, response) => answer(message, response, () => undefined));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket as Socket));
  server.setTimeout(limits.idleMs, (socket) => giveUp(socket, open.get(socket)));
  return server;
}

async function admitted(
  { admit }: EngineContext,
  message: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<void>,
): Promise<void> {
  const path = (message.url ?? '/').replace(/\?.*/, '').slice(0, 200);
  if (await admit(`S3 ${message.method} ${path}`, async () => (response.destroyed ? undefined : work()))) return;
  const id = newRequestId();
  const busy = new S3Error('ServiceUnavailable', { headers: { 'retry-after': '1', connection: 'close' } });
  await send(response, errorReply(busy, { id, resource: '/' }), { id, head: message.method === 'HEAD' });
  if (!message.complete) drain(message);
}

async function handle(
  engine: EngineContext,
  message: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
): Promise<void> {
  const id = newRequestId();
  const reply = await replyTo(engine, message, id, proceed);
  const unread = !message.complete && !message.destroyed;
  if (unread && !response.headersSent) response.setHeader('connection', 'close');
  await send(response, reply, { id, head: message.method === 'HEAD' });
  if (unread) drain(message);
}

async function replyTo(
  engine: EngineContext,
  message: IncomingMessage,
  id: string,
  proceed: () => void,
): Promise<Reply> {
  try {
    return await serve(engine, readRequest(message, { id, hosts: engine.hosts, proceed }));
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return errorReply(error, { id, resource: '/' });
  }
}

/** A client that is still sending would take a closed connection for a failure. */
function drain(message: IncomingMessage): void {
  let left = MAX_DRAIN;
  const timer = setTimeout(() => message.socket.destroy(), DRAIN_MS);
  message.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) message.socket.destroySoon();
  });
  message.on('close', () => clearTimeout(timer));
  message.resume();
}

function giveUp(socket: Socket, response: ServerResponse | undefined): void {
  if (response && !response.headersSent && !response.req.complete) {
    const id = newRequestId();
    const { xml = '', status = 400 } = errorReply(new S3Error('RequestTimeout'), { id, resource: '/' });
    response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': id, connection: 'close' });
    response.end(xml, () => socket.destroy());
    return;
  }
  socket.destroy();
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'RequestHeaderSectionTooLarge' : 'InvalidRequest';
  const { xml = '' } = errorReply(new S3Error(code), { id: newRequestId(), resource: '/' });
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/xml\r\ncontent-length: ${Buffer.byteLength(xml)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + xml, () => socket.destroy());
}
