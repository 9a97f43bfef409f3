import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Bundle } from '#lib/deploy/bundle.ts';
import { type FunctionConfig, moduleOf } from '#lib/deploy/framework.ts';

const run = promisify(execFile);

/** What a function takes in a fresh process: it is loaded and invoked once. */
export interface Footprint {
  /** The most memory that the process had, in MB. A process of Node that loads nothing has about 45. */
  readonly memory: number;
  /** Milliseconds of one processor to load it, and for its first invocation. */
  readonly load: number;
  readonly call: number;
}

/** The program of that process. It is told the file, the name of the handler and the event. */
const program = `
  const [file, name, event] = JSON.parse(process.env.FOOTPRINT);
  const spent = (from) => { const { user, system } = process.cpuUsage(from); return (user + system) / 1000; };
  const before = process.cpuUsage();
  const handler = (await import(file))[name];
  const load = spent(before);
  const called = process.cpuUsage();
  process.stdout.write = () => true;
  await Promise.resolve(handler(event, { getRemainingTimeInMillis: () => 29_000 })).catch(() => undefined);
  const found = { memory: process.resourceUsage().maxRSS / 1024, load, call: spent(called) };
  process.stderr.write(JSON.stringify(found) + '\\n', () => process.exit(0));
`;

/** Stands in the place of every service of AWS: nothing is there, and everything is taken. */
export async function openNowhere(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => reply.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/**
 * Loads a function from a bundle in a process of its own and invokes it once: a route as somebody whom nobody knows, a
 * schedule and a task with nothing to do. `aws` is where it finds the services of AWS.
 */
export async function footprintOf({ outdir }: Bundle, fn: FunctionConfig, aws: string): Promise<Footprint> {
  const file = pathToFileURL(join(outdir, `${moduleOf(fn)}.mjs`)).href;
  const name = fn.handler.slice(fn.handler.lastIndexOf('.') + 1);
  const env = {
    ...{ AWS_ENDPOINT_URL: aws, AWS_REGION: 'ap-south-1', AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none' },
    ...{ SVC_TABLE: 'none', SVC_JWKS: 'none', SVC_SECRET_KEY_SECRET: 'none', SVC_SIGNING_KEY_SECRET: 'none' },
    ...{ SVC_BASE_URL: 'https://api.example.in', FOOTPRINT: JSON.stringify([file, name, eventFor(fn)]) },
  };
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', program], { env });
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as Footprint;
}

/** Somebody who signs up or logs in; other routes refuse this body, or the caller. */
const body = JSON.stringify({ email: 'nobody@example.in', password: 'correct horse battery staple' });

function eventFor({ events = [] }: FunctionConfig): object {
  const sourceIp = '192.0.2.1';
  if (events.some(({ hostBell }) => hostBell))
    return { headers: {}, requestContext: { connectionId: 'none', identity: { sourceIp } } };
  const [key] = events.flatMap(({ httpApi, hostApi }) => [httpApi ?? hostApi ?? []].flat());
  if (typeof key !== 'string') return { Records: [] };
  const [method = '', path = '/nowhere'] = key.split(' ');
  const http = { method: method === '*' ? 'GET' : method, path, protocol: 'HTTP/1.1', sourceIp };
  return {
    ...{ version: '2.0', routeKey: key, rawPath: path, rawQueryString: '', isBase64Encoded: false },
    headers: { host: 'api.example.in', 'content-type': 'application/json' },
    pathParameters: { id: 'i-00000000000000000000000000' },
    requestContext: { http, requestId: 'footprint', routeKey: key, stage: '$default', timeEpoch: Date.now() },
    ...(method !== 'GET' && { body }),
  };
}
