import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeFrame, FrameFollower } from '#lib/local/front/frames.ts';

/** A server's frame (RFC 6455 5.2). */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = [0x80 | opcode];
  if (length < 126) return Buffer.concat([Buffer.from([...head, length]), payload]);
  const extended = Buffer.alloc(length < 65_536 ? 2 : 8);
  if (length < 65_536) extended.writeUInt16BE(length);
  else extended.writeBigUInt64BE(BigInt(length));
  return Buffer.concat([Buffer.from([...head, length < 65_536 ? 126 : 127]), extended, payload]);
}

test.each([0, 1, 125, 126, 65_535, 65_536, 70_000])(
  'knows the end of a frame of %i bytes, however it is cut',
  (length) => {
    const bytes = frame(2, Buffer.alloc(length, 1));
    for (const cut of [1, 2, 3, 7, bytes.length - 1]) {
      const follower = new FrameFollower();
      expect(follower.isBetween).toBe(true);
      follower.pass(bytes.subarray(0, cut));
      expect(follower.isBetween).toBe(cut >= bytes.length);
      follower.pass(bytes.subarray(cut));
      expect(follower.isBetween).toBe(true);
    }
  },
);

test('any frames in any pieces: between them exactly at their ends', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 40 }), (lengths, piece) => {
      const frames = lengths.map((length) => frame(1, Buffer.alloc(length)));
      const ends = new Set([0]);
      for (const { length } of frames) ends.add(Math.max(...ends) + length);
      const all = Buffer.concat(frames);
      const follower = new FrameFollower();
      for (let at = 0; at < all.length; at += piece) {
        follower.pass(all.subarray(at, at + piece));
        expect(follower.isBetween).toBe(ends.has(Math.min(at + piece, all.length)));
      }
    }),
    { numRuns: 50 },
  );
});

test('after a close nothing is added', () => {
  const follower = new FrameFollower();
  const close = closeFrame(1012, 'going down');
  expect([...close.subarray(0, 4)]).toEqual([0x88, 12, 0x03, 0xf4]);
  follower.pass(close);
  expect(follower.isBetween).toBe(false);
});
