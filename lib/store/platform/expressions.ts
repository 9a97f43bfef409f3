/** One clause of a condition: attribute, comparison, value. A condition holds where all of its clauses hold. */
export type Clause =
  | readonly [attribute: string, op: '=' | '<>' | '<' | '<=' | '>' | '>=', value: unknown]
  | readonly [attribute: string, op: 'exists' | 'absent']
  | readonly [attribute: string, op: 'between', bounds: readonly [least: unknown, most: unknown]]
  | readonly [attribute: string, op: 'in', values: readonly unknown[]]
  | readonly [attribute: string, op: 'begins' | 'contains' | 'lacks', value: unknown]
  /** A set of fewer than `count` values, or no set. */
  | readonly [attribute: string, op: 'fewer than', count: number]
  | { readonly any: readonly (readonly Clause[])[] };

/** The changes of an update to an item's attributes. */
export interface Change {
  set?: Record<string, unknown> | undefined;
  add?: Record<string, number | Set<string>> | undefined;
  /** The values to remove from sets. */
  delete?: Record<string, Set<string>> | undefined;
  remove?: readonly string[] | undefined;
}

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
export function condition(clauses: readonly Clause[], at: Placeholders): string | undefined {
  return clauses.length === 0 ? undefined : clauses.map((clause) => expression(clause, at)).join(' AND ');
}

function expression(clause: Clause, at: Placeholders): string {
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

/** The most operands of one IN in DynamoDB. */
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
const either = (parts: string[]): string => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' OR ')})`);

/** The update expression of a change. */
export function updateExpression(change: Change, at: Placeholders): string {
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
