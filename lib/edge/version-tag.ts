import { ApiError } from '#lib/model/platform/errors.ts';
import { generation } from '#lib/model/platform/generation.ts';

/**
 * The strong ETag of a version (contract 1.3). Where a state was loaded, versions count anew from what it had: the
 * generation keeps apart what has the same number and other content.
 */
export function versionTag(version: number): string {
  const loaded = generation();
  return loaded === '' ? `"v${version}"` : `"v${version}.${loaded}"`;
}

/** RFC 9110 13.1.1: `*`, or one of the listed strong tags. 412 for others. */
export function matchVersion(header: string | undefined, version: number): void {
  if (header === undefined || header.trim() === '*') return;
  const tags = header.split(',').map((tag) => tag.trim());
  const current = versionTag(version);
  if (tags.includes(current)) return;
  throw new ApiError('precondition_failed', `If-Match: ${header.slice(0, 64)} is not the current version (${current})`);
}
