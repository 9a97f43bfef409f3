import { describe, expect, test } from 'vitest';
import { imagesOf } from '#lib/domain/compute/catalog/offered.ts';
import { checkImage } from '#lib/domain/compute/instances/launch-inputs.ts';
import type { Image } from '#lib/model/compute/image.ts';
import { type InstanceType, instanceTypeById } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

const nano = instanceTypeById.get('s1-nano') as InstanceType;
const [ubuntu] = imagesOf([]).map((image) => ({ ...image, available: true, unavailable_reason: null }));

function refusal(changes: Partial<Image>): ApiError {
  try {
    checkImage('ubuntu-24.04', [{ ...(ubuntu as Image), ...changes }], nano);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('it was not refused');
}

describe('an image is refused with 400', () => {
  test.each<[Partial<Image>, string]>([
    [{ deprecated: true }, 'image ubuntu-24.04 is deprecated (see GET /compute/images)'],
    [
      { available: false, unavailable_reason: 'no disk' },
      'image ubuntu-24.04 is not available: no disk (see GET /compute/images)',
    ],
    [{ min_ram: 1024 }, 'ubuntu-24.04 needs 1024 MiB of RAM; s1-nano has 512'],
    [{ min_disk: 11 }, 'ubuntu-24.04 needs 11 GiB of disk; s1-nano has 10'],
  ])('%j', (changes, message) => {
    expect(refusal(changes)).toMatchObject({
      code: 'validation_failed',
      status: 400,
      message: `image_id: ${message}`,
    });
  });

  test('but not where it just fits', () => {
    const fits = { ...(ubuntu as Image), min_ram: 512, min_disk: 10 };
    expect(checkImage('ubuntu-24.04', [fits], nano)).toBe(fits);
  });
});
