import { expect, test } from 'vitest';
import { withResource } from '#lib/web/api/resources.ts';

const web = { id: 'i-1', name: 'web', status: 'running', tags: {} };
const db = { id: 'i-2', name: 'db', status: 'running', tags: {} };
const stopped = { ...web, status: 'stopping' };

test('a resource is painted where it is shown, and in the pages of lists', () => {
  expect(withResource(web, stopped)).toEqual(stopped);
  expect(withResource({ instances: [db, web], next_cursor: '' }, stopped)).toEqual({
    instances: [db, stopped],
    next_cursor: '',
  });
  expect(withResource({ pages: [{ instances: [web] }, { instances: [db] }], pageParams: [''] }, stopped)).toEqual({
    pages: [{ instances: [stopped] }, { instances: [db] }],
    pageParams: [''],
  });
});

test('what a reply does not say stays as it is', () => {
  expect(withResource(web, { id: 'i-1' })).toEqual(web);
});

test.each([undefined, null, 7, 'i-1', [], { instances: [db], next_cursor: '' }, { pages: [{ instances: [db] }] }])(
  '%j has nothing to paint, and is the same object',
  (data) => {
    expect(withResource(data, stopped)).toBe(data);
  },
);
