import { expect, test } from 'vitest';
import { entities } from '#lib/generated/store/entities.ts';
import type { Entity } from '#lib/store/entity.ts';
import { entityOf, keyFormOf, unfit } from '#lib/store/unfit.ts';

const secret = 'hunter2-of-asha';
const keyOf = ({ pk, sk }: Entity) => ({
  pk: pk.replaceAll(/<[^>]+>/g, secret),
  sk: sk.replaceAll(/<[^>]+>/g, secret),
});

/** What may stand where something else is expected. */
const wrong: readonly unknown[] = [secret, [secret], { other: secret }, new Set([secret])];

test.each(Object.entries<Entity>(entities))(
  'no fault of %s has a value, nor has the form of its key',
  (name, entity) => {
    const key = keyOf(entity);
    expect(entityOf(key)).toBe(name);
    const attributes = Object.keys((entity.record as { shape?: object }).shape ?? {});
    const items = wrong.map((value) => ({ ...key, ...Object.fromEntries(attributes.map((each) => [each, value])) }));
    expect(items.flatMap(unfit).filter((fault) => fault.includes(secret))).toEqual([]);
    expect(keyFormOf(key)).toBe(`${entity.pk} ${entity.sk}`);
  },
);

test('a path names attributes; keys of maps and places in lists are not named', () => {
  const bucket = { pk: 'A#1#bucket', sk: 'photos', tags: { [secret]: 7, other: 7 } };
  expect(unfit(bucket)).toContain('tags.*: Invalid input: expected string, received number');
  const entry = { pk: 'A#1#ledger', sk: 'txn-1', lines: [{ account: 'wallet', amount_paise: secret }] };
  expect(unfit(entry)).toContain('lines.*.amount_paise: Invalid input: expected number, received string');
});
