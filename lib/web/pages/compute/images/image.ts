import type { Image } from '#lib/generated/client/schemas.ts';
import { quoted } from '#lib/web/api/quoted.ts';

/** An image of the account's own, which has a status. */
export type OwnImage = Image & { readonly status: NonNullable<Image['status']> };

/** Whether an image is one of the account's own. */
export const isOwn = (image: Image): image is OwnImage => image.status !== null;

/** Why an image cannot be launched now; undefined for one that can. */
export function whyNot({ available, status, progress_percent, unavailable_reason }: Image): string | undefined {
  if (available) return undefined;
  if (status === 'creating') return `being created, ${progress_percent ?? 0} %`;
  return unavailable_reason ?? 'no host offers it';
}

/** The images that can be launched, in the order of the platform, and the others. */
export function byPresence(images: readonly Image[]): { there: readonly Image[]; absent: readonly Image[] } {
  const { there = [], absent = [] } = Object.groupBy(images, (image) => (image.available ? 'there' : 'absent'));
  return { there, absent };
}

/** The line that folds away images that cannot be launched: how many they are, and why where the reason is the same. */
export function absenceOf(images: readonly Image[]): string {
  const [reason, ...others] = new Set(images.map(whyNot));
  const count = images.length === 1 ? '1 image' : `${images.length} images`;
  return `${count} cannot be launched now${others.length === 0 && reason ? `: ${reason}` : ''}`;
}

/** Words as one line of a shell. */
export const lineOf = (words: readonly string[]): string => words.map(quoted).join(' ');

/** The program that an image is for, as a line of a shell; empty for none. */
export const programOf = ({ entrypoint, cmd }: Pick<Image, 'cmd' | 'entrypoint'>): string =>
  lineOf([...entrypoint, ...cmd]);

/** A reference with the first digits of its digest. */
export const briefly = (reference: string): string => reference.replace(/@(\w{1,32}:\w{8})\w{1,512}$/, '@$1…');

/** Where an image comes from, in a few words; undefined where that is not known. */
export function originOf({ source }: Image): string | undefined {
  if (!source) return undefined;
  if (source.registry !== null) return briefly(source.registry);
  return source.bucket === null ? 'a snapshot' : `${source.bucket}/${source.key}`;
}
