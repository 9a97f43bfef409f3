/** An object or array of the text that is not closed yet. */
interface Level {
  /** The names that an object has so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The current name or index; undefined where a name comes next. */
  at: string | number | undefined;
}

/** The maximum number of characters of a name, and of a path, that are shown. */
const most = { name: 64, path: 1000 };

/** The effect of each JSON token outside of strings on the open objects and arrays. */
const signs = new Map<string, (open: Level[]) => void>([
  ['{', (open) => void open.push({ names: new Set(), at: undefined })],
  ['[', (open) => void open.push({ names: undefined, at: 0 })],
  ['}', (open) => void open.pop()],
  [']', (open) => void open.pop()],
  [',', (open) => next(open.at(-1))],
]);

function next(level: Level | undefined): void {
  if (level) level.at = typeof level.at === 'number' ? level.at + 1 : undefined;
}

/**
 * The path of the first name that occurs twice in an object, such as `document.Statement[0].Effect`; undefined if there
 * is none. `text` must be valid JSON. JSON.parse keeps the last of both and another reader may keep the first, so a
 * policy could be shown as one thing and mean another. Names are compared after decoding their escapes. One pass.
 */
export function repeatedKey(text: string): string | undefined {
  const open: Level[] = [];
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    if (sign === '"') {
      const end = endOf(text, i);
      if (isAgain(open.at(-1), text, i, end)) return pathOf(open);
      i = end - 1;
    } else signs.get(sign)?.(open);
  }
  return undefined;
}

/** Whether the string at `from` is a name that the object already has. It also becomes the current name. */
function isAgain(level: Level | undefined, text: string, from: number, end: number): boolean {
  if (!level?.names || level.at !== undefined) return false;
  level.at = nameIn(text.slice(from, end));
  return level.names.size === level.names.add(level.at).size;
}

/** The index after the string that begins at `from`. */
function endOf(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1));

/** The path of the current position, cut if it is long. */
function pathOf(open: readonly Level[]): string {
  const shown = (name: string) => (name === '' ? '""' : name.slice(0, most.name));
  const parts = open.map(({ at = '' }) => (typeof at === 'number' ? `[${at}]` : `.${shown(at)}`));
  return parts.join('').replace(/^\./, '').slice(0, most.path);
}
