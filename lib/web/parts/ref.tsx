import { useName } from '#lib/web/api/names.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { places } from './places.ts';

/** A resource that another one names by its id: its name, which leads to its page. A dash for null. */
export function Ref({ kind, id }: { kind: keyof typeof places; id: string | null }) {
  return id === null ? <span className="about">–</span> : <Named kind={kind} id={id} />;
}

function Named({ kind, id }: { kind: keyof typeof places; id: string }) {
  const [list, page] = places[kind];
  const name = useName(list, id);
  return (
    <a href={hrefOf(page + encodeURIComponent(id))} title={id}>
      {name ?? id}
    </a>
  );
}
