import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Instance } from '#lib/generated/client/schemas.ts';
import { client } from '#lib/web/api/client.ts';
import { Loads, lineOf, newestOf } from './loads.ts';

/** How often it is looked for what is old, in milliseconds, and how long a row is on the screen before it is read. */
const [every, settled] = [5_000, 200];

/** The rows whose loads are shown, and how a cell says that it is on the screen. */
export class SeenLoads extends Loads {
  readonly #ids = new Map<Element, string>();
  #soon: ReturnType<typeof setTimeout> | undefined;
  readonly #observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const id = this.#ids.get(target);
      if (id !== undefined) isIntersecting ? this.watch(id) : this.leave(id);
    }
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.look(), settled);
  });

  constructor() {
    super(async (ids) => {
      const query = { instance_id: ids.join(','), period: '1h', step_seconds: 60, limit: ids.length } as const;
      return (await client.request('listInstanceMetrics', { query })).body.metrics;
    });
  }

  /** Reads what is old while the page can be seen. */
  look(): void {
    if (document.visibilityState === 'visible') void this.refresh();
  }

  /** Watches an instance while the element is on the screen. Answers what ends it. */
  observe(element: Element, id: string): () => void {
    this.#ids.set(element, id);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#ids.delete(element);
      this.leave(id);
    };
  }
}

/** The loads of a page's rows, read again while the page is open. */
export function useLoads(): SeenLoads {
  const [loads] = useState(() => new SeenLoads());
  useEffect(() => {
    const timer = setInterval(() => loads.look(), every);
    return () => clearInterval(timer);
  }, [loads]);
  return loads;
}

const [width, height] = [48, 20];

/** The CPU usage of the last hour as a line, with the newest value. Only that of running instances is read. */
export function Cpu({ instance: { id, status }, loads }: { instance: Instance; loads: SeenLoads }) {
  const box = useRef<HTMLSpanElement>(null);
  const load = useSyncExternalStore(loads.subscribe, () => loads.of(id));
  const isRunning = status === 'running';
  useEffect(() => (isRunning && box.current ? loads.observe(box.current, id) : undefined), [isRunning, id, loads]);
  if (!isRunning) return <span className="about">–</span>;
  const newest = load && newestOf(load);
  return (
    <span ref={box} className="spark">
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        <path d={load ? lineOf(load, width, height) : ''} />
      </svg>
      <span>
        <span className="unseen">CPU </span>
        {newest === undefined ? '–' : `${newest} %`}
      </span>
    </span>
  );
}
