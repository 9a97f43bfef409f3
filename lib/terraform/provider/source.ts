import type { Client } from '#lib/client/client.ts';
import type { OperationId } from '#lib/client/methods.ts';
import generated from '#lib/generated/terraform/sources.json' with { type: 'json' };
import { type Source, sources } from '#lib/terraform/map/sources.ts';
import { type Value, type Values, values } from '#lib/terraform/protocol/value.ts';
import { fitted, toJson } from './json.ts';
import { ask } from './resource.ts';
import type { Attributes } from './schema.ts';

/** A data source with its attributes. */
export interface SourceSchema {
  readonly description: string;
  /** The attribute that has the items of a list. */
  readonly items?: string;
  readonly attributes: Attributes;
}

/** All data sources, by their names after `svc_`. */
export const sourceSchemas = generated.sources as unknown as Readonly<Record<string, SourceSchema>>;

/** What a data source reads with this configuration. Throws where none or several are named. */
export async function readSource(client: Client, type: string, config: Values, signal: AbortSignal): Promise<Values> {
  const name = type.replace(/^svc_/, '');
  const [source, schema] = [sources[name], sourceSchemas[name]];
  if (!source || !schema) throw new Error(`${type}: is no data source of svc`);
  const found = await foundBy(client, { type, source, schema, config, signal });
  return values(
    Object.entries(schema.attributes).map(([name, attribute]) => {
      const value = found[name] === undefined ? (config[name] ?? null) : fitted(attribute, found[name]);
      return [name, value] as const;
    }),
  );
}

interface Reading {
  readonly type: string;
  readonly source: Source;
  readonly schema: SourceSchema;
  readonly config: Values;
  readonly signal: AbortSignal;
}

type Found = Record<string, unknown>;

async function foundBy(client: Client, { type, source, schema, config, signal }: Reading): Promise<Found> {
  if (source.read) return (await ask(client, source.read, { signal })) as Found;
  const query = queryOf(schema, config);
  if (source.by && Object.keys(query).length !== 1) {
    throw new Error(`${type}: takes one of ${source.by.join(', ')}`);
  }
  const items: Found[] = [];
  // Which operations are lists is a type of literals; the table names one of them.
  const list = source.list as OperationId as 'listVpcs';
  for await (const item of client.paginate(list, { query: { ...query, limit: 100 }, signal })) {
    items.push(item as unknown as Found);
  }
  if (!source.by) return { [schema.items ?? '']: items };
  const [name = ''] = Object.keys(query);
  const named = items.filter((item) => item[name] === query[name] && item.status !== 'terminated');
  const [one, ...others] = named;
  if (!one) throw new Error(`${type}: none has the ${name} "${query[name]}"`);
  if (others.length > 0) throw new Error(`${type}: several have the ${name} "${query[name]}"`);
  return one;
}

/** The arguments that are given, as the query of a list: each tag is a parameter of its own. */
function queryOf({ attributes }: SourceSchema, config: Values): Record<string, unknown> {
  const given = Object.entries(config).filter(([name, value]) => value !== null && attributes[name]?.settable);
  return Object.fromEntries(
    given.flatMap(([name, value]): [string, unknown][] =>
      name === 'tags'
        ? Object.entries(value as Values).map(([key, tag]): [string, Value] => [`tag.${key}`, tag])
        : [[name, toJson(value)]],
    ),
  );
}
