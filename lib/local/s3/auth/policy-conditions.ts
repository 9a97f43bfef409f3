import { readNumber, readTruth } from '#lib/model/identity/policy/conditions.ts';
import { glob } from '#lib/model/identity/policy/glob.ts';
import { isWithin, readAddress, readBlock } from '#lib/model/platform/addresses.ts';
import { type FactKind, kindOfFact } from './policy-facts.ts';

/** One condition of a statement: an operator, a key and the values of which one must match. */
export interface Condition {
  /** In lower case, without quantifier and `IfExists`. */
  operator: string;
  /** For a key with several values: whether one of them must match, or every one. */
  quantifier?: 'any' | 'all';
  /** Whether the condition holds where the request does not have the key. */
  ifExists?: boolean;
  /** In lower case, apart from the key of a tag. */
  key: string;
  values: string[];
}

/** The values of a request for a condition key; undefined where it has none. */
export type Facts = (key: string) => readonly string[] | undefined;

interface Operator {
  /** The kinds of keys that the operator compares. */
  kinds: readonly FactKind[];
  /** Whether a value is one that the operator can compare. */
  accepts: (value: string) => boolean;
  matches: (actual: string, wanted: string) => boolean;
  /** It holds where no value matches, and where the key is missing. */
  negated?: true;
}

type Comparison = (actual: number, wanted: number) => boolean;

const texts: readonly FactKind[] = ['text', 'number', 'time', 'truth'];
const comparisons: Readonly<Record<string, Comparison>> = {
  equals: (a, b) => a === b,
  lessthan: (a, b) => a < b,
  lessthanequals: (a, b) => a <= b,
  greaterthan: (a, b) => a > b,
  greaterthanequals: (a, b) => a >= b,
};

const timeOf = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) * 1000 : Date.parse(text));
const numberOf = (text: string): number => readNumber(text) ?? Number.NaN;
const text = (matches: Operator['matches']): Operator => ({ kinds: texts, accepts: () => true, matches });
const not = (operator: Operator): Operator => ({ ...operator, negated: true });

const equals = text((actual, wanted) => actual === wanted);
const alike = text((actual, wanted) => actual.toLowerCase() === wanted.toLowerCase());
const like = text((actual, wanted) => glob(wanted)(actual));
const address: Operator = {
  kinds: ['address'],
  accepts: (value) => readBlock(value) !== undefined,
  matches: (actual, wanted) => {
    const [from, block] = [readAddress(actual), readBlock(wanted)];
    return from !== undefined && block !== undefined && isWithin(from, block);
  },
};

function compared(prefix: string, kind: FactKind, read: (value: string) => number): [string, Operator][] {
  const operators = Object.entries(comparisons).map(([name, holds]): [string, Operator] => [
    prefix + name,
    {
      kinds: [kind],
      accepts: (value) => !Number.isNaN(read(value)),
      matches: (actual, wanted) => holds(read(actual), read(wanted)),
    },
  ]);
  return [...operators, [`${prefix}notequals`, not(operators[0]?.[1] as Operator)]];
}

/** Every operator by its name in lower case (IAM's reference, without ARNs and binary values). */
const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['stringequals', equals],
  ['stringnotequals', not(equals)],
  ['stringequalsignorecase', alike],
  ['stringnotequalsignorecase', not(alike)],
  ['stringlike', like],
  ['stringnotlike', not(like)],
  ['bool', { ...alike, kinds: ['truth'], accepts: (value) => readTruth(value.toLowerCase()) !== undefined }],
  ['ipaddress', address],
  ['notipaddress', not(address)],
  ...compared('numeric', 'number', numberOf),
  ...compared('date', 'time', timeOf),
]);

/** Parses the Condition of a statement. Throws what `fail` returns for anything that is not known. */
export function readConditions(value: unknown, fail: (message: string) => Error): Condition[] {
  return entriesOf(value, fail).flatMap(([operator, tests]) =>
    entriesOf(tests, fail).map(([key, values]) => readCondition(operator, key, values, fail)),
  );
}

function entriesOf(value: unknown, fail: (message: string) => Error): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw fail('Condition must be an object of operators, each an object of keys');
}

function readCondition(written: string, name: string, value: unknown, fail: (message: string) => Error): Condition {
  const parts = /^(?:for(any|all)values?:)?([a-z]+?)(ifexists)?$/.exec(written.toLowerCase());
  const [, quantifier, operator = '', ifExists] = parts ?? [];
  const cut = name.indexOf('/') + 1 || name.length;
  const key = name.slice(0, cut).toLowerCase() + name.slice(cut);
  const kind = kindOfFact(key);
  if (kind === undefined) throw fail(`Policy has an invalid condition key: ${name.slice(0, 128)}`);
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const known = operators.get(operator);
  const fits = operator === 'null' ? !ifExists && !quantifier && values.every(isTruth) : known?.kinds.includes(kind);
  if (!fits) throw fail(`Policy has an invalid condition operator for ${name.slice(0, 128)}: ${written.slice(0, 64)}`);
  const plain = (Array.isArray(value) ? value : [value]).every((each) => Object(each) !== each && each !== null);
  if (!plain || values.length === 0 || values.some((each) => each.includes('${') || known?.accepts(each) === false)) {
    throw fail(`Policy has an invalid condition value for ${name.slice(0, 128)}`);
  }
  return {
    operator,
    key,
    values,
    ...(quantifier && { quantifier: quantifier as 'any' | 'all' }),
    ...(ifExists && { ifExists: true }),
  };
}

const isTruth = (value: string): boolean => readTruth(value.toLowerCase()) !== undefined;

/** Whether a condition holds for a request. */
export function holds({ operator, quantifier, ifExists, key, values }: Condition, facts: Facts): boolean {
  const actual = facts(key);
  if (operator === 'null') return values.some((value) => (value.toLowerCase() === 'true') === (actual === undefined));
  const known = operators.get(operator);
  if (!known) return false;
  if (actual === undefined) return ifExists === true || known.negated === true || quantifier === 'all';
  const matching = (each: string) => values.some((value) => known.matches(each, value)) !== (known.negated ?? false);
  if (quantifier === undefined) return known.negated ? actual.every(matching) : actual.some(matching);
  return quantifier === 'all' ? actual.every(matching) : actual.some(matching);
}

/** The shortest prefix in bits of a block of addresses that is not public (Amazon's meaning of "public"). */
const NARROW = { 4: 8n, 6: 32n } as const;

/**
 * Whether a condition lets in only some addresses or VPCs, so that an allowance for everyone is not public. One that
 * also holds where the key is absent does not.
 */
export function isNarrow({ operator, ifExists, quantifier, key, values }: Condition): boolean {
  if (ifExists || quantifier === 'all') return false;
  if (key === 'aws:sourcevpc') return ofVpcs(operator, values);
  if (operator !== 'ipaddress' || key !== 'aws:sourceip') return false;
  return values.every((value) => {
    const block = readBlock(value);
    return block !== undefined && (block.family === 4 ? 32n : 128n) - block.shift >= NARROW[block.family];
  });
}

/** Whether a text condition names whole ids, and not patterns of them. */
const ofVpcs = (operator: string, values: readonly string[]): boolean =>
  operator === 'stringequals' || (operator === 'stringlike' && values.every((value) => !/[*?]/.test(value)));
