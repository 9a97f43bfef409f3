import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { setting } from '#lib/model/platform/settings.ts';
import {
  entranceOf,
  isTerminalPath,
  isWebPath,
  type WebReply,
  webPolicy,
  webReply,
  withoutTerminal,
} from '#lib/web/bundle/serve.ts';
import { apiVersion } from './reply.ts';
import type { HttpRequest } from './request.ts';

/** The built console as a package carries it: its page, and its files, compressed by Brotli, in Base64. */
export interface PackedWeb {
  readonly html: string;
  readonly assets: Readonly<Record<string, string>>;
}

type Result = APIGatewayProxyStructuredResultV2;

/**
 * Answers a request for the console, or for an address that leads into it. Undefined for any other, and where the
 * package has no console, as on a laptop, whose front listener serves it.
 */
export async function webResult(request: HttpRequest, load: () => Promise<PackedWeb>): Promise<Result | undefined> {
  const { path, rawQuery, headers, reads } = request;
  if (!reads) return undefined;
  const entrance = entranceOf(path, headers.accept);
  if (entrance === undefined && !isWebPath(path) && !isTerminalPath(path)) return undefined;
  const packed = await load();
  if (packed.html === '') return undefined;
  if (isTerminalPath(path)) return textOf(request, withoutTerminal(path));
  if (entrance === undefined) return shown(request, packed);
  const location = entrance + (rawQuery && `?${rawQuery}`);
  return resultOf(request, 302, { location, 'referrer-policy': 'no-referrer', vary: 'Accept' }, '');
}

async function shown(request: HttpRequest, { html, assets }: PackedWeb): Promise<Result> {
  const name = request.path.slice('/console/assets/'.length);
  const packed = Object.hasOwn(assets, name) ? assets[name] : undefined;
  const bytes = Buffer.from(packed ?? '', 'base64');
  const files = { html, assets: new Map(packed === undefined ? [] : [[name, bytes]]), first: [] };
  const reply = webReply(files, request.path, webPolicy(setting('SVC_S3_URL')));
  const headers = { ...lowerCased(reply.headers), vary: 'Accept-Encoding' };
  if (reply.body !== bytes) return textOf(request, reply);
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
    return resultOf(request, 200, headers, (await promisify(brotliDecompress)(bytes)).toString());
  }
  return { ...resultOf(request, 200, { ...headers, 'content-encoding': 'br' }, packed ?? ''), isBase64Encoded: true };
}

const textOf = (request: HttpRequest, { status, headers, body }: WebReply): Result =>
  resultOf(request, status, { ...lowerCased(headers), vary: 'Accept-Encoding' }, Buffer.from(body).toString());

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function resultOf(request: HttpRequest, statusCode: number, headers: Record<string, string>, body: string): Result {
  const common = { 'x-api-version': apiVersion, 'x-request-id': request.id };
  return { statusCode, headers: { ...common, ...headers }, body: request.method === 'HEAD' ? '' : body };
}
