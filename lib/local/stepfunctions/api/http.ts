import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ownServer } from '#lib/local/own-server.ts';
import type { Engine } from '#lib/local/stepfunctions/engine.ts';
import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import type { Answering } from '#lib/local/transport/in-process.ts';
import type { Action } from './action.ts';
import { executionActions } from './executions.ts';
import { machineActions } from './machines.ts';
import { checkParameters } from './parameters.ts';
import { taskActions } from './tasks.ts';

const actions: Record<string, Action> = { ...machineActions, ...executionActions, ...taskActions };
const TARGET = 'AWSStepFunctions.';
const CONTENT_TYPE = 'application/x-amz-json-1.0';
/** Bytes; more than an escaped definition of 1 MB needs. */
const LARGEST_BODY = 4 * 1024 * 1024;

/**
 * An HTTP server that answers the service's JSON 1.0 protocol to local callers only, with the engine of that moment. It
 * does not listen yet.
 */
export function createEndpoint(current: () => Engine): Server {
  const server = ownServer((request, response) => {
    const engine = current();
    void engine.activity.track(serve(engine, request, response));
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  return server;
}

/**
 * Answers calls of this process, with the engine of that moment. What is refused has no text: the caller asks again
 * over HTTP, which has the words.
 */
export const answeringBy =
  (current: () => Engine): Answering =>
  async (operation, body) => {
    const engine = current();
    try {
      const reply = await engine.activity.track(act(engine, TARGET + operation, body));
      return { isGood: true, text: JSON.stringify(reply) };
    } catch {
      return { isGood: false, text: '' };
    }
  };

async function serve(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    send(response, 200, await answer(engine, request));
  } catch (error) {
    const known = error instanceof ServiceError ? error : internal(engine, error);
    response.setHeader('x-amzn-errortype', known.name);
    // The rest of an unread body is not awaited.
    if (!request.complete) response.setHeader('connection', 'close');
    send(response, known.status, {
      __type: `com.amazonaws.swf.service.v2.model#${known.name}`,
      message: known.message,
    });
  }
}

async function answer(engine: Engine, request: IncomingMessage): Promise<Record<string, unknown>> {
  checkCaller(request);
  const target = String(request.headers['x-amz-target'] ?? '');
  if (request.method !== 'POST') throw unknown(target);
  return act(engine, target, await read(request));
}

async function act(engine: Engine, target: string, body: string): Promise<Record<string, unknown>> {
  const name = target.startsWith(TARGET) ? target.slice(TARGET.length) : '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw unknown(target);
  return action.run(engine, checkParameters(action.parameters, parse(body)));
}

const unknown = (target: string) =>
  new ServiceError('UnknownOperationException', `The operation '${target}' is not known`);

/** Clients of the service send this content type; other requests are not for this service. */
function checkCaller({ headers }: IncomingMessage): void {
  if (headers.host !== 'localhost') {
    throw new ServiceError('AccessDeniedException', `The host '${headers.host}' is not served here`, 403);
  }
  if (headers['content-type']?.split(';')[0]?.trim() !== CONTENT_TYPE) {
    throw new ServiceError('SerializationException', `The content type must be ${CONTENT_TYPE}`);
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The default would destroy the socket before the answer is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > LARGEST_BODY) {
      throw new ServiceError('RequestEntityTooLargeException', `The body is larger than ${LARGEST_BODY} bytes`, 413);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    throw new ServiceError('SerializationException', 'The request body is not JSON');
  }
}

function internal(engine: Engine, error: unknown): ServiceError {
  engine.services.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new ServiceError('InternalFailure', 'The engine failed; its log says why', 500);
}

function send(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': CONTENT_TYPE,
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(text);
}
