import type { OperationId } from '#lib/client/methods.ts';
import { type Values, values } from '#lib/terraform/protocol/value.ts';
import { fitted } from '#lib/terraform/provider/json.ts';
import { type Creation, type ResourceSchema, schemas } from '#lib/terraform/provider/schema.ts';
import { type References, refer, resourceBlock, type Shape, unused, type Written, wordsFor } from './blocks.ts';
import { label } from './hcl.ts';

/** A call of the API: its operation, the parameters of its path, and its body. */
export interface Calling {
  readonly operation: OperationId;
  readonly args: object;
}

interface Created extends Written {
  readonly beside: readonly string[];
}

/** Fields of a body by their names. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The resources that calls create, as blocks without secrets. Empty where no call creates what the provider has, or
 * one lacks what its resource needs.
 */
export function createdBy(calls: readonly Calling[]): string {
  const all: Created[] = [];
  const references: References = new Map();
  for (const { operation, args } of calls) {
    const noun = Object.keys(schemas).find((name) => schemas[name]?.create.operation === operation);
    const given = noun && givenBy(schemas[noun]?.create as Creation, args);
    if (given) add(all, references, noun, given);
  }
  return all.map((one) => resourceBlock(one, references, one)).join('\n');
}

/** What a call gives, by the names of attributes. */
function givenBy({ path = {} }: Creation, args: object): Fields {
  const { body = {}, ...inPath } = args as { body?: object };
  return { ...Object.fromEntries(Object.entries(inPath).map(([name, value]) => [path[name] ?? name, value])), ...body };
}

/** Adds a resource, and those that the fields of its creation make beside it. */
function add(all: Created[], references: References, noun: string, given: Fields): void {
  const { create, ...schema } = schemas[noun] as ResourceSchema;
  const kind = shapeOf(noun, schema);
  const state = stateOf(kind, given);
  const isWhole = Object.keys(kind.attributes).every((name) => {
    const { required, writeOnly } = kind.attributes[name] ?? {};
    return !required || writeOnly || (state[name] ?? null) !== null;
  });
  if (!isWhole) return;
  const name = unused(all, kind.type, label(wordsFor(kind, state, references)));
  // Until it is there its address stands for its id.
  state.id = `${kind.type}.${name}`;
  const { apart = {} } = create;
  const beside = Object.keys(given)
    .filter((field) => !(kind.attributes[field]?.settable || field in apart) && given[field] != null)
    .map((field) => `${field}: has no argument here.`);
  all.push({ kind, name, state, beside });
  refer(references, { kind, name, state });
  for (const [field, { noun: other, of, sets }] of Object.entries(apart)) {
    const named = kind.isComposed ? state[kind.names[0] ?? 'id'] : state.id;
    for (const item of itemsOf(given[field], schemas[other]?.attributes[sets ?? '']?.nested?.nesting === 'list')) {
      add(all, references, other, { [of]: named, ...(sets ? { [sets]: item } : (item as object)) });
    }
  }
}

/** The values of a field of which each makes a resource. */
function itemsOf(value: unknown, isOne: boolean): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && !isOne ? value : [value];
}

const shapeOf = (noun: string, { attributes, names }: Omit<ResourceSchema, 'create'>): Shape => ({
  type: `svc_${noun}`,
  attributes,
  isComposed: names !== undefined,
  names: names ?? ['id'],
});

/** What the call sets, and no secret. */
const stateOf = ({ attributes }: Shape, given: Fields): Values =>
  values(
    Object.entries(attributes).map(
      ([name, one]) => [name, one.settable && !one.writeOnly ? fitted(one, given[name]) : null] as const,
    ),
  );
