import type { Bucket } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Objects } from '#lib/web/pages/storage/objects/objects.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { size } from '#lib/web/parts/size.ts';
import { Status } from '#lib/web/parts/status.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Connect } from './connect.tsx';
import { Cors } from './cors-rules.tsx';
import { Keys } from './keys.tsx';
import { Lifecycle } from './lifecycle.tsx';
import { Settings } from './settings.tsx';
import { Usage } from './usage.tsx';

/** A bucket: what it holds, who may use it and how. */
export function Page({ params: { name = '' } }: PageProps) {
  const { data, error, refetch } = useRead('getBucket', { name });
  return (
    <>
      <Heading title={name} back={[hrefOf('/buckets'), 'Buckets']}>
        {data && (
          <>
            <span className="about">
              {data.usage.objects.toLocaleString('en')} objects, {size(data.usage.size_bytes)}
              {data.acl === 'public-read' && ', anyone can read'}
            </span>
            {Object.keys(data.tags).length > 0 && <TagList tags={data.tags} />}
            <Status status={data.status} reason={data.status_reason} />
          </>
        )}
      </Heading>
      {error && <Problem error={error} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Tabs label="Parts of the bucket" tabs={tabsOf(data)} />}
    </>
  );
}

const tabsOf = (bucket: Bucket) => [
  { id: 'objects', title: 'Objects', show: () => <Objects bucket={bucket} /> },
  { id: 'keys', title: 'Keys', show: () => <Keys bucket={bucket} /> },
  { id: 'connect', title: 'Connect', show: () => <Connect bucket={bucket} /> },
  { id: 'usage', title: 'Usage', show: () => <Usage name={bucket.name} /> },
  { id: 'cors', title: 'CORS', show: () => <Cors name={bucket.name} /> },
  { id: 'lifecycle', title: 'Lifecycle', show: () => <Lifecycle name={bucket.name} /> },
  { id: 'settings', title: 'Settings', show: () => <Settings bucket={bucket} /> },
];
