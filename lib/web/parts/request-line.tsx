import { Fragment } from 'react';

interface RequestLineProps {
  readonly method: string;
  readonly path: string;
  readonly request_id: string;
}

/** A request of a log: its path breaks after a slash, and only then anywhere. Its id is the title. */
export const RequestLine = ({ method, path, request_id }: RequestLineProps) => (
  <code title={request_id}>
    {method}{' '}
    {[...path.matchAll(/[^/]*\/?/g)].map(({ 0: part, index }) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);
