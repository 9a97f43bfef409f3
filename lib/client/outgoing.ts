import { routes } from '#lib/generated/client/routes.ts';
import { encode } from '#lib/standards/sigv4/encode.ts';
import { canonicalQuery } from '#lib/standards/sigv4/query.ts';
import type { OperationId } from './methods.ts';

/** A request before its credentials are added. */
export interface Outgoing {
  readonly operation: OperationId;
  readonly method: string;
  /** With the path of the base URL, percent-encoded. */
  readonly path: string;
  /** Without its `?`, encoded and sorted as signatures want it. */
  readonly query: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** What any operation takes, beside the parameters of its path. */
export interface AnyArgs {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly dryRun?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly wait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
}

const options = new Set(['body', 'dryRun', 'idempotencyKey', 'ifMatch', 'query', 'signal', 'timeout', 'wait']);
const dryRunType = 'application/vnd.svc.dry-run+json';

/** The longest time for which the platform holds a reply, in seconds. */
const longestWait = 25;

/**
 * The request of a call. Throws TypeError for an argument that the operation does not have, so that a misspelt option
 * never changes something, and for a part of the path that is missing, empty or only dots.
 */
export function outgoing(operation: OperationId, args: AnyArgs, basePath: string): Outgoing {
  const [method = '', template = ''] = routes[operation].split(' ');
  const parameters = new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const unknown = Object.keys(args).find((name) => !parameters.has(name) && !options.has(name));
  if (unknown) {
    const known = [...parameters, ...options].join(', ');
    throw new TypeError(`${operation}: ${unknown}: is unknown (${known})`);
  }
  const body = args.body === undefined ? undefined : JSON.stringify(args.body);
  return {
    operation,
    method,
    path: basePath + template.replaceAll(/\{(\w+)\}/g, (_, name) => encode(partOf(operation, name, args))),
    query: queryOf(args),
    body,
    headers: headersOf(method, body, args),
  };
}

function partOf(operation: OperationId, name: string, args: object): string {
  const value: unknown = (args as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return value;
  throw new TypeError(`${operation}: ${name}: must be a text, neither empty nor "." nor ".."`);
}

function queryOf({ query = {}, dryRun }: AnyArgs): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => [name, String(value)]);
  return canonicalQuery({ ...Object.fromEntries(pairs), ...(dryRun && { dry_run: 'true' }) });
}

function headersOf(method: string, body: string | undefined, args: AnyArgs): Record<string, string> {
  const { dryRun, idempotencyKey, ifMatch, wait } = args;
  return {
    accept: dryRun ? dryRunType : 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'idempotency-key': idempotencyKey ?? randomKey() }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(wait !== undefined && { prefer: `wait=${Math.min(longestWait, Math.floor(wait))}` }),
  };
}

/** A key that nobody else has: 128 random bits. Browsers have `randomUUID` in secure pages alone. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
