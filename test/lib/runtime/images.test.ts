import { describe, expect, it } from 'vitest';
import { referenceOf, systemImages } from '#lib/model/platform/catalog.ts';
import { allImages, hostImages, parseRelease, withStored } from '#lib/runtime/images.ts';

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

  describe('with a store', () => {
    const stored = {
      ...{ id: 'alpine-3.22', digest: `sha256:${'a'.repeat(64)}`, reference: 'a.example/alpine:1', size_bytes: 9 },
      ...{ architecture: 'amd64', default_user: 'alpine', env: [], working_dir: '', user: '', entrypoint: [] },
      ...{ cmd: ['/bin/sh'], shell: true, init: 'busybox', package_manager: 'apk' },
    };
    const own = hostImages({ ID: 'debian', VERSION_ID: '12' });
    const offered = (id: string, reason: string | null, registry = 'docker.io') =>
      withStored(own, { stored: [stored], registry, reason }).find((image) => image.id === id);

    it('can pull the others where it has a way to their registry, and says where that is', () => {
      expect(offered('ubuntu-22.04', null, 'mirror.example/os')).toMatchObject({
        ...{ available: true, pulled: false, reason: null },
        reference: 'mirror.example/os/library/ubuntu:22.04',
      });
      const reason = 'registry docker.io cannot be reached: docker.io has no address';
      expect(offered('ubuntu-22.04', reason)).toMatchObject({ available: false, pulled: false, reason });
    });

    it('has what it has pulled and its own system, whatever the registry does', () => {
      const there = { available: true, pulled: true, reason: null };
      expect(offered('debian-12', 'down')).toMatchObject({
        ...{ ...there, reference: 'docker.io/library/debian:12' },
        contents: { digest: null, size_bytes: null, shell: true },
      });
      expect(offered('alpine-3.22', 'down')).toMatchObject({
        ...there,
        contents: { digest: stored.digest, size_bytes: 9, shell: true, init: 'busybox', package_manager: 'apk' },
      });
    });
  });

  it('has the references that the control plane shows', () => {
    expect(allImages().map(({ id, reference }) => [id, reference])).toEqual(
      systemImages.map((image) => [image.id, referenceOf(image)]),
    );
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
