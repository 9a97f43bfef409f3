import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceOf } from '#lib/check/syntax.ts';
import { root, sourceOf as textOf } from '#lib/generate/routes.ts';
import { compiled, nameOf } from './compiler.ts';

/* A key carries the type of its record. What does not fit that record does not compile. */

const own = 'test/contract/store-types.test.ts';

/** What the compiler reads in the place of this file. Only lines that end in a comment with the word are faults. */
const planted = `
import type { WalletRecord } from '#lib/store/billing/wallets.ts';
import type { CheckpointRecord } from '#lib/store/billing/ledger.ts';
import type { GroupRecord } from '#lib/store/identity/groups.ts';
import type { VpcRecord } from '#lib/store/compute/vpcs.ts';
import { ageIndex, nameIndex, reconcileIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { listPage, type ListRequest } from '#lib/store/platform/lists.ts';
import { all, batchGet, eachOf, firstOfIndex, get, manyOf, query, recordAt } from '#lib/store/platform/read.ts';
import { create, put, remove, require, update } from '#lib/store/platform/write.ts';
declare const [a, ids]: [string, string[]];
declare const [checkpoint, request]: [CheckpointRecord, ListRequest<VpcRecord>];
interface Books { wallet: WalletRecord | undefined; checkpoint: CheckpointRecord | undefined }
export async function swapped(): Promise<Books> {
  const [checkpoint, wallet] = await batchGet([keys.wallet(a), keys.checkpoint(a)]);
  return {
    wallet, // fault
    checkpoint, // fault
  };
}
export async function reads(): Promise<void> {
  const one: WalletRecord | undefined = await get(keys.wallet(a));
  const [wallet, ...used] = await batchGet([keys.wallet(a), ...ids.map((id) => keys.quota(a, id))]);
  const books: Books = { wallet, checkpoint: undefined };
  const [[sum], [due]] = await eachOf([[keys.wallet(a)], [keys.checkpoint(a)]]);
  one?.balance_paise; used[0]?.used; sum?.balance_paise; due?.through; books.wallet;
  one?.balance; // fault
  used[0]?.balance_paise; // fault
  due?.balance_paise; // fault
  await get<CheckpointRecord>(keys.wallet(a)); // fault
  const many: (WalletRecord | undefined)[] = await manyOf(ids.map(keys.wallet));
  const others: (CheckpointRecord | undefined)[] = await manyOf(ids.map(keys.wallet)); // fault
  recordAt(keys.wallet(a), {}).balance; // fault
  many; others;
}
export async function queries(): Promise<void> {
  const { pk } = keys.ledger(a, '');
  (await query({ pk, filter: [['type', 'in', []]] })).items[0]?.lines;
  (await query({ pk, filter: [['types', 'in', []]] })).items[0]?.lines; // fault
  (await query({ pk })).items[0]?.line; // fault
  for await (const wallet of all({ pk: reconcileIndex, index: 'gsi1' })) wallet.reconcile_at;
  (await firstOfIndex(reconcileIndex))?.reconciled_at; // fault
  (await listPage(a, 'vpc', { ...request, hide: [['cidr', 'exists']] })).items[0]?.cidr;
  (await listPage(a, 'vpc', { ...request, hide: [['cidrs', 'exists']] })).items; // fault
  (await listPage(a, 'group', request)).items; // fault
  (await get(keys.listed(a, 'elastic-ip', '')))?.address;
  (await get(keys.listed(a, 'elastic-ips', '')))?.address; // fault
  (await get(keys.listed(a, 'iam-user', '')))?.username; // fault
  nameIndex(a, 'policy', '', '').gsi1pk;
  nameIndex(a, 'invoice', '', '').gsi1pk; // fault
  ageIndex(a, 'iam-user', '').gsi1pk;
  ageIndex(a, 'iamUser', '').gsi1pk; // fault
}
export const writes = [
  update(keys.wallet(a), { set: { entries: 1, gsi1sk: '' }, remove: ['reconcile_at'] }, [['entries', '=', 1]]),
  update(keys.wallet(a), { set: { reconcile_at: '' } }, [['entriez', '=', 1]]), // fault
  update(keys.wallet(a), { set: { entriez: 1 } }), // fault
  update(keys.wallet(a), { set: { entries: '1' } }), // fault
  update(keys.wallet(a), { add: { entriez: 1 } }), // fault
  update(keys.wallet(a), { remove: ['reconciled_at'] }), // fault
  update(keys.mfa(a), { remove: ['recovery.x'] }, [['recovery.x', 'exists']]),
  update(keys.mfa(a), { remove: ['recover.x'] }), // fault
  update(keys.mfa(a), { delete: { recover: new Set(['x']) } }), // fault
  remove(keys.group(a, ''), [{ any: [[['members', 'absent']], [['members', 'fewer than', 1]]] }]),
  remove(keys.group(a, ''), [{ any: [[['members', 'absent']], [['member', 'fewer than', 1]]] }]), // fault
  require(keys.account(a), [['status', '=', 'active']], (old) => new Error(old?.status)),
  require(keys.account(a), [['state', '=', 'active']]), // fault
  require(keys.account(a), [['status', '=', 'active']], (old) => new Error(old?.state)), // fault
  put({ ...keys.checkpoint(a), ...checkpoint, ttl: 1 }, [['through', '<', '']]),
  put({ ...keys.checkpoint(a), ...checkpoint, though: '' }), // fault
  put({ ...keys.checkpoint(a), through: '', entries: 0, sums: {} }), // fault
  create({ ...keys.wallet(a), ...checkpoint }), // fault
  create({ ...keys.group(a, ''), ...({} as GroupRecord) }), // fault
];
`;

test('what does not fit the record of a key does not compile, and what fits does', () => {
  const faults = planted.split('\n').flatMap((line, i) => (line.endsWith('// fault') ? [i + 1] : []));
  const found = compiled({ [own]: planted }, ({ program }) => {
    const file = program.getSourceFileNames().find((path) => nameOf(path) === own);
    return program.getSemanticDiagnostics(file).map(({ pos }) => planted.slice(0, pos).split('\n').length);
  });
  expect([...new Set(found)]).toEqual(faults);
});

/** The types that only the driver can promise: what the SDK answers is the record of the key that was asked for. */
const ofTheDriver = {
  'lib/store/platform/lists.ts': 1,
  'lib/store/platform/read.ts': 5,
  'lib/store/platform/write.ts': 2,
};

test('only the driver asserts the types of records', () => {
  const asserting = globSync('lib/store/**/*.ts', { cwd: root }).flatMap((file) => {
    const { nodes } = sourceOf(file, textOf(file));
    return nodes.flatMap((node) => (isAssertion(node) ? [file] : []));
  });
  expect(
    Object.fromEntries(
      Map.groupBy(asserting, (file) => file)
        .entries()
        .map(([file, all]) => [file, all.length]),
    ),
  ).toEqual(ofTheDriver);
});

/** `x as T`, `<T>x` and `x!`, but not `as const`. */
function isAssertion({ type, typeAnnotation }: { type: string; [field: string]: unknown }): boolean {
  if (type === 'TSAsExpression') return !/"name":"const"/.test(JSON.stringify(typeAnnotation));
  return type === 'TSTypeAssertion' || type === 'TSNonNullExpression';
}
