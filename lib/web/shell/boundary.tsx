import { Component, type ReactNode } from 'react';
import { asSvcError } from '#lib/web/api/act.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';

interface State {
  readonly failure?: unknown;
}

/** Keeps a defect of one page to that page: it says so, and what stands around it goes on. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(failure: unknown): State {
    return { failure };
  }

  override render(): ReactNode {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <>
        <Heading title="This page cannot be shown" />
        <Problem error={asSvcError(this.state.failure)} again={() => location.reload()} />
      </>
    );
  }
}
