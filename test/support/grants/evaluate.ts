import type { Statement } from '#lib/deploy/template.ts';

/** A call of an AWS API, as IAM sees it. */
export interface Called {
  action: string;
  resource: string;
  /** The condition keys that the call brings, such as dynamodb:LeadingKeys. */
  keys?: Readonly<Record<string, readonly string[]>>;
}

/** A statement that allows, with its intrinsic functions replaced by what they stand for. */
export interface Allowed {
  actions: string[];
  resources: string[];
  /** By condition key: the patterns of which one must match each value. */
  conditions: Record<string, string[]>;
}

/** The operators that conditions of access.yml may use. */
const operators = new Set(['ForAllValues:StringLike', 'ForAllValues:StringEquals']);

/** Reads a statement. Throws for what this evaluator does not know, so that nothing counts as allowed or refused. */
export function allowedBy({ Effect, Action, Resource, Condition, ...others }: Statement): Allowed {
  if (Effect !== 'Allow' || Object.keys(others).length > 0) throw new Error(`unknown: ${JSON.stringify(others)}`);
  const conditions: Allowed['conditions'] = {};
  for (const [operator, byKey] of Object.entries((Condition ?? {}) as Record<string, Record<string, string[]>>)) {
    if (!operators.has(operator)) throw new Error(`unknown operator: ${operator}`);
    Object.assign(conditions, byKey);
  }
  return { actions: [Action].flat(), resources: [Resource].flat().map(nameOf), conditions };
}

/**
 * The name of a resource in a template: `Table` for its ARN, `Table/index/gsi1` for that of its index,
 * `Table.StreamArn` for that of its stream, also where the table is none of the stack's. Throws for what names none.
 */
export function nameOf(resource: unknown): string {
  if (typeof resource === 'string' && /:table\/[^/]+\/stream\//.test(resource)) return 'Table.StreamArn';
  const { Ref, 'Fn::GetAtt': att, 'Fn::Sub': sub } = resource as Record<string, string & string[]>;
  if (Ref) return Ref;
  if (att) return att[1] === 'Arn' ? `${att[0]}` : att.join('.');
  if (sub) {
    const arn = sub.replace(/\$\{AWS::\w+\}/g, '*').replace(/\$\{(\w+)\.Arn\}/g, '$1');
    return arn.replace(/^arn:\*:dynamodb:\*:\*:table\/[^/]+/, 'Table');
  }
  throw new Error(`unknown resource: ${JSON.stringify(resource)}`);
}

/** Whether a statement allows a call. As in IAM, ForAllValues is met by a key that the call does not bring. */
export function allows(statement: Allowed, { action, resource, keys = {} }: Called): boolean {
  return (
    statement.actions.includes(action) &&
    statement.resources.some((pattern) => matches(pattern, resource)) &&
    Object.entries(statement.conditions).every(([key, patterns]) =>
      (keys[key] ?? []).every((value) => patterns.some((pattern) => matches(pattern, value))),
    )
  );
}

function matches(pattern: string, value: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === value;
  const last = rest.pop() ?? '';
  if (!value.startsWith(first) || !value.endsWith(last) || value.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = value.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= value.length - last.length;
}
