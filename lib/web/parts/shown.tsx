import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Heading } from './heading.tsx';
import { Loading } from './loading.tsx';
import { Problem } from './problem.tsx';

interface ShownProps<T> {
  readonly read: UseQueryResult<T, SvcError>;
  /** Where one goes from a resource that does not exist: the list's page and its title. */
  readonly back: readonly [string, string];
  readonly children: (item: T) => ReactNode;
}

/** The page of one resource: what it shows once it is read, and what it says where it cannot be, or is gone. */
export function Shown<T>({ read, back: [page, title], children }: ShownProps<T>) {
  const { data, error, refetch } = read;
  if (error?.status === 404 || (error && data === undefined)) {
    return (
      <>
        <Heading title={error.status === 404 ? 'It does not exist' : title} back={[hrefOf(page), title]} />
        <Problem error={error} again={() => void refetch()} />
      </>
    );
  }
  if (data === undefined) return <Loading as="page" />;
  return (
    <>
      {error && <Problem error={error} again={() => void refetch()} />}
      {children(data)}
    </>
  );
}
