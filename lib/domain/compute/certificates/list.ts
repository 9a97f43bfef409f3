import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Certificate } from '#lib/model/compute/certificate.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toCertificate } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchCertificates = prefetchPage('certificate');

/** One page of the caller's certificates. */
export async function listCertificates(
  context: Context,
  query: ListQuery,
): Promise<{ certificates: Certificate[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'certificate', query);
  return { certificates: items.map(toCertificate), next_cursor };
}
