import { describe, expect, it } from 'vitest';
import { allImages, hostImages, parseRelease } from '#lib/runtime/images.ts';

describe('images of a host', () => {
  it("offers the host's own userland and says of the others why not", () => {
    const images = hostImages(parseRelease('PRETTY_NAME="Ubuntu 24.04.3 LTS"\nID=ubuntu\nVERSION_ID="24.04"\n'));
    expect(images.filter(({ available }) => available).map(({ id }) => id)).toEqual(['ubuntu-24.04']);
    expect(images.find(({ id }) => id === 'alpine-3.22')).toMatchObject({
      available: false,
      reason: "this host's machines share its own userland, which is Ubuntu 24.04 LTS",
    });
    expect(new Set(images.map(({ id }) => id)).size).toBe(images.length);
  });

  it.each([
    ['ID="almalinux"\nVERSION_ID="9.5"', 'almalinux-9', 'almalinux'],
    ['ID=alpine\nVERSION_ID=3.22.1', 'alpine-3.22', 'alpine'],
    ["ID=fedora\nVERSION_ID='42'\nPRETTY_NAME='Fedora Linux 42'", 'fedora-42', 'fedora'],
    ['ID=arch', 'arch', 'arch'],
    ['', 'linux', 'linux'],
  ])('names it from os-release %j: %s', (release, id, user) => {
    const images = hostImages(parseRelease(release));
    expect(images[0]).toMatchObject({ id, available: true, reason: null, default_user: user });
  });

  it('has every catalog image for a driver that runs nothing', () => {
    expect(allImages().map(({ id, available }) => [id, available])).toEqual([
      ['ubuntu-24.04', true],
      ['ubuntu-22.04', true],
      ['debian-12', true],
      ['almalinux-9', true],
      ['alpine-3.22', true],
    ]);
  });
});
