import { ApiError } from '#lib/model/platform/errors.ts';
import { generation } from '#lib/model/platform/generation.ts';
import type { Exchange } from './exchange.ts';

/**
 * The strong ETag of a version (contract 1.3). Where a state was loaded, versions count anew from what it had: the
 * generation keeps apart what has the same number and other content.
 */
export function versionTag(version: number): string {
  const loaded = generation();
  return loaded === '' ? `"v${version}"` : `"v${version}.${loaded}"`;
}

/**
 * RFC 9110 13.1.1: `*`, or one of the listed strong tags. 412 for others, and for any where there is nothing yet
 * (undefined).
 */
export function matchVersion(header: string | undefined, version: number | undefined): void {
  if (header === undefined) return;
  if (version === undefined) throw failed(header, 'matches nothing: there is none yet');
  if (header.trim() === '*') return;
  const tags = header.split(',').map((tag) => tag.trim());
  const current = versionTag(version);
  if (!tags.includes(current)) throw failed(header, `is not the current version (${current})`);
}

/**
 * Refuses with 412 the If-Match of a request whose verb compared it with no version: what it would change has no ETag,
 * so that no tag matches (RFC 9110 13.1.1). To be called before any effect. `*` asks for existence alone, which the
 * verb has found.
 */
export function refuseUnmatched({ request, matched }: Pick<Exchange, 'request' | 'matched'>): void {
  const header = request.headers['if-match'];
  if (matched || request.reads || header === undefined || header.trim() === '*') return;
  throw failed(header, 'matches nothing: what this request is about has no ETag');
}

const failed = (header: string, why: string) =>
  new ApiError('precondition_failed', `If-Match: ${header.slice(0, 64)} ${why}`);
