import type { Bucket } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Clients } from './clients.tsx';

/** How programs reach a bucket over S3. */
export function Connect({ bucket: { name, s3_url } }: { bucket: Bucket }) {
  const { data, error, refetch } = useRead('listEndpoints');
  if (error) return <Problem error={error} again={() => void refetch()} />;
  const endpoint = data?.endpoints[0];
  if (!endpoint) return <Loading />;
  const { region, addressing, features } = endpoint;
  const lacks = Object.entries(features).flatMap(([feature, has]) => (has ? [] : [words(feature)]));
  return (
    <div className="stack">
      <p>
        Any S3 client can use the bucket with <a href={hrefOf(`/buckets/${name}?tab=keys`)}>one of its keys</a>
        {features.account_keys && ', or with the access key of an IAM user whose policies allow it'}. Replace the dots
        with the key.
      </p>
      <Facts
        facts={[
          ['Endpoint', <Copy key="endpoint" text={endpoint.s3_url} label="the endpoint" />],
          ['Region', <Copy key="region" text={region} label="the region" />],
          ['The bucket’s address', <Copy key="url" text={s3_url} label="the bucket's address" />],
          ['Bucket name in requests', addressing.map((way) => (way === 'path' ? 'path' : 'host name')).join(', or ')],
          ['Not supported', lacks.length > 0 ? lacks.join(', ') : undefined],
        ]}
      />
      <Clients given={{ bucket: name, endpoint: endpoint.s3_url, region, id: '…', secret: '…' }} />
      <div className="as-command">
        <strong>svc, the command line</strong>
        <Copy text={`svc cp -r ./folder s3://${name}/`} label="the svc command" />
      </div>
    </div>
  );
}
