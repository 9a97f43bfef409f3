import { expect, test } from 'vitest';
import { isReference, withImage } from '#lib/cli/run/image-from.ts';
import type { Session } from '#lib/cli/run/session.ts';

const id = 'img-01kanx7m3v5q8w2c4d6f7g9h1j';
const redis = 'registry.example.in/library/redis:7';
const how = { wait: true, waitTimeout: 60 };

/** The arguments of a launch of an image, where an account has these images, and what was asked for them. */
async function launched(image_id: string, images: readonly object[], more: { dryRun?: boolean } = {}) {
  const asked: unknown[] = [];
  const session = {
    client: {
      request: async (...call: unknown[]) => {
        asked.push(call);
        return { body: { id, name: 'redis', status: 'available' } };
      },
    },
    typed: {
      async *each() {
        yield* images;
      },
    },
    globals: { quiet: true },
    signal: new AbortController().signal,
  } as unknown as Session;
  const args = await withImage(session, { body: { name: 'cache', image_id } } as never, { ...how, ...more });
  return { args, asked };
}

test('a reference becomes an image, which the launch is of', async () => {
  const { args, asked } = await launched(redis, []);
  expect(asked).toEqual([['createImage', { body: { name: 'redis', source: { registry: redis } } }]]);
  expect(args).toEqual({ body: { name: 'cache', image_id: id } });
});

test('an image that was made from it before is taken, and one that failed or is of another is not', async () => {
  const own = (status: string, registry: string | null) => ({ id: 'img-had', status, source: { registry } });
  const had = [own('error', redis), own('available', `${redis}.2`), own('available', null)];
  expect((await launched(redis, had)).args).toEqual({ body: { name: 'cache', image_id: id } });
  const { args, asked } = await launched(redis, [...had, own('available', redis)]);
  expect({ args, asked }).toEqual({ args: { body: { name: 'cache', image_id: 'img-had' } }, asked: [] });
});

test('a dry run makes none', async () => {
  await expect(launched(redis, [], { dryRun: true })).rejects.toMatchObject({
    exit: 2,
    message: `--image: ${redis} is no image yet, and a dry run makes none`,
    hint: `svc image create NAME --source-registry ${redis} --dry-run`,
  });
});

test.each([
  ['debian-12', false],
  ['team/app', false],
  ['redis:7', false],
  ['localhost/app', true],
  ['127.0.0.1:5055/busy', true],
  ['registry.example.in/team/app@sha256:0', true],
])('%s is a reference: %s', (text, is) => expect(isReference(text)).toBe(is));
