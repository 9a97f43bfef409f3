import { Agent, type IncomingMessage, request } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import { allCapabilities } from '#lib/drivers/objects/capabilities.ts';
import {
  type EngineEndpoint,
  engineBy,
  type engineCalls,
  type ObjectEngine,
  ObjectEngineError,
} from '#lib/drivers/objects/engine.ts';

/** The control socket of the embedded engine, and the secret generated at its start. */
export interface EngineSocket {
  socketPath: string;
  secret: string;
}

type EngineCall = (typeof engineCalls)[number];

/** Timeout of a call in milliseconds, in addition to the time that the call itself may take. */
const patience = 10_000;

/** The embedded engine, called over its unix socket. */
export function embeddedEngine(socket: EngineSocket, endpoint: EngineEndpoint): ObjectEngine {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const known = { capabilities: allCapabilities, endpoint, bucketPrefix: '' };
  return engineBy(known, (name, args) => {
    const withinMs = patience + (name === 'emptyBucket' ? Number(args[1]) : 0);
    return post(socket, agent, name, withinMs, serialize(args));
  });
}

async function post(
  { socketPath, secret }: EngineSocket,
  agent: Agent,
  name: EngineCall,
  timeout: number,
  body: Buffer,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${secret}`, 'content-length': body.length };
  const sent = request({ socketPath, agent, method: 'POST', path: `/${name}`, headers, timeout });
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`the object engine did not answer ${name} in ${timeout} ms`)));
    sent.end(body);
  });
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  if (reply.statusCode === 200) return deserialize(Buffer.concat(parts));
  const { code, message = `status ${reply.statusCode}` } = errorOf(Buffer.concat(parts));
  throw code ? new ObjectEngineError(code, message) : new Error(`the object engine: ${message}`);
}

/** The engine's error, which it sends as JSON. */
function errorOf(bytes: Buffer): { code?: ObjectEngineError['code']; message?: string } {
  return bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : {};
}
