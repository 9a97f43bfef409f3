import { expect, it } from 'vitest';
import { testEngine } from '#test/lib/local/s3/engine.ts';

const SIZES = [64, 16_000, 17_000, 2_000_000];
const SECONDS = 15;

it('no reader sees a mixture of what writers wrote, nor a length or ETag of another', async () => {
  const s3 = await testEngine();
  try {
    await s3.engine.admin.createBucket({ name: 'torn' });
    const until = Date.now() + SECONDS * 1000;
    let reads = 0;
    const write = async (lane: number) => {
      // biome-ignore lint/plugin: it goes on for as long as it is told
      for (let n = 0; Date.now() < until; n += 1) {
        const letter = String.fromCharCode(97 + ((lane * 7 + n) % 26));
        const body = letter.repeat(SIZES[(lane + n) % SIZES.length] as number);
        expect((await s3.send('/torn/key', { method: 'PUT', body })).status).toBe(200);
        if (n % 20 === 19) await s3.send('/torn/key', { method: 'DELETE' });
      }
    };
    const read = async () => {
      // biome-ignore lint/plugin: it goes on for as long as it is told
      while (Date.now() < until) {
        const { status, text, headers } = await s3.send('/torn/key');
        if (status === 404) continue;
        reads += 1;
        expect([...new Set(text)], 'letters of one object').toHaveLength(1);
        expect(SIZES).toContain(text.length);
        expect(headers.get('content-length')).toBe(String(text.length));
      }
    };
    await Promise.all([write(0), write(1), write(2), read(), read(), read(), read()]);
    expect(reads).toBeGreaterThan(50);
    await s3.engine.swept();
    expect(s3.logged).toEqual([]);
  } finally {
    await s3.close();
  }
});
