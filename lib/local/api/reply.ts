import { baseHeaders, type Refusal } from '#lib/local/front/reply.ts';

/** What a function answers to an HTTP API event (payload 2.0). */
interface Result {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** The reply of a route. */
export interface ApiReply {
  readonly status: number;
  /** By lower-case name; each cookie is a `set-cookie` of its own. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | string;
}

/**
 * The reply that a function's result means; undefined where it has no `x-request-id`, which every handler's has: it is
 * not a handler's.
 */
export function replyOf(result: unknown): ApiReply | undefined {
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded } = (result ?? {}) as Result;
  const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  if (!pairs.some(([name]) => name === 'x-request-id')) return undefined;
  return {
    status: statusCode,
    headers: [...pairs, ...cookies.map((cookie) => ['set-cookie', cookie] as const)],
    // Node sends a text and the headers before it at once.
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}

/** A refusal in the API's form. */
export function refusalReply({ status, code, error, headers }: Refusal): ApiReply {
  const all = { ...baseHeaders(), 'X-Error-Code': code, ...headers };
  return {
    status,
    headers: Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]),
    body: JSON.stringify({ error }),
  };
}
