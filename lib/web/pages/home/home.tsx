import { Heading } from '#lib/web/parts/heading.tsx';

/** What runs, what it costs, and what needs attention. */
export function Page() {
  return <Heading title="Home" />;
}
