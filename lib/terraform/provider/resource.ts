import type { Client } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import type { OperationId } from '#lib/client/methods.ts';
import { type Call, callOf, type Reply } from '#lib/terraform/map/noun.ts';
import { unknown, type Value, type Values, values } from '#lib/terraform/protocol/value.ts';
import { alike, arranged } from './compare.ts';
import { fitted, toJson } from './json.ts';
import { isList, type Kind, pathOf, type Writing } from './kind.ts';

/** Paise an hour of a price in rupees a month (contract 1.2). */
export const hourly = (monthly: number) => Math.round((monthly * 100) / 730);

/** The state of a resource as a reply shows it, in the words of the user where these mean the same. */
export function stateOf(kind: Kind, reply: object, words: Values): Values {
  const shown = priced(reply as Record<string, unknown>);
  const state = values(
    Object.entries(kind.attributes).map(([name, attribute]) => {
      const word = words[name] === unknown ? null : (words[name] ?? null);
      if (attribute.writeOnly) return [name, null] as const;
      if (shown[name] === undefined) return [name, word ?? kind.noun.traces?.[name]?.(shown) ?? null] as const;
      const value = attribute.unordered
        ? arranged(fitted(attribute, shown[name]), words[name])
        : fitted(attribute, shown[name]);
      return [name, alike(kind, name, word, value) ? word : value] as const;
    }),
  );
  if (kind.isComposed) state.id = kind.names.map((name) => state[name]).join('/') || 'account';
  return state;
}

/** A price stands in the resource, or in its plan. */
function priced(shown: Record<string, unknown>): Record<string, unknown> {
  const monthly = shown.price_monthly ?? (shown.plan as { price_monthly?: number } | undefined)?.price_monthly;
  if (typeof monthly !== 'number') return shown;
  return { ...shown, price_monthly: monthly, price_hourly_paise: hourly(monthly) };
}

/** A call of an operation that the map of a noun names: their arguments differ, so no type says which fit. */
export async function ask(client: Client, operation: OperationId, args: object): Promise<Reply> {
  return (await client.request(operation, args as never)).body;
}

/** The resource of this state; undefined where it is gone. */
export async function found(
  client: Client,
  kind: Kind,
  state: Values,
  signal?: AbortSignal,
): Promise<object | undefined> {
  const call = callOf(kind.noun.read);
  const query = isList(call.operation) ? { query: { limit: 100 } } : {};
  try {
    const reply = await ask(client, call.operation, { ...pathOf(call, kind, state), ...query, signal });
    return kind.noun.shown ? kind.noun.shown(reply, state) : reply;
  } catch (error) {
    if (error instanceof SvcError && error.status === 404) return undefined;
    throw error;
  }
}

/** What a call is made for: the state before and after, and the configuration, which alone has secrets. */
export interface Change {
  readonly prior: Values | null;
  readonly next: Values;
  readonly config: Values;
}

/** The arguments of a call that writes: all of the resource, or these attributes of it. */
export function argumentsOf(kind: Kind, writing: Writing, change: Change, names: readonly string[]): object {
  const { prior, next, config } = change;
  const { call, isWhole } = writing;
  const path = pathOf(call, kind, { ...next, ...named(kind, prior) });
  const given = values(
    names.map((name) => [name, (kind.attributes[name]?.writeOnly ? config[name] : next[name]) ?? null] as const),
  );
  const body = call.body?.(given, prior) ?? bodyOf(kind, given, isWhole);
  return { ...path, ...(hasBody(writing, call) && { body }) };
}

const hasBody = ({ body }: Writing, call: Call) => body.length > 0 || call.body !== undefined;

/** What names a resource that exists is what it had. */
const named = ({ names }: Kind, prior: Values | null): Values =>
  values(prior ? [...names, 'id'].map((name) => [name, prior[name] ?? null] as const) : []);

function bodyOf({ noun }: Kind, given: Values, isWhole: boolean): Record<string, unknown> {
  const sent = Object.entries(given).filter(([, value]) => value !== unknown && !(isWhole && value === null));
  return Object.fromEntries(
    sent.map(([name, value]) => [name, noun.json?.includes(name) ? read(name, value) : toJson(value)]),
  );
}

/** A text of JSON that is no JSON. */
export class NoJson extends Error {
  override readonly name = 'NoJson';
  readonly attribute: string;
  constructor(attribute: string) {
    super(`${attribute}: is no JSON (jsonencode makes it)`);
    this.attribute = attribute;
  }
}

function read(name: string, value: Value): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw new NoJson(name);
  }
}
