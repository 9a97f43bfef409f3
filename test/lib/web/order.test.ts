import { describe, expect, it } from 'vitest';
import { apiSort, inOrder, nextOrder } from '#lib/web/parts/order.ts';

interface Row {
  readonly name: string;
  readonly price: number;
}
const columns = [
  { sort: 'name', by: ({ name }: Row) => name },
  { sort: 'price', by: ({ price }: Row) => price },
  { sort: 'created_at' },
  {},
];
const rows: readonly Row[] = [
  { name: 'b', price: 9 },
  { name: 'a', price: 10 },
  { name: 'c', price: 9 },
];
const names = (sort: string) => inOrder(rows, columns, sort).rows.map(({ name }) => name);

describe('the order of a list', () => {
  it('is by the values of the column, both ways; equal values keep their order', () => {
    expect([names('price'), names('-price'), names('-name')]).toEqual([
      ['b', 'c', 'a'],
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ]);
  });

  it.each([undefined, 'name', 'created_at', '-created_at'])('%s is as the API answers', (sort) => {
    expect(inOrder(rows, columns, sort)).toEqual({ rows, sort });
  });

  it.each(['size', '-size', '-', '--price'])('%s of an address is no order', (sort) => {
    expect(inOrder(rows, columns, sort)).toEqual({ rows, sort: undefined });
  });

  it('is only of the API while pages are missing', () => {
    expect(inOrder(rows, columns, '-price', true)).toEqual({ rows, sort: undefined });
    expect(inOrder(rows, columns, 'name', true)).toEqual({ rows, sort: 'name' });
  });

  it('asks the API for its own orders alone', () => {
    const asked = ['name', '-name', 'created_at', '-created_at', 'price', undefined].map(apiSort);
    expect(asked).toEqual(['name', undefined, 'created_at', '-created_at', undefined, undefined]);
  });

  it('changes by a click: times begin with the newest, all else upwards and then downwards where that can be', () => {
    const clicks = (field: string, isBothWays: boolean) => {
      const first = nextOrder(field, undefined, isBothWays);
      const second = nextOrder(field, first, isBothWays);
      return [first, second, nextOrder(field, second, isBothWays)];
    };
    expect(clicks('created_at', false)).toEqual(['-created_at', 'created_at', '-created_at']);
    expect(clicks('name', false)).toEqual(['name', 'name', 'name']);
    expect(clicks('price', true)).toEqual(['price', '-price', 'price']);
  });
});
