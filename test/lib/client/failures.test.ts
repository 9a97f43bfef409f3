import { describe, expect, test, vi } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import { nodeFetch } from '#lib/client/node/node-fetch.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { inTurn, refused, served } from './support/served.ts';

const never = { after: new Promise(() => undefined) };

/** The timers that were made since, and neither ended nor fired: they would keep a program from ending. */
function timers(): () => number {
  const made = vi.spyOn(globalThis, 'setTimeout');
  const holds = (timer: NodeJS.Timeout & { _destroyed?: boolean }) => !timer._destroyed && timer.hasRef();
  return () => made.mock.results.filter(({ value }) => holds(value as NodeJS.Timeout)).length;
}

test('a 400 has its faults field by field', async () => {
  const fields = [
    { field: 'tags.a é', message: 'a key is 1 to 63 of A-Z a-z 0-9 . _ : / -' },
    { field: 'name', message: 'is missing' },
  ];
  const ascii = JSON.stringify(fields).replace('é', '\\u00e9');
  const { baseUrl } = await served(() => refused(400, 'validation_failed', { 'x-error-fields': ascii }));
  const error = await createClient({ baseUrl })
    .getMe()
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(SvcError);
  expect(error).toMatchObject({ name: 'SvcError', status: 400, code: 'validation_failed', fields });
});

test('what is no reply of the platform is said to be none', async () => {
  const { baseUrl } = await served(
    inTurn(
      { status: 502, text: '<html>' },
      { status: 200, text: '<html>' },
      { status: 400, headers: { 'x-error-fields': '[', 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' } },
    ),
  );
  const svc = createClient({ baseUrl });
  const gone = { status: 502, code: 'invalid_reply', message: 'the reply was HTTP 502', retryAfter: undefined };
  await expect(svc.getMe()).rejects.toMatchObject(gone);
  const page = {
    status: 200,
    code: 'invalid_reply',
    message: 'HTTP 200 without JSON: is the base URL that of the API?',
  };
  await expect(svc.getMe()).rejects.toMatchObject(page);
  await expect(svc.getMe()).rejects.toMatchObject({ status: 400, fields: [], retryAfter: undefined });
});

describe.each([
  ['fetch', undefined],
  ["Node's HTTP", nodeFetch()],
])('by %s', (_title, fetch) => {
  test('nobody at the address is a failed connection, which names host and reason', async () => {
    const port = await unusedPort();
    const svc = createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 1, fetch });
    await expect(svc.getMe()).rejects.toMatchObject({
      status: 0,
      code: 'connection_failed',
      message: expect.stringMatching(new RegExp(`^getMe: no reply from 127.0.0.1:${port}: .*ECONNREFUSED`)),
      cause: expect.any(Error),
    });
  });

  test('a call takes as long as it may, and leaves no timer', async () => {
    const { baseUrl, came } = await served(() => never);
    const svc = createClient({ baseUrl, fetch });
    const left = timers();
    const late = { code: 'timed_out', status: 0, message: 'getMe took longer than 0.05 s' };
    await expect(svc.getMe({ timeout: 50 })).rejects.toMatchObject(late);
    await expect(createClient({ baseUrl, fetch, timeout: 50 }).getMe()).rejects.toMatchObject(late);
    expect(left()).toBe(0);
    // Neither is sent again; on a busy computer one may end before it is sent at all.
    expect(came.length).toBeLessThanOrEqual(2);
  });

  test('a call ends with its signal: before it is sent, while it is under way, and while it waits', async () => {
    const { baseUrl, came } = await served((_came, number) =>
      number === 1 ? never : refused(429, 'rate_limited', { 'retry-after': '30' }),
    );
    const svc = createClient({ baseUrl, fetch });
    await expect(svc.getMe({ signal: AbortSignal.abort('not now') })).rejects.toBe('not now');
    expect(came).toEqual([]);
    for (const requests of [1, 2]) {
      const stop = new AbortController();
      const call = svc.getMe({ signal: stop.signal });
      await eventually(() => came.length === requests);
      stop.abort(`enough of ${requests}`);
      await expect(call).rejects.toBe(`enough of ${requests}`);
    }
  });
});
