import type { Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { textOf } from './console-text.ts';

/** Milliseconds between two reads: what a machine writes is no event of the feed. */
const every = 3000;

/** What an instance has written to its console, as text: a machine draws nothing on the page. */
export function ConsoleLog({ instance: { id } }: { instance: Instance }) {
  const { data, error, refetch } = useRead('getConsoleLog', { id, query: { tail: 1000 } }, { every });
  return (
    <>
      <p className="about">
        The output of init, boot scripts, services and user data since the last boot.
        {data?.truncated && ' Earlier lines are left out.'}
      </p>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data && (data.lines.length === 0 ? <Empty>There is no output yet.</Empty> : <pre>{textOf(data.lines)}</pre>)}
    </>
  );
}
