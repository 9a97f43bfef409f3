import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestEngine, testEngine } from './engine.ts';

let s3: TestEngine;
let now = new Date('2026-11-21T00:00:00Z');

beforeEach(async () => {
  now = new Date('2026-11-21T00:00:00Z');
  s3 = await testEngine({ clock: { now: () => now } });
  await s3.engine.admin.createBucket({ name: 'ver' });
});
afterEach(() => s3.close());

type Step = { act: 'put' | 'delete' | 'enable' | 'suspend' | 'purge'; pick: number };
interface Version {
  id: string;
  body: string | undefined;
}

/** The versions of one key, newest first, as S3's documentation has them. */
class Model {
  versioning: 'disabled' | 'enabled' | 'suspended' = 'disabled';
  versions: Version[] = [];

  add(id: string, body: string | undefined): void {
    if (this.versioning !== 'enabled') this.versions = this.versions.filter((each) => each.id !== 'null');
    this.versions.unshift({ id, body });
  }

  delete(id: string): void {
    if (this.versioning === 'disabled') this.versions = [];
    else this.add(id, undefined);
  }
}

async function listed(): Promise<Version[]> {
  const { text } = await s3.send('/ver?versions');
  const found = [
    ...text.matchAll(/<(Version|DeleteMarker)><Key>key<\/Key><VersionId>(.*?)<\/VersionId><IsLatest>(.*?)</g),
  ];
  expect(found.map(([, , , latest]) => latest)).toEqual(found.map((_, index) => String(index === 0)));
  return Promise.all(
    found.map(async ([, kind, id = '']) => ({
      id,
      body: kind === 'Version' ? (await s3.send(`/ver/key?versionId=${id}`)).text : undefined,
    })),
  );
}

async function take(model: Model, { act, pick }: Step, n: number): Promise<void> {
  if (act === 'put') {
    const { headers } = await s3.send('/ver/key', { method: 'PUT', body: `body ${n}` });
    model.add(headers.get('x-amz-version-id') ?? 'null', `body ${n}`);
  } else if (act === 'delete') {
    const { headers } = await s3.send('/ver/key', { method: 'DELETE' });
    model.delete(headers.get('x-amz-version-id') ?? 'null');
  } else if (act === 'purge') {
    const version = model.versions[pick % Math.max(model.versions.length, 1)];
    if (!version) return;
    await s3.send(`/ver/key?versionId=${version.id}`, { method: 'DELETE' });
    model.versions = model.versions.filter((each) => each !== version);
  } else {
    model.versioning = act === 'enable' ? 'enabled' : 'suspended';
    await s3.engine.admin.configureBucket('ver', { versioning: model.versioning });
  }
}

it('keeps the versions that S3 keeps, whatever is done', async () => {
  const act = fc.constantFrom<Step['act'][]>('put', 'put', 'delete', 'enable', 'suspend', 'purge');
  const steps = fc.array(fc.record({ act, pick: fc.nat(9) }), { minLength: 5, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      while (!(await s3.engine.admin.emptyBucket('ver', 1000)));
      await s3.engine.admin.deleteBucket('ver');
      await s3.engine.admin.createBucket({ name: 'ver' });
      const model = new Model();
      for (const [n, step] of sequence.entries()) {
        await take(model, step, n);
        expect(await listed()).toEqual(model.versions);
        const [top] = model.versions;
        const { status, text } = await s3.send('/ver/key');
        expect(status === 200 ? text : undefined).toBe(top?.body);
      }
      const live = model.versions[0]?.body === undefined ? 0 : 1;
      const usage = await s3.engine.admin.usage('ver');
      expect([usage.objects, usage.versions]).toEqual([live, model.versions.length - live]);
      const bytes = model.versions.reduce((sum, { body = '' }) => sum + body.length, 0);
      expect(usage.sizeBytes + usage.versionsBytes).toBe(bytes);
    }),
    { numRuns: 25, seed: 11 },
  );
});

it('lets go what is old enough by the rules, by the clock it is given', async () => {
  const day = (n: number) => {
    now = new Date(Date.UTC(2026, 10, 21) + n * 86_400_000);
  };
  const rule = { enabled: true, prefix: 'tmp/' };
  await s3.engine.admin.configureBucket('ver', { versioning: 'enabled' });
  await s3.engine.admin.configureBucket('ver', {
    lifecycle: [
      { id: 'a', ...rule, expireDays: 3, noncurrentDays: 2, abortMultipartDays: 1 },
      { id: 'b', enabled: false, prefix: '', expireDays: 1 },
    ],
  });
  for (const key of ['tmp/a', 'keep']) await s3.send(`/ver/${key}`, { method: 'PUT', body: 'x' });
  await s3.send('/ver/tmp/up?uploads', { method: 'POST' });
  day(0.9);
  expect(await s3.engine.runLifecycles()).toBe(0);
  day(1);
  expect(await s3.engine.runLifecycles()).toBe(1);
  day(3);
  expect(await s3.engine.runLifecycles()).toBe(1);
  expect((await s3.send('/ver/tmp/a')).status).toBe(404);
  expect(await s3.engine.admin.usage('ver')).toMatchObject({ objects: 1, versions: 2 });
  day(5);
  await s3.engine.runLifecycles();
  await s3.engine.runLifecycles();
  expect(await s3.engine.admin.usage('ver')).toMatchObject({ objects: 1, versions: 0, versionsBytes: 0 });
  expect((await s3.send('/ver/keep')).status).toBe(200);
});
