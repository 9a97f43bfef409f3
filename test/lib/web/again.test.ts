import { expect, it } from 'vitest';
import { readOnceMore, replaceData } from '#lib/web/api/again.ts';

// By a variable, so that the compiler does not take in React's types, which change those of a page's elements.
const library: string = '@tanstack/react-query';
const { QueryClient, QueryObserver } = await import(library);

const key = ['getInstance', { id: 'i-1' }];

/** A page that shows one resource; its reads wait until they are answered. */
function shown() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const reads: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  };
  const page = new QueryObserver(queries, { queryKey: key, queryFn });
  const leave = page.subscribe(() => undefined);
  return { queries, reads, leave, data: () => page.getCurrentResult().data };
}

const all = () => true;

it('what is read while it changes is read once more, when that read has ended', async () => {
  const { queries, reads, leave, data } = shown();
  expect(reads).toHaveLength(1);
  readOnceMore(queries, all);
  readOnceMore(queries, all);
  expect(reads).toHaveLength(1);
  reads[0]?.resolve('before the change');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve('after it');
  await expect.poll(data).toBe('after it');
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(reads).toHaveLength(2);
  leave();
});

it('what is read while it changes is read once more where that read fails', async () => {
  const { queries, reads, leave, data } = shown();
  readOnceMore(queries, all);
  reads[0]?.reject(new Error('lost'));
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve('after it');
  await expect.poll(data).toBe('after it');
  leave();
});

it('what is not meant is left alone', async () => {
  const { queries, reads, leave } = shown();
  readOnceMore(queries, ([operation]) => operation === 'listVolumes');
  reads[0]?.resolve('first');
  await expect.poll(() => queries.isFetching()).toBe(0);
  readOnceMore(queries, ([operation]) => operation === 'listVolumes');
  expect(reads).toHaveLength(1);
  leave();
});

it('data that stays as it is does not count as read just now', () => {
  const queries = new QueryClient();
  queries.setQueryData(key, 'old', { updatedAt: 1 });
  queries.setQueryData(['listVolumes'], 'old volumes', { updatedAt: 1 });
  void queries.invalidateQueries({ queryKey: ['listVolumes'] });
  replaceData(queries, (data) => (data === 'old' ? 'new' : data));
  expect(queries.getQueryState(key)).toMatchObject({ data: 'new', isInvalidated: false });
  expect(queries.getQueryState(key)?.dataUpdatedAt).toBeGreaterThan(1);
  expect(queries.getQueryState(['listVolumes'])).toMatchObject({ dataUpdatedAt: 1, isInvalidated: true });
});
