import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TableBody } from './table.tsx';
import { stretchesOf, windowOf } from './window.ts';

/** The height of a row of a table with the class `lines`, by styles/lines.css. */
const height = 40;

/** Lists up to this length are drawn whole: then the browser finds every row by its own search. */
const wholeUpTo = 60;

/** The rows of a long list that are near the screen; the others are gaps of their height. For `body` of a table. */
export const windowed: TableBody = (count, row) => <Windowed count={count} row={row} />;

function Windowed({ count, row }: { count: number; row: (at: number) => ReactNode }) {
  const mark = useRef<HTMLTableRowElement>(null);
  const [[from, to], setWindow] = useState<readonly [number, number]>([0, wholeUpTo]);
  const [kept, keep] = useState(-1);
  const look = () => {
    const top = mark.current?.parentElement?.getBoundingClientRect().top;
    if (top === undefined) return;
    const next = count > wholeUpTo ? windowOf({ top, screen: innerHeight, height, count }) : ([0, count] as const);
    setWindow((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
  };
  // After each drawing too: what is above the list may have grown.
  useLayoutEffect(look);
  useEffect(() => {
    const options = { passive: true, capture: true };
    addEventListener('scroll', look, options);
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look, options);
      removeEventListener('resize', look);
    };
  });
  useEffect(() => {
    // A row with the focus, or with an open menu, is never taken away.
    const body = mark.current?.parentElement;
    const focused = ({ target }: FocusEvent) =>
      keep(Number((target as Element).closest('tr')?.getAttribute('aria-rowindex') ?? -1) - 2);
    body?.addEventListener('focusin', focused);
    return () => body?.removeEventListener('focusin', focused);
  }, []);
  return (
    <>
      <tr ref={mark} hidden />
      {stretchesOf(count, [from, to], kept).flatMap((stretch) =>
        stretch.isDrawn
          ? Array.from({ length: stretch.to - stretch.from }, (_, at) => row(stretch.from + at))
          : gap(stretch.from, stretch.to),
      )}
    </>
  );
}

const gap = (from: number, to: number) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
  <tr key={`gap ${from === 0 ? 'before' : from}`} className="gap" aria-hidden="true">
    <td colSpan={99} style={{ height: (to - from) * height }} />
  </tr>
);
