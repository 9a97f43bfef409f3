import { useRead } from '#lib/web/api/query.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Attention } from './attention.tsx';
import { Costs } from './costs.tsx';
import { Recent } from './recent.tsx';
import { Running } from './running.tsx';

/** What runs, what it costs, what needs attention, and what happened last. */
export function Page() {
  const { data: health } = useRead('getHealth', {}, { every: 300_000 });
  return (
    <>
      <Heading title="Home">
        <a className="button primary" href={hrefOf('/instances/new')}>
          Launch an instance
        </a>
      </Heading>
      <Attention />
      <Costs />
      <Running />
      <Recent />
      {health && (
        <p className="about">
          Region {health.region}
          {health.compute && <> · machines by the driver {health.compute.driver}</>} · version {health.version}
        </p>
      )}
    </>
  );
}
