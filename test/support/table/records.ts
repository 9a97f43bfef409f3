import { afterEach, expect } from 'vitest';
import type { Key } from '#lib/store/keys.ts';
import { manyOf } from '#lib/store/platform/read.ts';
import { entityOf, type StoredItem, unfit } from '#lib/store/unfit.ts';
import { watchTable } from '#lib/testing/functions/table.ts';
import { anything, planted } from './planted.ts';

/*
 * Whatever a test has written is checked against the schemas of its entities: an item that was put, as it was put; one
 * that was updated, as it is at the end of the test. planted.ts excuses what a test breaks on purpose.
 */

interface Written {
  readonly TableName: string;
  readonly Item?: StoredItem;
  readonly Key?: Key;
}

/** What a transaction, or a call of one write, writes. */
interface Input {
  readonly TransactItems?: readonly { readonly Put?: Written; readonly Update?: Written }[];
}

/** Keys that tests make for items of their own. */
const ofTests = /^(TEST|PROBE)#/;

const put: StoredItem[] = [];
const updated = new Map<string, Key>();

function note({ Item, Key, TableName }: Written): void {
  // What is undefined is not sent.
  if (Item) put.push(Object.fromEntries(Object.entries(Item).filter(([, value]) => value !== undefined)));
  else if (Key && TableName === process.env.SVC_TABLE) updated.set(nameOf(Key), Key);
}

const nameOf = ({ pk, sk }: StoredItem | Key) => `${pk}\n${sk}`;

watchTable(({ command = '', input, output }) => {
  if (!output) return;
  const { TransactItems } = input as Input;
  if (TransactItems) for (const { Put, Update } of TransactItems) note(Put ?? Update ?? { TableName: '' });
  else if (/^(Put|Update)Item/.test(command)) note(input as Written);
});

afterEach(async () => {
  const now = updated.size > 0 && process.env.SVC_TABLE ? await manyOf([...updated.values()]) : [];
  const items = [...put, ...now].filter((item) => item !== undefined) as StoredItem[];
  const isExcused = (item: StoredItem) =>
    planted.has(anything) || planted.has(nameOf(item)) || ofTests.test(`${item.pk}`);
  const looked = items.filter((item) => !isExcused(item));
  put.length = 0;
  updated.clear();
  planted.clear();
  const faults = looked.flatMap((item) => unfit(item).map((fault) => `${entityOf(item)} ${nameOf(item)}: ${fault}`));
  expect([...new Set(faults)]).toEqual([]);
});
