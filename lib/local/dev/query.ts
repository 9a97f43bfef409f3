import type { IncomingMessage } from 'node:http';
import { ApiError } from '#lib/model/platform/errors.ts';

const maxLimit = 200;
const defaultLimit = 50;

/** The query of a request to /dev. Refuses parameters that are not among `allowed`. */
export function queryOf({ url = '' }: IncomingMessage, allowed: readonly string[]): URLSearchParams {
  const query = new URL(url, 'http://localhost').searchParams;
  const unknown = [...query.keys()].find((name) => !allowed.includes(name));
  if (unknown === undefined) return query;
  throw new ApiError('unknown_field', `unknown query parameter ${JSON.stringify(unknown)}`);
}

/** The parameter `limit`: 1 to 200, by default 50 or what is given as such. */
export function limitOf(query: URLSearchParams, otherwise = defaultLimit): number {
  const text = query.get('limit');
  if (text === null) return otherwise;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= maxLimit) return limit;
  throw new ApiError('validation_failed', `limit: ${JSON.stringify(text)} must be an integer from 1 to ${maxLimit}`);
}
