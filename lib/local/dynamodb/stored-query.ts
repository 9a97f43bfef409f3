import { ForEngine, type Item, type Range } from './stored-table.ts';

/*
 * What lib/store asks of a partition (lib/store/platform/read.ts), read from its expressions. Whatever has another form
 * is for the engine.
 */

type Fields = Readonly<Record<string, unknown>>;

const known = new Set([
  'TableName',
  'IndexName',
  'KeyConditionExpression',
  'FilterExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ConsistentRead',
  'Limit',
  'ScanIndexForward',
  'ExclusiveStartKey',
]);

/** One partition, and at most one condition on its sort keys. */
const keyCondition =
  /^(#n\d{1,2}) = (:v\d{1,2})(?: AND (?:begins_with\((#n\d{1,2}), (:v\d{1,2})\)|(#n\d{1,2}) <= (:v\d{1,2})|(#n\d{1,2}) BETWEEN (:v\d{1,2}) AND (:v\d{1,2})))?$/;

/** A filter may not name what a query is by. */
const keyNames = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk']);

/** One comparison in a filter. */
const comparison = /^(#n\d{1,2}) (=|<>) (:v\d{1,2})$/;

/** What a query reads. Throws ForEngine for one of another form. */
export function rangeOf(input: Fields): Range {
  checkForm(input);
  const { IndexName: index, Limit: limit, ScanIndexForward: forward } = input;
  return {
    index: index as string | undefined,
    ...keysOf(input),
    after: afterOf(input.ExclusiveStartKey as Fields | undefined, index === undefined),
    isDescending: forward === false,
    limit: limit as number | undefined,
  };
}

function checkForm(input: Fields): void {
  const { IndexName: index, Limit: limit } = input;
  const isKnown = Object.keys(input).every((name) => input[name] === undefined || known.has(name));
  const isLimit = limit === undefined || (Number.isInteger(limit) && Number(limit) > 0);
  if (!isKnown || !isLimit || (index !== undefined && index !== 'gsi1')) throw new ForEngine();
}

function keysOf(input: Fields): Pick<Range, 'partition' | 'from' | 'below' | 'upTo'> {
  const { name, value } = placeholdersOf(input);
  const [, pk, partition, begins, prefix, atMost, most, between, least, greatest] =
    keyCondition.exec(`${input.KeyConditionExpression}`) ?? [];
  const [pkName, skName] = input.IndexName === undefined ? ['pk', 'sk'] : ['gsi1pk', 'gsi1sk'];
  const sort = begins ?? atMost ?? between;
  if (name(pk) !== pkName || (sort && name(sort) !== skName)) throw new ForEngine();
  return {
    partition: value(partition),
    ...(begins && prefixed(value(prefix))),
    ...(atMost && { upTo: value(most) }),
    ...(between && { from: value(least), upTo: value(greatest) }),
  };
}

/** Whether the query's filter shows an item. Throws ForEngine for a filter of another form. */
export function shownBy(input: Fields): (item: Item) => boolean {
  const { FilterExpression: filter } = input;
  if (filter === undefined) return () => true;
  const { name, value } = placeholdersOf(input);
  const tests = `${filter}`.split(' AND ').map((clause) => {
    const [, attribute, operator, given] = comparison.exec(clause) ?? [];
    const [path, expected] = [name(attribute), value(given)];
    if (keyNames.has(path)) throw new ForEngine();
    return (item: Item) => (item[path] === expected) === (operator === '=');
  });
  return (item) => tests.every((test) => test(item));
}

/** The names and values that stand for placeholders. Values are texts. */
function placeholdersOf({ ExpressionAttributeNames: names, ExpressionAttributeValues: values }: Fields) {
  const textIn = (given: unknown, placeholder = '') => {
    const text = (given as Fields | undefined)?.[placeholder];
    if (typeof text !== 'string') throw new ForEngine();
    return text;
  };
  return {
    name: (placeholder: string | undefined) => textIn(names, placeholder),
    value: (placeholder: string | undefined) => textIn(values, placeholder),
  };
}

/** The texts that begin with a prefix, which ends in ASCII. */
function prefixed(prefix: string): Pick<Range, 'from' | 'below'> {
  const last = prefix.codePointAt(prefix.length - 1) ?? Number.NaN;
  if (!(last < 0x7f)) throw new ForEngine();
  return { from: prefix, below: prefix.slice(0, -1) + String.fromCodePoint(last + 1) };
}

function afterOf(key: Fields | undefined, isTable: boolean): Range['after'] {
  if (key === undefined) return undefined;
  const { pk, sk, gsi1pk, gsi1sk, ...others } = key;
  const sort = isTable ? sk : gsi1sk;
  const isWhole = [pk, sk, sort, isTable ? '' : gsi1pk].every((part) => typeof part === 'string');
  if (!isWhole || (isTable && gsi1pk !== undefined) || Object.keys(others).length > 0) throw new ForEngine();
  return { pk: pk as string, sk: sk as string, sort: sort as string };
}
