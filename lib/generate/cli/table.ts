import { kinds } from '#lib/cli/run/names.ts';
import type { Argument, Command, Flag } from '#lib/cli/table/types.ts';
import { type ClientOperation, type Document, operationsOf } from '#lib/generate/client/operations.ts';
import type { Schema } from '#lib/generate/client/types.ts';
import { columnsOf } from './columns.ts';
import { bodyFlags, queryFlag } from './flags.ts';
import { commandName, singularOf, unknownNames } from './names.ts';

/** The commands that are made from the document, by noun and verb. */
export function commandTable(document: Document): Command[] {
  const operations = operationsOf(document);
  const unknown = unknownNames(operations.map(({ name }) => name));
  if (unknown.length > 0) throw new Error(`the names of commands name no operations: ${unknown.join(', ')}`);
  const commands = operations.flatMap((operation) => commandOf(document, operation) ?? []);
  return commands.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const key = ({ noun, verb }: Command) => `${noun} ${verb}`;

function commandOf(document: Document, operation: ClientOperation): Command | undefined {
  const name = commandName(operation.name);
  if (!name) return undefined;
  const body = operation.body && resolved(document, operation.body.schema);
  const flags = [
    ...operation.query.flatMap(
      ({ name: field, schema, required, description, example }) =>
        withValues(
          queryFlag({ name: field, schema, required: required === true, about: description ?? '', example }),
          rowOf(document, operation),
        ) ?? [],
    ),
    ...(body ? bodyFlags(deeply(document, body), operation.body?.example) : []),
  ];
  const takes = (['DryRun', 'IfMatch', 'Prefer'] as const).filter((option) => operation.takes.has(option));
  return {
    ...name,
    operation: operation.name,
    summary: operation.summary,
    about: helpOf(operation.description),
    args: argumentsOf(operation, flags),
    flags,
    takes: takes.filter((option) => option !== 'Prefer' || operation.method !== 'GET').map((option) => options[option]),
    method: operation.method,
    ...(operation.body && { hasBody: true }),
    ...(operation.items && { items: operation.items.field }),
    columns: rowColumns(document, operation),
  };
}

/** A filter by a field of the rows, with the values that this field has. */
function withValues(flag: Flag | undefined, row: Schema | undefined): Flag | undefined {
  const field = ((row?.properties ?? {}) as Record<string, Schema>)[flag?.at[0] ?? ''];
  const values = field?.enum;
  return flag && Array.isArray(values) && !flag.values ? { ...flag, values: values.map(String) } : flag;
}

/** What the help says of an operation: what it does, without the API's statuses and headers. */
export function helpOf(description: string): string {
  const clauses = description.split(/(?<=[.;]) |(?<=:) (?=\d{3}\b)/);
  const kept = clauses.filter((clause) => !/^\d{3}\b|\bPrefer: wait\b/.test(clause));
  return kept
    .join(' ')
    .replace(/[;:]$/, '.')
    .replaceAll(/; (?=[A-Z])/g, '. ');
}

const options = { DryRun: 'dryRun', IfMatch: 'ifMatch', Prefer: 'wait' } as const;

/** What the parameters of paths are called, by the part of the path before them. */
function argumentsOf({ path, pathParameters }: ClientOperation, flags: readonly Flag[]): Argument[] {
  const found = pathParameters.map(({ name }): Argument => {
    const [, part = ''] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path) ?? [];
    const noun = nounOf(path, part);
    return { name, in: 'path', by: givenBy(name, noun), noun };
  });
  const named = flags.find(({ in: place, at, required }) => place === 'body' && required && isName(at));
  return found.length === 0 && named
    ? [{ name: named.at[0] ?? '', in: 'body', by: `the same as --${named.name}` }]
    : found;
}

/** By what the things of a noun are named: those of `kinds` by id as well, others by what the path has. */
function givenBy(parameter: string, noun: string): string {
  const by = kinds[noun]?.by ?? (/name|^group$/.test(parameter) ? 'name' : 'id');
  const words = { email: 'e-mail address', url: 'URL' }[by] ?? by;
  return kinds[noun] ? `${words} or id` : words;
}

const isName = ([field, ...more]: readonly string[]): boolean =>
  more.length === 0 && (field === 'name' || field === 'username');

function nounOf(path: string, part: string): string {
  if (part === 'members' && path.includes('/groups/')) return 'user';
  if (part === 'access-keys' && path.includes('/buckets/')) return 'bucket-key';
  return { backends: 'instance', orders: 'topup', rules: 'firewall-rule' }[part] ?? singularOf(part);
}

/** The schema of a row of a list; undefined of what is none. */
const rowOf = (document: Document, { items }: ClientOperation): Schema | undefined =>
  items && deeply(document, items.schema);

function rowColumns(document: Document, { items, reply }: ClientOperation): string[] {
  const schema = items?.schema ?? reply;
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '';
  return columnsOf(name, resolved(document, schema));
}

const resolved = ({ components }: Document, schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema;

/** The schema with its references replaced by what they refer to. */
function deeply(document: Document, schema: unknown): Schema {
  if (Array.isArray(schema)) return schema.map((part) => deeply(document, part)) as unknown as Schema;
  if (typeof schema !== 'object' || schema === null) return schema as Schema;
  const { $ref: _, ...own } = schema as Schema;
  const whole = { ...resolved(document, schema as Schema), ...own };
  return Object.fromEntries(Object.entries(whole).map(([name, part]) => [name, deeply(document, part)])) as Schema;
}
