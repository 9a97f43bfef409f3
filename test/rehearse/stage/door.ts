import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Refusal } from './permits.ts';

/** What functions reach instead of Amazon. */
export interface Door {
  readonly url: string;
  /** The mails that SES took, oldest first: the whole text. */
  readonly mails: { readonly to: string; readonly text: string }[];
  /** The calls by operation, and what failed inside moto itself. */
  readonly calls: Map<string, number>;
  readonly faults: string[];
  /** The calls that a role does not allow: each once. */
  readonly refused: Set<string>;
  close(): void;
}

/**
 * Passes calls on to moto, but for those that the caller's role does not allow. Those to the table go one at a time:
 * moto's transactions copy the table and put the copy back, with what others wrote meanwhile. Mail that SES took is
 * kept, since moto shows it to nobody.
 */
export async function openDoor(moto: string, refusal: Refusal): Promise<Door> {
  const door = {
    mails: [] as Door['mails'],
    calls: new Map<string, number>(),
    faults: [] as string[],
    refused: new Set<string>(),
  };
  let last: Promise<unknown> = Promise.resolve();
  const pass = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const body = await bytesOf(incoming);
    const call = callOf(incoming);
    door.calls.set(call, (door.calls.get(call) ?? 0) + 1);
    const lacks = refusal({ signer: signerOf(incoming), operation: call, body });
    if (lacks !== undefined) {
      door.refused.add(lacks);
      reply.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      return void reply.end(JSON.stringify({ __type: 'AccessDeniedException', message: `no permission: ${lacks}` }));
    }
    const work = () => ask(moto, incoming, body);
    const isTable = call.startsWith('DynamoDB');
    const answered = isTable ? last.then(work) : work();
    if (isTable) last = answered.catch(() => undefined);
    const answer = await answered;
    if (answer.status >= 500) door.faults.push(`${call}: ${answer.status}`);
    if (answer.status === 200 && incoming.url === '/v2/email/outbound-emails') door.mails.push(mailOf(body));
    reply.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((incoming, reply) => {
    pass(incoming, reply).catch((error: Error) => {
      door.faults.push(`${callOf(incoming)}: ${error.message}`);
      reply.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, ...door, close };
}

const callOf = ({ method, url = '', headers }: IncomingMessage): string =>
  String(headers['x-amz-target'] ?? `${method} ${url.split('?')[0]}`);

const signerOf = ({ headers }: IncomingMessage): string =>
  /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Headers of a connection, which are not those of a message. */
const ofConnection = new Set(['connection', 'host', 'content-length', 'transfer-encoding', 'expect', 'keep-alive']);

async function ask(moto: string, { method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  const answer = await fetch(moto + url, {
    method,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const replied = Buffer.from(await answer.arrayBuffer());
  const fields = [...answer.headers].filter(([name]) => !ofConnection.has(name) && name !== 'content-encoding');
  return { status: answer.status, headers: Object.fromEntries(fields), body: replied };
}

function mailOf(body: Buffer): Door['mails'][number] {
  const { Destination, Content } = JSON.parse(body.toString('utf8'));
  return { to: Destination.ToAddresses.join(), text: Buffer.from(Content.Raw.Data, 'base64').toString('utf8') };
}
