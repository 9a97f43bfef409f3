import { readBlock } from '#lib/model/platform/addresses.ts';

/** The type of a condition key's value, which determines the allowed operators. */
export type Kind = 'text' | 'address' | 'truth' | 'number' | 'time';

interface OperatorRule {
  kind: Kind;
  /** It holds where no value matches, and where the key is missing. */
  negated?: true;
}

/** Every condition operator (contract 1.10). */
export const operators = {
  StringEquals: { kind: 'text' },
  StringLike: { kind: 'text' },
  IpAddress: { kind: 'address' },
  NotIpAddress: { kind: 'address', negated: true },
  Bool: { kind: 'truth' },
  NumericLessThan: { kind: 'number' },
  NumericLessThanEquals: { kind: 'number' },
  DateLessThan: { kind: 'time' },
  DateGreaterThan: { kind: 'time' },
} as const satisfies Record<string, OperatorRule>;

export type Operator = keyof typeof operators;

/** The keys about the request: its origin, the login, the time. The others are about a resource. */
const ofRequest: Record<string, Kind> = {
  'svc:SourceIp': 'address',
  'svc:SourceVpc': 'text',
  'svc:SourceInstance': 'text',
  'svc:MfaPresent': 'truth',
  'svc:CurrentTime': 'time',
};

/** Whether a condition key is about the resource, and not about the request. */
export const isOfResource = (key: string): boolean => !Object.hasOwn(ofRequest, key);

const kinds: Record<string, Kind> = {
  ...ofRequest,
  'svc:PlanPriceMonthly': 'number',
  'svc:InstanceTypeId': 'text',
};

const tagKey = /^svc:Tag\/[A-Za-z0-9._:/-]{1,63}$/;

/** Every condition key, for messages; `svc:Tag/<key>` stands for any tag. */
export const conditionKeys: readonly string[] = [...Object.keys(kinds), 'svc:Tag/<key>'];

/** The kind of a condition key; undefined for an unknown key. */
export function kindOf(key: string): Kind | undefined {
  if (tagKey.test(key)) return 'text';
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined;
}

/** The operator of this name; undefined for an unknown name. */
export function operatorOf(name: string): (OperatorRule & { name: Operator }) | undefined {
  return Object.hasOwn(operators, name) ? { name: name as Operator, ...operators[name as Operator] } : undefined;
}

/** A value as a policy or a simulation writes it. */
export type WrittenValue = string | number | boolean;

/** The form of each kind's values, for messages. */
export const wanted: Record<Kind, string> = {
  text: 'a string',
  address: 'an IPv4 or IPv6 address or block like 203.0.113.0/24',
  truth: 'true or false',
  number: 'a number',
  time: 'an RFC 3339 time like 2026-11-21T04:10:00Z',
};

const decimal = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses a boolean, or the text true or false; undefined for anything else. */
export function readTruth(value: WrittenValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Parses a number or decimal text; undefined for anything else. */
export function readNumber(value: WrittenValue): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && decimal.test(value) ? Number(value) : undefined;
}

/** Parses an RFC 3339 time to milliseconds since 1970; undefined for anything else. */
export function readTime(value: WrittenValue): number | undefined {
  const at = typeof value === 'string' && rfc3339.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Whether a value is of this kind. */
export function fits(kind: Kind, value: WrittenValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'address':
      return typeof value === 'string' && readBlock(value) !== undefined;
    case 'truth':
      return readTruth(value) !== undefined;
    case 'number':
      return readNumber(value) !== undefined;
    case 'time':
      return readTime(value) !== undefined;
  }
}
