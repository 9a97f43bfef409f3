import { equal, type Value, type Values } from '#lib/terraform/protocol/value.ts';
import { fromJson } from '#lib/terraform/provider/json.ts';
import type { Attribute, Attributes } from '#lib/terraform/provider/schema.ts';
import { expression, Raw } from './hcl.ts';

/*
 * How a resource is written, for `svc export terraform` and for the console. A browser has this file, so that nothing
 * of Node is imported here.
 */

/** What the writer needs of a kind of resource. */
export interface Shape {
  readonly type: string;
  readonly attributes: Attributes;
  /** Whether its id is made of these names; else it has an id of its own. */
  readonly isComposed: boolean;
  readonly names: readonly string[];
}

/** A resource with its name in the configuration. */
export interface Written {
  readonly kind: Shape;
  readonly name: string;
  readonly state: Values;
}

/** Expressions that name what a resource refers to: by ids, and by `bucket` and the like with a colon between. */
export type References = Map<string, string>;

/** Attributes that name a resource by something else than its id, and the resource and attribute that has it. */
const naming: Readonly<Record<string, readonly [type: string, attribute: string]>> = {
  bucket: ['svc_bucket', 'name'],
  username: ['svc_iam_user', 'username'],
  group: ['svc_iam_group', 'name'],
};

/** Adds the expressions that name this resource. */
export function refer(references: References, { kind, name, state }: Written): void {
  const address = `${kind.type}.${name}`;
  if (!kind.isComposed) references.set(String(state.id), `${address}.id`);
  for (const [attribute, [type, by]] of Object.entries(naming)) {
    if (kind.type === type) references.set(`${attribute}:${String(state[by])}`, `${address}.${by}`);
  }
}

/** What a resource is called in the configuration: its name, or those of what it belongs to. */
export function wordsFor({ type, isComposed, names }: Shape, state: Values, references: References): string {
  if (!isComposed) return String(state.name ?? state.id ?? type.slice('svc_'.length));
  if (names.length === 0) return 'account';
  const known = names.map((attribute) => String(state[attribute] ?? '')).filter(Boolean);
  return known.map((value) => references.get(value)?.split('.')[1] ?? value).join('_');
}

/** A name that no other resource of this type has: the wanted one, or it with a number. */
export function unused(all: readonly Written[], type: string, name: string): string {
  const isUsed = (one: string) => all.some((other) => other.kind.type === type && other.name === one);
  if (!isUsed(name)) return name;
  for (let count = 2; ; count += 1) if (!isUsed(`${name}_${count}`)) return `${name}_${count}`;
}

/** What the configuration says of a resource: what is not so by itself. */
export function said({ attributes }: Shape, state: Values): [string, Attribute][] {
  return Object.entries(attributes).filter(([name, { settable, versions, writeOnly, default: usual }]) => {
    const value = state[name] ?? null;
    const isUsual = usual !== undefined && equal(value, fromJson(usual));
    return settable && !versions && !writeOnly && value !== null && !isUsual;
  });
}

/**
 * A resource as its block, without its secrets, which comments name. Attributes of which the state has a trace and not
 * the text are `hidden`; `beside` are comments on what the block does not have.
 */
export function resourceBlock(
  { kind, name, state }: Written,
  references: References,
  { hidden = [], beside = [] }: { hidden?: readonly string[]; beside?: readonly string[] } = {},
): string {
  const lines = said(kind, state).flatMap(([attribute, one]) => {
    if (!hidden.includes(attribute)) {
      const value = settingOf(kind, attribute, one, state[attribute] as Value, references);
      return [`${attribute} = ${expression(value)}`];
    }
    const comment = `# ${attribute}: the platform shows this trace of it, and not the text.`;
    return one.required ? [comment, `${attribute} = ${expression(state[attribute])}`] : [comment];
  });
  const traced = said(kind, state).filter(([attribute, one]) => hidden.includes(attribute) && !one.required);
  const secrets = Object.entries(kind.attributes).filter(([, { writeOnly }]) => writeOnly);
  for (const [attribute, { required }] of secrets) {
    lines.push(`# ${attribute}: is a secret and left out (write-only).`);
    if (required) lines.push(`${attribute} = ""`);
  }
  lines.push(...beside.map((comment) => `# ${comment}`));
  const ignored = traced.map(([attribute]) => attribute).join(', ');
  if (ignored) lines.push(`lifecycle {\n    ignore_changes = [${ignored}]\n  }`);
  const body = lines.map((line) => `  ${line}\n`).join('');
  return `resource "${kind.type}" "${name}" {\n${body}}\n`;
}

function settingOf({ type }: Shape, name: string, attribute: Attribute, value: Value, references: References): unknown {
  if (attribute.json) return new Raw(`jsonencode(${expression(JSON.parse(String(value)))})`);
  const owner = naming[name];
  const named = owner && owner[0] !== type && references.get(`${name}:${String(value)}`);
  return named ? new Raw(named) : referring(attribute, value, references);
}

/** A value with expressions in place of ids; of objects what can be set. */
function referring(attribute: Pick<Attribute, 'nested'>, value: Value, references: References): unknown {
  if (Array.isArray(value)) return value.map((item) => referring(attribute, item, references));
  if (typeof value === 'string') {
    const reference = references.get(value);
    return reference === undefined ? value : new Raw(reference);
  }
  if (value === null || typeof value !== 'object') return value;
  const inner: Attributes | undefined = attribute.nested?.attributes;
  const entries = Object.entries(value).filter(([key, item]) => !inner || (inner[key]?.settable && item !== null));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, referring(inner?.[key] ?? {}, item as Value, references)]),
  );
}
