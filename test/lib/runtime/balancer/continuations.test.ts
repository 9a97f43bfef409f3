import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withoutFloods } from '#lib/runtime/balancer/engine/continuations.ts';
import { block, endHeaders, frame, kinds } from '#test/hostile/support/http2-frames.ts';

const part = block([['x-a', 'b'.repeat(300)]]);
const head = (continuations: number) =>
  Buffer.concat([
    frame(kinds.headers, 1, part),
    ...Array.from({ length: continuations }, () => frame(kinds.continuation, 1, part)),
    frame(kinds.data, 1, part),
  ]);

/** What a client reads of a connection on which a backend sends `bytes`, in pieces of `size` bytes. */
async function read(bytes: Buffer, size: number): Promise<Buffer> {
  const socket = new PassThrough();
  const guarded = withoutFloods(socket);
  for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
  socket.end();
  return buffer(guarded);
}

test.each([1, 7, 100, 10_000])(
  'heads of eight CONTINUATION frames pass as they are, in pieces of %i bytes',
  async (size) => {
    const bytes = Buffer.concat([frame(kinds.settings, 0), head(8), head(0), head(8), frame(kinds.settings, 0)]);
    expect(await read(bytes, size)).toEqual(bytes);
  },
);

test.each([1, 7, 100, 10_000])('a ninth ends the connection, in pieces of %i bytes', async (size) => {
  await expect(read(Buffer.concat([head(8), head(9)]), size)).rejects.toThrow(
    'a head has too many CONTINUATION frames',
  );
});

test('what the client sends reaches the backend, and its end ends the connection', async () => {
  const socket = new PassThrough();
  const guarded = withoutFloods(socket);
  guarded.end(frame(kinds.headers, 1, part, endHeaders));
  expect(await buffer(guarded)).toEqual(frame(kinds.headers, 1, part, endHeaders));
});
