/** What the query form adds to a query. */
const added = new Set([
  'X-Amz-Algorithm',
  'X-Amz-Content-Sha256',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-Security-Token',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
]);

/** The query as it was before it was signed; one that is not signed stays as it is. */
export function unsignedQuery(raw: string): string {
  if (!/(?:^|&)X-Amz-Signature=/.test(raw)) return raw;
  return raw
    .split('&')
    .filter((pair) => !added.has(pair.split('=')[0] ?? ''))
    .join('&');
}
