import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import type { Parameter, Values } from './parameters.ts';

/** The parameters of every list. */
export const PAGING: Record<string, Parameter> = {
  maxResults: { type: 'integer', max: 1000 },
  nextToken: { type: 'string', max: 1024 },
};

/** One page of a list that is in order, after the item whose id the token names; throws InvalidToken. */
export function page<T>(items: T[], idOf: (item: T) => string, values: Values): { items: T[]; nextToken?: string } {
  const size = Number(values.maxResults) || 100;
  const start = values.nextToken === undefined ? 0 : after(items, idOf, String(values.nextToken));
  const found = items.slice(start, start + size);
  const last = found.at(-1);
  if (!last || start + size >= items.length) return { items: found };
  return { items: found, nextToken: Buffer.from(`page:${idOf(last)}`).toString('base64url') };
}

function after<T>(items: T[], idOf: (item: T) => string, token: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const index = text.startsWith('page:') ? items.findIndex((item) => idOf(item) === text.slice(5)) : -1;
  if (index < 0) throw new ServiceError('InvalidToken', `Invalid Token: '${token}'`);
  return index + 1;
}
