import { type Parts, reach } from './parts.ts';

/** What this share of all handlers loads is one file, which all of them load. */
const COMMON_SHARE = 0.9;

/** What fewer handlers load is copied into each of them, unless it is as large as this. */
const LARGE_BYTES = 20_000;

/** Which parts become one file (`common`), and which remain files of their own; all others go into the handlers that load them. */
export interface Plan {
  readonly common: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Plans for handlers of which each runs in a process of its own: there nothing may be twice. So what is imported later
 * remains, with all that it loads; and so does what loads machine code, which is found from where the importer stands.
 */
export function planOf(parts: Parts, handlers: readonly string[]): Plan {
  const code = [...reach(parts, handlers, 'ever')].filter(isCode);
  const later = code.flatMap((path) => parts.get(path)?.lazy ?? []);
  const native = code.filter((path) => parts.get(path)?.shared && !parts.get(path)?.imports.every(isCode));
  const common = commonOf(parts, handlers, new Set([...later, ...native]));
  const large = code.filter((path) => parts.get(path)?.shared && bytesOf(parts, path) > LARGE_BYTES);
  const kept = [...reach(parts, [...later, ...native, ...large], 'now')].filter(isCode);
  return { common: [...common].sort(), kept: kept.filter((path) => !common.has(path)).sort() };
}

const isCode = (path: string) => path.endsWith('.mjs');

const bytesOf = (parts: Parts, path: string) => parts.get(path)?.contents.length ?? 0;

function commonOf(parts: Parts, handlers: readonly string[], not: ReadonlySet<string>): Set<string> {
  const loads = new Map<string, number>();
  for (const handler of handlers) {
    for (const path of reach(parts, [handler], 'now')) loads.set(path, (loads.get(path) ?? 0) + 1);
  }
  const often = [...loads].filter(([, count]) => count >= handlers.length * COMMON_SHARE).map(([path]) => path);
  const common = new Set(often.filter((path) => isCode(path) && parts.get(path)?.shared && !not.has(path)));
  // It is loaded first, so it must load nothing but itself.
  const isClosed = (path: string) => parts.get(path)?.imports.every((one) => common.has(one));
  for (let before = -1; before !== common.size; ) {
    before = common.size;
    for (const path of common) if (!isClosed(path)) common.delete(path);
  }
  return common;
}
