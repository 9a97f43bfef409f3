import { describe, expect, it } from 'vitest';
import type { Image } from '#lib/generated/client/schemas.ts';
import { argsOf, type ImageDraft, nameOf, newImage } from '#lib/web/pages/compute/images/draft.ts';
import { absenceOf, briefly, byPresence, originOf, programOf, whyNot } from '#lib/web/pages/compute/images/image.ts';

const digest = `sha256:9b0e04c8${'a'.repeat(56)}`;
const draft = (part: Partial<ImageDraft>): ImageDraft => ({ ...newImage(null), ...part });
const image = (part: Partial<Image>) =>
  ({ available: true, status: null, progress_percent: null, unavailable_reason: null, ...part }) as Image;

describe('the form of an image', () => {
  it.each([
    [{ from: 'registry', registry: ' registry.example.in/library/redis:7 ' }, 'redis'],
    [{ from: 'registry', registry: `127.0.0.1:5000/team/app@${digest}` }, 'app'],
    [{ from: 'registry', registry: 'redis' }, 'redis'],
    [{ from: 'registry', registry: '' }, ''],
    [{ from: 'object', key: 'images/rootfs.tar.gz' }, 'rootfs'],
    [{ from: 'object', key: 'layout.tar' }, 'layout'],
    [{ from: 'object', key: 'v1.2.tgz' }, 'v1.2'],
    [{ from: 'object', key: 'images/' }, ''],
    [{ from: 'snapshot', snapshot: 'snap-1', registry: 'registry.example.in/library/redis:7' }, 'golden'],
    [{ from: 'object', key: 'x'.repeat(99) }, 'x'.repeat(64)],
    [{ from: 'registry', registry: 'registry.example.in/library/redis:7', name: 'cache' }, 'cache'],
    [{ from: 'registry', registry: 'registry.example.in/library/redis:7', name: '' }, ''],
  ] as const)('%j is named %s unless a name is typed', (part, name) => {
    expect(nameOf(draft(part), 'golden')).toBe(name);
  });

  it('sends one source, and the tags that there are', () => {
    const typed = draft({ registry: ' registry.example.in/team/app:1 ', bucket: 'b', key: 'k', snapshot: 'snap-1' });
    const sourceOf = (from: ImageDraft['from']) => argsOf({ ...typed, from }, 'app')?.body;
    expect(sourceOf('registry')).toEqual({ name: 'app', source: { registry: 'registry.example.in/team/app:1' } });
    expect(sourceOf('object')).toEqual({ name: 'app', source: { bucket: 'b', key: 'k' } });
    expect(sourceOf('snapshot')).toEqual({ name: 'app', source: { snapshot_id: 'snap-1' } });
    expect(argsOf({ ...typed, tags: { team: 'web' } }, 'app')?.body.tags).toEqual({ team: 'web' });
  });

  it('sends nothing while the name or a part of the source is missing', () => {
    const missing = [draft({}), draft({ from: 'object', bucket: 'b' }), draft({ from: 'snapshot' })];
    expect(missing.map((one) => argsOf(one, 'app'))).toEqual([undefined, undefined, undefined]);
    expect(argsOf(draft({ registry: 'registry.example.in/team/app:1' }), '')).toBeUndefined();
  });

  it('begins with the snapshot that it is opened for', () => {
    expect(newImage('snap-1')).toMatchObject({ from: 'snapshot', snapshot: 'snap-1' });
    expect(newImage(null)).toMatchObject({ from: 'registry', snapshot: '' });
  });
});

describe('images that cannot be launched', () => {
  const creating = image({ available: false, status: 'creating', progress_percent: 40, unavailable_reason: 'x' });
  const absent = image({ available: false, unavailable_reason: 'no host offers it' });

  it('say why in words', () => {
    expect([image({}), creating, absent].map(whyNot)).toEqual([undefined, 'being created, 40 %', 'no host offers it']);
  });

  it('are told from the others, whose order is kept', () => {
    const [first, second] = [image({ id: 'a' }), image({ id: 'b' })];
    expect(byPresence([first, absent, second])).toEqual({ there: [first, second], absent: [absent] });
    expect(byPresence([])).toEqual({ there: [], absent: [] });
  });

  it('are one line, with the reason that all of them have', () => {
    expect(absenceOf([absent])).toBe('1 image cannot be launched now: no host offers it');
    expect(absenceOf([absent, absent])).toBe('2 images cannot be launched now: no host offers it');
    expect(absenceOf([absent, creating])).toBe('2 images cannot be launched now');
  });
});

describe('what an image is of', () => {
  const source = { registry: null, bucket: null, key: null, snapshot_id: null };

  it.each([
    [null, undefined],
    [{ ...source, registry: 'registry.example.in/library/redis:7' }, 'registry.example.in/library/redis:7'],
    [
      { ...source, registry: `registry.example.in/team/app@${digest}` },
      'registry.example.in/team/app@sha256:9b0e04c8…',
    ],
    [{ ...source, bucket: 'artefacts', key: 'rootfs.tar' }, 'artefacts/rootfs.tar'],
    [{ ...source, snapshot_id: 'snap-1' }, 'a snapshot'],
  ])('%j', (from, words) => expect(originOf(image({ source: from }))).toBe(words));

  it('a tag is never cut', () => expect(briefly('registry.example.in/app:1.4')).toBe('registry.example.in/app:1.4'));

  it('its program is a line of a shell', () => {
    expect(programOf({ entrypoint: ['/bin/sh', '-c'], cmd: ["echo it's $HOME"] })).toBe(
      `/bin/sh -c 'echo it'\\''s $HOME'`,
    );
    expect(programOf({ entrypoint: [], cmd: [] })).toBe('');
  });
});
