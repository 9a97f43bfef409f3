import type { OperationId } from '#lib/client/methods.ts';
import { outgoing } from '#lib/client/outgoing.ts';
import made from '#lib/generated/commands.json' with { type: 'json' };
import { quoted } from './quoted.ts';

/*
 * What a click does, as a line of the command line and as a line of curl. The table is the command line's own, so that
 * a line that is shown is a line that runs.
 */

interface FlagRow {
  readonly name: string;
  readonly at: readonly string[];
  readonly type: string;
  readonly in: string;
}
interface CommandRow {
  readonly noun: string;
  readonly verb: string;
  readonly operation: string;
  readonly summary: string;
  readonly args: readonly { readonly name: string }[];
  readonly flags: readonly FlagRow[];
}

/** Every operation as a command, without the texts of its help. */
export const commandRows = Object.values<readonly CommandRow[]>(made.commands).flat();

/** The arguments of a call: parameters of the path, `query` and `body`. */
export interface Given {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The line of `svc` that does the same; undefined for what the command line does in another way. */
export function svcLine(operation: OperationId, args: Given): string | undefined {
  const row = commandRows.find((one) => one.operation === operation);
  if (!row) return undefined;
  const body = (args.body ?? {}) as Record<string, unknown>;
  const query = args.query ?? {};
  const positional = row.args.map(({ name }) => quoted(textOf(valueAt(args, [name]) ?? body[name])));
  const named = new Set(row.args.map(({ name }) => name));
  const flags = row.flags
    .filter(({ at }) => at.length > 1 || !named.has(at[0] ?? ''))
    .flatMap((flag) => flagTexts(flag, valueAt(flag.in === 'query' ? query : body, flag.at)));
  return ['svc', row.noun, row.verb, ...positional, ...flags].join(' ');
}

const valueAt = (value: unknown, at: readonly string[]): unknown =>
  at.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value);

/** A flag as it is typed; several where it may be repeated, and none for what is not given. */
function flagTexts({ name, type }: FlagRow, value: unknown): string[] {
  if (value === undefined) return [];
  const flag = (text: string) => `--${name} ${quoted(text)}`;
  if (value === null) return [flag('null')];
  // What is secret never stands on a command line: others on the machine see it there.
  if (type === 'secret') return [flag('@-')];
  if (type === 'boolean') return [value === true ? `--${name}` : `--${name}=false`];
  if (type === 'map') return Object.entries(value).map(([key, text]) => flag(`${key}=${textOf(text)}`));
  if (type === 'objects') return (value as object[]).map((one) => flag(objectText(one)));
  if (Array.isArray(value)) return [flag(value.map(textOf).join(','))];
  return [flag(textOf(value))];
}

const objectText = (value: object): string =>
  Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${key}=${Array.isArray(part) ? part.join(',') : textOf(part)}`)
    .join(',');

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const secretNames = /password|token|secret|^code$/i;

/** The line of curl that does the same, with the access token in `$TOKEN`. Secrets of the body are left out. */
export function curlLine(operation: OperationId, args: Given, origin: string): string {
  const { method, path, query, body } = outgoing(operation, { ...args, body: redacted(args.body) }, '');
  const words = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(origin + path + (query && `?${query}`))];
  words.push('-H', '"Authorization: Bearer $TOKEN"');
  if (method !== 'GET') words.push('-H', '"Idempotency-Key: $(uuidgen)"');
  if (body !== undefined) words.push('-H', quoted('Content-Type: application/json'), '-d', quoted(body));
  return words.join(' ');
}

const redacted = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secretNames.test(name) ? '…' : value]))
    : body;
