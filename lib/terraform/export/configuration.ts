import type { Client } from '#lib/client/client.ts';
import type { Noun } from '#lib/terraform/map/noun.ts';
import type { Value, Values } from '#lib/terraform/protocol/msgpack.ts';
import { equal } from '#lib/terraform/provider/compare.ts';
import { imported } from '#lib/terraform/provider/import.ts';
import { fromJson } from '#lib/terraform/provider/json.ts';
import { type Kind, kindOf } from '#lib/terraform/provider/kind.ts';
import { found, stateOf } from '#lib/terraform/provider/resource.ts';
import type { Attribute, Attributes } from '#lib/terraform/provider/schema.ts';
import { expression, label, quoted, Raw } from './hcl.ts';
import { inventory } from './inventory.ts';

/** A resource with its name in the configuration. */
interface Exported {
  readonly kind: Kind;
  readonly name: string;
  readonly state: Values;
}

/** Expressions that name what a resource refers to: by ids, and by `bucket` and the like with a colon between. */
type References = Map<string, string>;

/** Attributes that name a resource by something else than its id, and the resource and attribute that has it. */
const naming: Readonly<Record<string, readonly [type: string, attribute: string]>> = {
  bucket: ['svc_bucket', 'name'],
  username: ['svc_iam_user', 'username'],
  group: ['svc_iam_group', 'name'],
};

/**
 * The configuration of what an account has: a resource and an import block for each, of which a plan changes nothing.
 * No secret is in it: what only its owner knows is named in a comment. Lists that a policy hides are given to
 * `onHidden`.
 */
export async function exported(
  client: Client,
  { source, onHidden, signal }: { source: string; onHidden: (list: string) => void; signal: AbortSignal },
): Promise<string> {
  const all: Exported[] = [];
  const references: References = new Map();
  for (const { noun, texts } of await inventory(client, onHidden)) {
    const kind = kindOf(`svc_${noun}`);
    for (const text of texts) {
      const state = await stateFor(client, kind, text, signal);
      if (!state) continue;
      const name = unused(all, kind.type, label(wordsFor(kind, state, references)));
      all.push({ kind, name, state });
      refer(references, { kind, name, state });
    }
  }
  const head = `terraform {\n  required_providers {\n    svc = { source = ${quoted(source)} }\n  }\n}\n`;
  return [head, ...all.map((one) => blocks(one, references))].join('\n');
}

/** The state that an import would have; undefined of what is not there, or is in an account as it was at the start. */
async function stateFor(client: Client, kind: Kind, text: string, signal: AbortSignal): Promise<Values | undefined> {
  const words = await imported(client, kind, text, signal);
  const shown = await found(client, kind, words, signal);
  const state = shown && stateOf(kind, shown, words);
  return state && kind.names.length === 0 && said(kind, state).length === 0 ? undefined : state;
}

function refer(references: References, { kind, name, state }: Exported): void {
  const address = `${kind.type}.${name}`;
  if (!kind.isComposed) references.set(String(state.id), `${address}.id`);
  for (const [attribute, [type, by]] of Object.entries(naming)) {
    if (kind.type === type) references.set(`${attribute}:${String(state[by])}`, `${address}.${by}`);
  }
}

/** What a resource is called here: its name, or those of what it belongs to. */
function wordsFor({ isComposed, names }: Kind, state: Values, references: References): string {
  if (!isComposed) return String(state.name ?? state.id);
  if (names.length === 0) return 'account';
  const nameOf = (attribute: string) => references.get(String(state[attribute]))?.split('.')[1];
  return names.map((attribute) => nameOf(attribute) ?? String(state[attribute])).join('_');
}

function unused(all: readonly Exported[], type: string, name: string): string {
  const isUsed = (one: string) => all.some((other) => other.kind.type === type && other.name === one);
  if (!isUsed(name)) return name;
  for (let count = 2; ; count += 1) if (!isUsed(`${name}_${count}`)) return `${name}_${count}`;
}

/** What the configuration says of a resource: what is not so by itself. */
function said({ attributes }: Kind, state: Values): [string, Attribute][] {
  return Object.entries(attributes).filter(([name, { settable, versions, default: usual }]) => {
    const value = state[name] ?? null;
    return settable && !versions && value !== null && !(usual !== undefined && equal(value, fromJson(usual)));
  });
}

function blocks({ kind, name, state }: Exported, references: References): string {
  const { noun, attributes, type } = kind;
  const lines = said(kind, state).flatMap(([attribute, one]) => {
    if (!isHidden(noun, attribute)) {
      const value = written(kind, attribute, one, state[attribute] as Value, references);
      return [`${attribute} = ${expression(value)}`];
    }
    const comment = `# ${attribute}: the platform shows this trace of it, and not the text.`;
    return one.required ? [comment, `${attribute} = ${expression(state[attribute])}`] : [comment];
  });
  const traced = said(kind, state).filter(([attribute, one]) => isHidden(noun, attribute) && !one.required);
  const secrets = Object.entries(attributes).filter(([, { writeOnly }]) => writeOnly);
  for (const [attribute, { required }] of secrets) {
    lines.push(`# ${attribute}: is a secret, which is not exported (write-only).`);
    if (required) lines.push(`${attribute} = ""`);
  }
  const ignored = traced.map(([attribute]) => attribute).join(', ');
  if (ignored) lines.push(`lifecycle {\n    ignore_changes = [${ignored}]\n  }`);
  const body = lines.map((line) => `  ${line}\n`).join('');
  return `import {\n  to = ${type}.${name}\n  id = ${quoted(String(state.id))}\n}\n\nresource "${type}" "${name}" {\n${body}}\n`;
}

/** Whether the platform shows a trace in place of an attribute. */
const isHidden = ({ traces }: Noun, attribute: string): boolean => traces !== undefined && attribute in traces;

function written({ noun, type }: Kind, name: string, attribute: Attribute, value: Value, references: References) {
  if (noun.json?.includes(name)) return new Raw(`jsonencode(${expression(JSON.parse(String(value)))})`);
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
