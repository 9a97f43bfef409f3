import { ApiError } from '#lib/model/platform/errors.ts';
import { generation } from '#lib/model/platform/generation.ts';
import type { Exchange } from './exchange.ts';

/**
 * The strong ETag of a version (contract 1.3). After a saved state is loaded, versions continue from the numbers in it.
 * The generation distinguishes equal numbers with different content.
 */
export function versionTag(version: number): string {
  const loaded = generation();
  return loaded === '' ? `"v${version}"` : `"v${version}.${loaded}"`;
}

/**
 * RFC 9110 13.1.1: accepts `*` or one of the listed strong tags. 412 for any other tag, and for any header where there
 * is no version yet (undefined).
 */
export function matchVersion(header: string | undefined, version: number | undefined): void {
  if (header === undefined) return;
  if (version === undefined) throw failed(header, 'matches nothing: the resource does not exist yet');
  if (header.trim() === '*') return;
  const tags = header.split(',').map((tag) => tag.trim());
  const current = versionTag(version);
  if (!tags.includes(current)) throw failed(header, `is not the current version (${current})`);
}

/**
 * 412 for an If-Match where the verb compared no version: the target has no ETag, so no tag can match (RFC 9110
 * 13.1.1). Call it before any effect. `*` only asks whether the target exists, which the verb has checked.
 */
export function refuseUnmatched({ request, matched }: Pick<Exchange, 'request' | 'matched'>): void {
  const header = request.headers['if-match'];
  if (matched || request.reads || header === undefined || header.trim() === '*') return;
  throw failed(header, 'matches nothing: this resource has no ETag');
}

const failed = (header: string, why: string) =>
  new ApiError('precondition_failed', `If-Match: ${header.slice(0, 64)} ${why}`);
