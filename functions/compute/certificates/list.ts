import { listCertificates, prefetchCertificates } from '#lib/domain/compute/certificates/list.ts';
import { route } from '#lib/edge/route.ts';
import { certificate } from '#lib/model/compute/certificate.ts';
import { listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's certificates. */
export const handler = route(
  {
    name: 'listCertificates',
    action: 'compute:ListCertificates',
    resource: () => 'certificate/*',
    names: { 'query.id': 'certificate' },
    query: taggedListQuery('name', 'fingerprint'),
    prefetchPage: prefetchCertificates,
    reply: listOf('certificates', certificate),
  },
  (context, { query }) => listCertificates(context, query),
);
