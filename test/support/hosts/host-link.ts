import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { JWK } from 'jose';
import { parse } from 'yaml';
import { HostLink, type LinkOptions } from '#lib/agent/link/link.ts';
import type { Received, Sent, Transport } from '#lib/agent/link/transport.ts';
import { enrolHost } from '#lib/domain/compute/hosts/join.ts';
import type { HostHandler } from '#lib/edge/hosts/route.ts';
import { eventOf } from '#lib/local/api/event.ts';
import { Routes } from '#lib/local/api/routes.ts';
import { hostApi } from '#lib/model/compute/host-api.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { environment } from '#lib/model/platform/settings.ts';
import { outsideAt } from '#lib/model/platform/source.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';

type Functions = Record<string, { handler: string; events: { hostApi: string }[] }>;
const functions = Object.assign(
  {},
  ...globSync('functions/hosts/functions.yml').map((file) => parse(readFileSync(file, 'utf8'))),
) as Functions;
const routes = new Routes(functions, 'hostApi');

/** Answers a call by the handler of its route, as the local platform and a gateway do. */
async function callHandler({ method, target, headers, body }: Sent): Promise<Received> {
  const [path = '', query] = target.split('?');
  if (path === hostApi.connectBell.path) return shakeHands({ headers, query });
  const found = routes.find(method, path);
  if (!found) return { status: 404, code: 'no_such_route', text: '{}' };
  const file = resolve(functions[found.function]?.handler.replace(/\.handler$/, '.ts') ?? '');
  const { handler } = (await import(pathToFileURL(file).href)) as { handler: HostHandler };
  const request = { method, target, headers, body: Buffer.from(body), source: outsideAt('127.0.0.1') };
  const reply = await handler(eventOf(request, found) as Parameters<HostHandler>[0]);
  const code = String(reply.headers?.['x-error-code'] ?? '');
  return { status: reply.statusCode ?? 0, code, text: reply.body ?? '' };
}

/** The handshake of the bell's WebSocket, as its API has it. */
async function shakeHands({ headers, query }: Pick<Sent, 'headers'> & { query: string | undefined }) {
  const { handler } = await import('#functions/hosts/connect-bell.ts');
  const reply = await handler({
    headers,
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    requestContext: { connectionId: `by-${randomUUID()}`, identity: { sourceIp: '127.0.0.1' } },
  });
  const code = String(reply.headers?.['x-error-code'] ?? '');
  return { status: reply.statusCode ?? 0, code, text: reply.body ?? '' };
}

/** Calls of the handlers in this process. */
export const direct: Transport = { send: callHandler, close: () => undefined };

/** A new key, with its public half. */
export function newHostKey(): { key: JWK; public_key: string } {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;
  return { key, public_key: String(key.x) };
}

/** The key of the hosts that a test makes. Of several links of one host each goes on until its epoch is over. */
const ownKey = newHostKey();

/**
 * The link of a host that the test has made. Its epoch is the host's present one, or the one
 * given.
 */
export async function linkOf(
  hostId: string,
  epoch?: number,
  options: Partial<LinkOptions> = {},
): Promise<HostLink & { readonly key: JWK }> {
  const { key, public_key } = ownKey;
  await enrolHost(hostId, public_key);
  await changeHost(hostId, { job_kinds: [...jobKinds] });
  const audience = environment().SVC_BASE_URL || 'svc';
  const link = new HostLink({ hostId, key, audience, transport: direct, ...options });
  link.begin(epoch ?? (await getHost(hostId))?.epoch ?? 0);
  return Object.assign(link, { key });
}

/** Changes attributes of a host's record, behind everybody's back. */
export async function changeHost(hostId: string, set: Record<string, unknown>): Promise<void> {
  const names = Object.keys(set);
  await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.host(hostId),
      UpdateExpression: `SET ${names.map((_, at) => `#${at} = :${at}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, at) => [`:${at}`, set[name]])),
    }),
  );
}
