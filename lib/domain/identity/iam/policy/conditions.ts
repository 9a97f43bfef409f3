import {
  kindOf,
  type Operator,
  operatorOf,
  readNumber,
  readTime,
  readTruth,
  type WrittenValue,
} from '#lib/model/identity/policy/conditions.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import { glob } from '#lib/model/identity/policy/glob.ts';
import { type Block, isWithin, readAddress, readBlock } from '#lib/model/platform/addresses.ts';

type Value = NonNullable<ConditionContext[string]>;

/**
 * Whether a condition holds; undefined where the condition or the context is invalid. An undefined result never
 * benefits the caller.
 */
type Test = (value: Value) => boolean | undefined;

/** One operator on one key. */
export interface Condition {
  key: string;
  holds(context: ConditionContext): boolean | undefined;
}

/** Compiles one operator on one key. An invalid one compiles to a condition whose result is always undefined. */
export function compileCondition(name: string, key: string, written: WrittenValue | WrittenValue[]): Condition {
  const operator = operatorOf(name);
  const test = operator && operator.kind === kindOf(key) ? builders[operator.name]([written].flat()) : undefined;
  if (!operator || !test) return { key, holds: () => undefined };
  const whenMissing = operator.negated ?? false;
  return {
    key,
    holds(context) {
      const value = context[key];
      return value === undefined ? whenMissing : test(value);
    },
  };
}

const builders: Record<Operator, (values: WrittenValue[]) => Test | undefined> = {
  StringEquals: (values) => {
    const texts = all(values, readText);
    const set = new Set(texts);
    return texts && ((value) => (typeof value === 'string' ? set.has(value) : undefined));
  },
  StringLike: (values) => {
    const matchers = all(values, readText)?.map(glob);
    return matchers && ((value) => (typeof value === 'string' ? matchers.some((like) => like(value)) : undefined));
  },
  IpAddress: (values) => {
    const blocks = all(values, (value) => readBlock(String(value)));
    return blocks && ((value) => isWithinAny(value, blocks));
  },
  NotIpAddress: (values) => {
    const blocks = all(values, (value) => readBlock(String(value)));
    return blocks && ((value) => negated(isWithinAny(value, blocks)));
  },
  Bool: (values) => {
    const truths = all(values, readTruth);
    return truths && ((value) => (typeof value === 'boolean' ? truths.includes(value) : undefined));
  },
  NumericLessThan: (values) => numeric(values, (value, bound) => value < bound),
  NumericLessThanEquals: (values) => numeric(values, (value, bound) => value <= bound),
  DateLessThan: (values) => temporal(values, (value, bound) => value < bound),
  DateGreaterThan: (values) => temporal(values, (value, bound) => value > bound),
};

type Compare = (value: number, bound: number) => boolean;

function numeric(values: WrittenValue[], compare: Compare): Test | undefined {
  const bounds = all(values, readNumber);
  return bounds && ((value) => (isNumber(value) ? bounds.some((bound) => compare(value, bound)) : undefined));
}

function temporal(values: WrittenValue[], compare: Compare): Test | undefined {
  const bounds = all(values, readTime);
  return (
    bounds &&
    ((value) => {
      const at = value instanceof Date ? value.getTime() : Number.NaN;
      return isNumber(at) ? bounds.some((bound) => compare(at, bound)) : undefined;
    })
  );
}

function isWithinAny(value: Value, blocks: readonly Block[]): boolean | undefined {
  const address = typeof value === 'string' ? readAddress(value) : undefined;
  return address && blocks.some((block) => isWithin(address, block));
}

const negated = (held: boolean | undefined): boolean | undefined => (held === undefined ? undefined : !held);

const isNumber = (value: Value): value is number => typeof value === 'number' && !Number.isNaN(value);

const readText = (value: WrittenValue): string | undefined => (typeof value === 'string' ? value : undefined);

/** All values as `read` returns them; undefined if there is no value or one cannot be read. */
function all<T>(values: WrittenValue[], read: (value: WrittenValue) => T | undefined): T[] | undefined {
  const found = values.map(read).filter((value) => value !== undefined);
  return found.length > 0 && found.length === values.length ? found : undefined;
}
