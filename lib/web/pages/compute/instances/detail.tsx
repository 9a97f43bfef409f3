import { Heading } from '#lib/web/parts/heading.tsx';

/** . */
export function Page() {
  return <Heading title="…" />;
}
