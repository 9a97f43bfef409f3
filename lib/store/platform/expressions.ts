/** Attributes that any item may have in addition to its record. */
export interface Frame {
  gsi1pk?: string | undefined;
  gsi1sk?: string | undefined;
  /** Epoch seconds at which it expires. */
  ttl?: number | undefined;
}

type Name<T> = T extends unknown ? keyof T & string : never;
type NameOfMap<T> = T extends unknown
  ? { [A in keyof T & string]-?: NonNullable<T[A]> extends NoMap ? never : A }[keyof T & string]
  : never;
type NoMap = string | number | boolean | ReadonlySet<unknown> | readonly unknown[] | Uint8Array;

/** The name of an attribute of a record, or of its item; `a.b` is the entry `b` of the map `a`. */
export type Attribute<T> = Name<T> | `${NameOfMap<T>}.${string}` | 'pk' | keyof Frame;

type Anything = Record<string, unknown>;

/** One clause of a condition: attribute, comparison, value. A condition holds if all of its clauses hold. */
export type Clause<T = Anything> =
  | readonly [attribute: Attribute<T>, op: '=' | '<>' | '<' | '<=' | '>' | '>=', value: unknown]
  | readonly [attribute: Attribute<T>, op: 'exists' | 'absent']
  | readonly [attribute: Attribute<T>, op: 'between', bounds: readonly [least: unknown, most: unknown]]
  | readonly [attribute: Attribute<T>, op: 'in', values: readonly unknown[]]
  | readonly [attribute: Attribute<T>, op: 'begins' | 'contains' | 'lacks', value: unknown]
  /** A set with fewer than `count` values, or no set. */
  | readonly [attribute: Attribute<T>, op: 'fewer than', count: number]
  | { readonly any: readonly (readonly Clause<T>[])[] };

/** The changes of an update to an item's attributes. */
export interface Change<T = Anything> {
  set?: Settable<T> | undefined;
  add?: { readonly [A in Attribute<T>]?: number | ReadonlySet<string> } | undefined;
  /** The values to remove from sets. */
  delete?: { readonly [A in Attribute<T>]?: ReadonlySet<string> } | undefined;
  remove?: readonly Attribute<T>[] | undefined;
}

/** Values for attributes, and for entries of maps; undefined leaves an attribute unchanged. */
type Settable<T> = Values<T> & Frame & { readonly [Entry in `${NameOfMap<T>}.${string}`]?: unknown };
type Values<T> = T extends unknown ? { readonly [A in keyof T]?: Readonly<T[A]> | undefined } : never;

/** Collects the placeholders of one request's expressions. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};

  /** The placeholder of an attribute path. `a.b` is the entry `b` of the map `a`; `b` may have dots. */
  name(path: string): string {
    const dot = path.indexOf('.');
    const parts = dot < 0 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
    return parts.map((part) => this.#placeholder(part)).join('.');
  }

  #placeholder(part: string): string {
    const known = Object.keys(this.names).find((at) => this.names[at] === part);
    const at = known ?? `#n${Object.keys(this.names).length}`;
    this.names[at] = part;
    return at;
  }

  value(value: unknown): string {
    const at = `:v${Object.keys(this.values).length}`;
    this.values[at] = value;
    return at;
  }

  /** The expression attributes of the request. DynamoDB refuses empty maps, so these are left out. */
  attributes() {
    return {
      ...(Object.keys(this.names).length > 0 ? { ExpressionAttributeNames: this.names } : {}),
      ...(Object.keys(this.values).length > 0 ? { ExpressionAttributeValues: this.values } : {}),
    };
  }
}

/** The condition expression of these clauses; undefined where there are none. */
export function condition<T>(clauses: readonly Clause<T>[], at: Placeholders): string | undefined {
  return clauses.length === 0 ? undefined : clauses.map((clause) => expression(clause, at)).join(' AND ');
}

function expression<T>(clause: Clause<T>, at: Placeholders): string {
  if ('any' in clause) return either(clause.any.map((all) => `(${condition(all, at)})`));
  const name = at.name(clause[0]);
  switch (clause[1]) {
    case 'exists':
      return `attribute_exists(${name})`;
    case 'absent':
      return `attribute_not_exists(${name})`;
    case 'begins':
      return `begins_with(${name}, ${at.value(clause[2])})`;
    case 'contains':
      return `contains(${name}, ${at.value(clause[2])})`;
    case 'lacks':
      return `NOT contains(${name}, ${at.value(clause[2])})`;
    case 'fewer than':
      return `(attribute_not_exists(${name}) OR size(${name}) < ${at.value(clause[2])})`;
    case 'between':
      return `${name} BETWEEN ${at.value(clause[2][0])} AND ${at.value(clause[2][1])}`;
    case 'in':
      return oneOf(name, clause[2], at);
    default:
      return `${name} ${clause[1]} ${at.value(clause[2])}`;
  }
}

/** The maximum number of operands of IN in DynamoDB. */
const operands = 100;

function oneOf(name: string, values: readonly unknown[], at: Placeholders): string {
  const parts: string[] = [];
  for (let i = 0; i < values.length; i += operands) {
    const some = values.slice(i, i + operands).map((value) => at.value(value));
    parts.push(`${name} IN (${some.join(', ')})`);
  }
  return either(parts);
}

/** Joins alternatives. DynamoDB refuses redundant parentheses. */
function either(parts: string[]): string {
  const joined = parts.join(' OR ');
  return parts.length === 1 ? joined : `(${joined})`;
}

/** The update expression of a change. */
export function updateExpression<T = Anything>(change: NoInfer<Change<T>>, at: Placeholders): string {
  const set = Object.entries(change.set ?? {}).filter(([, value]) => value !== undefined);
  const parts = [
    ['SET', set.map(([name, value]) => `${at.name(name)} = ${at.value(value)}`)],
    ['ADD', Object.entries(change.add ?? {}).map(([name, value]) => `${at.name(name)} ${at.value(value)}`)],
    ['DELETE', Object.entries(change.delete ?? {}).map(([name, value]) => `${at.name(name)} ${at.value(value)}`)],
    ['REMOVE', (change.remove ?? []).map((name) => at.name(name))],
  ] as const;
  return parts
    .filter(([, clauses]) => clauses.length > 0)
    .map(([word, clauses]) => `${word} ${clauses.join(', ')}`)
    .join(' ');
}
