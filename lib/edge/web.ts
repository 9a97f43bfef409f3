import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Asker } from '#lib/domain/compute/console/host-of.ts';
import { setting } from '#lib/model/platform/settings.ts';
import {
  assetReply,
  document,
  entranceOf,
  guideReply,
  isGuidePath,
  isReturn,
  isTerminalPath,
  isWebPath,
  terminalReply,
  type WebReply,
  webPolicy,
  webReply,
} from '#lib/web/bundle/serve.ts';
import { log, messageOf } from './log.ts';
import { apiVersion } from './reply.ts';
import type { HttpRequest } from './request.ts';

/** The built console as packaged: its page, and its files, compressed by Brotli, in Base64. */
export interface PackedWeb {
  readonly html: string;
  readonly assets: Readonly<Record<string, string>>;
  /** The document with a terminal, and its policy. */
  readonly terminal: Readonly<Record<'html' | 'policy', string>>;
}

/**
 * The API reference as packaged: its page and policy, and the name of its script with the script compressed by Brotli.
 */
export interface PackedReference {
  readonly html: string;
  readonly policy: string;
  readonly name: string;
  script(): Uint8Array;
}

/** The guides as packaged: each page and file by its address, compressed by Brotli where that helps. */
export type PackedGuides = ReadonlyMap<string, Uint8Array>;

/** Where the parts of the console come from. */
export interface WebSources {
  load(): Promise<PackedWeb>;
  loadReference(): Promise<PackedReference>;
  loadGuides(): Promise<PackedGuides>;
  /** The address of the consoles of a machine's host, for this caller; undefined where the caller may not know it. */
  hostOf(asker: Asker, instance: string): Promise<string | undefined>;
}

type Result = APIGatewayProxyStructuredResultV2;

/**
 * Answers a request for the console, or for an address that redirects to it. Undefined for any other request, and in a
 * package without the console, as on a laptop, where the front listener serves it.
 */
export async function webResult(request: HttpRequest, sources: WebSources): Promise<Result | undefined> {
  if (request.reads && /^\/docs(?:$|\/assets\/)/.test(request.path)) {
    return referenceOf(request, await sources.loadReference());
  }
  if (request.reads && isGuidePath(request.path)) return guideOf(request, await sources.loadGuides());
  const answer = answerTo(request, sources);
  if (!answer) return undefined;
  const packed = await sources.load();
  return packed.html === '' ? undefined : answer(packed);
}

type Answer = (packed: PackedWeb) => Result | Promise<Result>;

function answerTo(request: HttpRequest, sources: WebSources): Answer | undefined {
  const { path, method, headers, reads } = request;
  // The body that the payment gateway posts is ignored: its webhook and the page itself find out whether the payment
  // was made.
  if (method === 'POST' && isReturn(path)) return () => led(request, 303, path);
  if (!reads) return undefined;
  const entrance = entranceOf(path, headers.accept);
  if (entrance !== undefined) return () => led(request, 302, entrance);
  if (isTerminalPath(path)) return (packed) => terminalOf(request, packed, sources);
  return isWebPath(path) ? (packed) => shown(request, packed) : undefined;
}

/**
 * The page with a terminal. Its policy allows connections to the machine's host only with proof: the ticket in its
 * address, since a browser sends no proof for a page, or the cookie of a session that requires no proof. Otherwise it
 * may connect to the API alone.
 */
async function terminalOf(request: HttpRequest, { terminal }: PackedWeb, { hostOf }: WebSources): Promise<Result> {
  const { path, rawQuery, source_ip, inside } = request;
  const ticket = new URLSearchParams(rawQuery).get('ticket') ?? undefined;
  const [token, another] = request.cookies.get('svc_access') ?? [];
  const proof = ticket !== undefined ? { ticket } : token && another === undefined ? { token } : undefined;
  const asked = proof && hostOf({ ...proof, source_ip, inside }, path.slice('/console/'.length));
  const host = await asked?.catch((error: unknown) => {
    log('warn', { request_id: request.id, name: 'terminal', message: messageOf(error) });
    return undefined;
  });
  return textOf(request, terminalReply(terminal, host));
}

/** Redirects to another path of the console and keeps the query. */
function led(request: HttpRequest, status: 302 | 303, path: string): Result {
  const location = path + (request.rawQuery && `?${request.rawQuery}`);
  return resultOf(request, status, { location, 'referrer-policy': 'no-referrer', vary: 'Accept' }, '');
}

async function shown(request: HttpRequest, { html, assets }: PackedWeb): Promise<Result> {
  const name = request.path.slice('/console/assets/'.length);
  const packed = Object.hasOwn(assets, name) ? assets[name] : undefined;
  const bytes = Buffer.from(packed ?? '', 'base64');
  const files = { html, assets: new Map(packed === undefined ? [] : [[name, bytes]]), first: [] };
  const reply = webReply(files, request.path, webPolicy(setting('SVC_S3_URL')));
  return reply.body === bytes ? unpacked(request, reply) : textOf(request, reply);
}

/** The page of the API reference, or its script. Undefined where the package has none. */
async function referenceOf(request: HttpRequest, packed: PackedReference): Promise<Result | undefined> {
  const { html, policy, name, script } = packed;
  if (html === '') return undefined;
  if (request.path === '/docs') return textOf(request, document(html, policy));
  return request.path === `/docs/assets/${name}` ? unpacked(request, assetReply(name, script())) : undefined;
}

/** A page or file of the guides. Undefined where the package has none. */
async function guideOf(request: HttpRequest, packed: PackedGuides): Promise<Result | undefined> {
  if (packed.size === 0) return undefined;
  const reply = guideReply(packed, request.path);
  if (reply.compressible) return unpacked(request, reply);
  return binary(request, reply, lowerCased(reply.headers));
}

/** A reply whose body is compressed by Brotli: as it is for clients that accept Brotli, decompressed for others. */
async function unpacked(request: HttpRequest, reply: WebReply): Promise<Result> {
  const common = { ...lowerCased(reply.headers), vary: 'Accept-Encoding' };
  if (/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
    return binary(request, reply, { ...common, 'content-encoding': 'br' });
  }
  return resultOf(request, reply.status, common, (await promisify(brotliDecompress)(reply.body)).toString());
}

const binary = (request: HttpRequest, { status, body }: WebReply, headers: Record<string, string>): Result => ({
  ...resultOf(request, status, headers, Buffer.from(body).toString('base64')),
  isBase64Encoded: true,
});

const textOf = (request: HttpRequest, { status, headers, body }: WebReply): Result =>
  resultOf(request, status, { ...lowerCased(headers), vary: 'Accept-Encoding' }, Buffer.from(body).toString());

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function resultOf(request: HttpRequest, statusCode: number, headers: Record<string, string>, body: string): Result {
  const common = { 'x-api-version': apiVersion, 'x-request-id': request.id };
  return { statusCode, headers: { ...common, ...headers }, body: request.method === 'HEAD' ? '' : body };
}
