import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { pages } from '#lib/web/pages/map.ts';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { resourcesLike } from './find.ts';
import type { Hit } from './hit.ts';
import { isFor, type PageEntry } from './page.ts';
import { distance, ranked } from './rank.ts';
import { hrefOf, navigate } from './router.ts';
import type { Me } from './session.ts';

/** What was typed before the palette was there. */
export interface Begun {
  readonly text: string;
  /** Whether Enter was pressed after it. */
  readonly isChosen: boolean;
}

/** What the palette is given. */
export interface PaletteProps {
  readonly me: Me;
  /** What else can be done on every page. */
  readonly also: readonly MenuItem[];
  readonly begun: Begun;
  readonly onClose: () => void;
}

/** Finds pages, resources by name, id or address, and what can be done. Opened by Ctrl-K. */
export function Palette({ me, also, begun, onClose }: PaletteProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState(begun.text);
  const [at, setAt] = useState(0);
  const [isChosen, setChosen] = useState(begun.isChosen);
  const { hits, isSearching, isCertain } = useHits(text.trim(), me, also);
  // What is typed right after Ctrl-K belongs to the palette.
  useLayoutEffect(() => ref.current?.showModal(), []);
  const go = (hit: Hit | undefined) => {
    if (!hit) return;
    ref.current?.close();
    hit.go();
  };
  const choose = () => {
    const isEarly = isSearching && !isCertain;
    setChosen(isEarly);
    if (!isEarly) go(hits[at]);
  };
  // Enter before anything is found as it is typed means the first that is found.
  useEffect(() => {
    if (isChosen) choose();
  });
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((now) => (now + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') choose();
  };
  return (
    <dialog ref={ref} className="palette" aria-label="Search or do" onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
        aria-label="Search pages, resources and actions"
        placeholder="Search pages, resources and actions"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          setChosen(false);
        }}
        onKeyDown={keys}
      />
      <Hits id={id} hits={hits} at={at} onChoose={go} />
      {hits.length === 0 && <p className="row nothing">{isSearching ? 'Searching …' : 'Nothing was found.'}</p>}
    </dialog>
  );
}

interface HitsProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly at: number;
  readonly onChoose: (hit: Hit) => void;
}

/** What was found. The keys for it are those of the input, which keeps the focus. */
function Hits({ id, hits, at, onChoose }: HitsProps) {
  return (
    <div role="listbox" id={`${id}-hits`} aria-label="Found">
      {hits.map((hit, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox is moved through from its combobox
        // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
        <div
          key={`${hit.kind} ${hit.label}`}
          role="option"
          id={`${id}-${place}`}
          aria-selected={place === at}
          onClick={() => onChoose(hit)}
        >
          <span>{hit.label}</span>
          <span className="about">{hit.kind}</span>
        </div>
      ))}
    </div>
  );
}

/** Milliseconds without another letter after which resources are searched for. */
const PAUSE_MS = 100;

function useHits(text: string, me: Me, also: readonly MenuItem[]) {
  const acts = also.map(({ label, to, act }) => ({
    label,
    kind: 'action',
    rank: 'action' as const,
    go: () => (to ? goTo(to) : act?.()),
  }));
  const own = ranked(text, [...pages.filter((page) => isFor(page, me)).flatMap(hitsOf), ...acts]);
  const isSearched = text.length >= 2;
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', text],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
      return resourcesLike(text, signal, own.length === 0);
    },
    enabled: isSearched,
    staleTime: 5_000,
  });
  const hits = (isSearched ? ranked(text, [...own, ...data]) : own).slice(0, 30);
  const isCertain = hits[0] !== undefined && (distance(text, hits[0].label) ?? 0) <= 1;
  return { hits, isSearching: isFetching, isCertain };
}

/** A page, and its parts that have a name of their own. */
function hitsOf({ title, path, group, parts = {} }: PageEntry): Hit[] {
  if (title === undefined) return [];
  const rank = group || path === '/' ? 'page' : 'action';
  const page = { label: title, kind: rank, rank, go: () => navigate(path) } as const;
  const inside = Object.entries(parts).map(([tab, label]) => ({
    label,
    kind: title.toLowerCase(),
    rank: 'page' as const,
    go: () => navigate(`${path}?tab=${tab}`),
  }));
  return [page, ...inside];
}

/** Follows a link as a click does. */
function goTo(to: string): void {
  if (to.startsWith(hrefOf('/'))) navigate(to.slice(hrefOf('/').length));
  else location.assign(to);
}
