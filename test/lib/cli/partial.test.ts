import { expect, test } from 'vitest';
import { withTheRest } from '#lib/cli/run/partial.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { commandOf } from '#lib/cli/table/commands.ts';
import type { Command } from '#lib/cli/table/types.ts';

const update = commandOf('updateLoadBalancer') as Command;
const shown = {
  id: 'lb-1',
  name: 'front',
  tags: { a: '1', b: '2' },
  health_check: { protocol: 'http', port: null, path: '/', interval_seconds: 10, expected_codes: '200' },
};

/** The arguments of an update with these changes, and what was asked for them. */
async function argumentsOf(body: object, nested: readonly string[], removedTags: readonly string[] = []) {
  const asked: unknown[] = [];
  const client = {
    request: async (...call: unknown[]) => {
      asked.push(call);
      return { body: shown, etag: '"7"' };
    },
  };
  const prepared = { named: [], nested, args: { id: 'lb-1', body } as never };
  const args = await withTheRest({ client } as unknown as Session, update, { prepared, removedTags });
  return { args, asked };
}

test('a field of an object takes the rest of the object along, under its ETag', async () => {
  const { args, asked } = await argumentsOf({ health_check: { path: '/up' } }, ['health_check']);
  expect(asked).toEqual([['getLoadBalancer', { id: 'lb-1' }]]);
  const health_check = { protocol: 'http', port: null, path: '/up', interval_seconds: 10, expected_codes: '200' };
  expect(args).toEqual({ id: 'lb-1', body: { health_check }, ifMatch: '"7"' });
});

test('tags that are not named stay', async () => {
  const { args } = await argumentsOf({ tags: { b: '3' } }, [], ['a']);
  expect(args).toEqual({ id: 'lb-1', body: { tags: { b: '3' } }, ifMatch: '"7"' });
});

test('an object of a document is sent as it is, and nothing is asked', async () => {
  const { args, asked } = await argumentsOf({ name: 'x', health_check: { path: '/up' } }, []);
  expect({ args, asked }).toEqual({
    args: { id: 'lb-1', body: { name: 'x', health_check: { path: '/up' } } },
    asked: [],
  });
});
