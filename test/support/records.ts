import { afterEach, expect } from 'vitest';
import type { Key } from '#lib/store/keys.ts';
import { manyOf } from '#lib/store/platform/read.ts';
import { entityOf, type StoredItem, unfit } from '#lib/store/unfit.ts';
import { watchTable } from '#lib/testing/functions/table.ts';

/*
 * Whatever a test has written is checked against the schemas of its entities: an item that was put, when it is put; one
 * that was updated, as it is at the end of the test.
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

const updated = new Map<string, Key>();
const found = new Set<string>();

/** Keys that tests make for items of their own. */
const ofTests = /^(TEST|PROBE)#/;

const check = (item: StoredItem) => {
  if (ofTests.test(`${item.pk}`)) return;
  for (const fault of unfit(item)) found.add(`${entityOf(item)} ${item.pk} ${item.sk}: ${fault}`);
};

/** Forgets what did not fit so far: the test stores records of other releases, or broken ones, on purpose. */
export function plantedUnfit(): void {
  updated.clear();
  found.clear();
}

function note({ Item, Key, TableName }: Written): void {
  if (Item) check(Item);
  else if (Key && TableName === process.env.SVC_TABLE) updated.set(`${Key.pk}\n${Key.sk}`, Key);
}

watchTable(({ command = '', input, output }) => {
  if (!output) return;
  const { TransactItems } = input as Input;
  if (TransactItems) for (const { Put, Update } of TransactItems) note(Put ?? Update ?? { TableName: '' });
  else if (/^(Put|Update)Item/.test(command)) note(input as Written);
});

afterEach(async () => {
  const items = updated.size > 0 && process.env.SVC_TABLE ? await manyOf([...updated.values()]) : [];
  for (const item of items) if (item) check(item as StoredItem);
  const faults = [...found];
  plantedUnfit();
  expect(faults).toEqual([]);
});
