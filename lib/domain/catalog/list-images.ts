import type { Context } from '#lib/domain/context.ts';
import { liveHosts } from '#lib/domain/hosts/place.ts';
import type { Image } from '#lib/model/catalog.ts';
import { notFound } from '#lib/model/errors.ts';
import { readDirectory } from '#lib/store/hosts.ts';
import { imagesOf } from './images.ts';

interface ImageFilters {
  distribution?: string | undefined;
  type?: string | undefined;
}

const offered = async (): Promise<Image[]> => imagesOf(liveHosts(await readDirectory()));

/** Every image, each with whether a live host can boot it and why not; a filter's alternatives stand between commas. */
export async function listImages(
  _: Context,
  { distribution, type }: ImageFilters,
): Promise<{ images: Image[]; next_cursor: '' }> {
  const images = (await offered()).filter((image) => fits(distribution, image.distribution) && fits(type, image.type));
  return { images, next_cursor: '' };
}

/** One image; 404 where neither the catalog nor a live host has it. */
export async function showImage(_: Context, { id }: { id: string }): Promise<Image> {
  const image = (await offered()).find((candidate) => candidate.id === id);
  if (!image) throw notFound('image', id);
  return image;
}

const fits = (filter: string | undefined, value: string) => filter === undefined || filter.split(',').includes(value);
