/** An object or array of the text that is not closed yet. */
interface Level {
  /** The names that an object has so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The name or the index at which the text is; undefined where a name comes next. */
  at: string | number | undefined;
}

/** The most characters of a name, and of a path, that are shown. */
const most = { name: 64, path: 1000 };

/**
 * The path of the first name that an object has twice, such as `document.Statement[0].Effect`; undefined where there is
 * none. `text` must be valid JSON. JSON.parse keeps the last of both, where another reader may keep the first, so that
 * a policy would say one thing and mean another. Names count as they are read, whatever their escapes. One pass.
 */
export function repeatedKey(text: string): string | undefined {
  const open: Level[] = [];
  const isAgain = (level: Level, name: string): boolean => {
    level.at = name;
    return level.names?.size === level.names?.add(name).size;
  };
  for (let i = 0; i < text.length; i++) {
    const level = open.at(-1);
    const sign = text[i];
    if (sign === '"') {
      const end = endOf(text, i);
      if (level?.names && level.at === undefined && isAgain(level, nameIn(text.slice(i, end)))) return pathOf(open);
      i = end - 1;
    } else if (sign === '{') open.push({ names: new Set(), at: undefined });
    else if (sign === '[') open.push({ names: undefined, at: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && level) level.at = typeof level.at === 'number' ? level.at + 1 : undefined;
  }
  return undefined;
}

/** The index behind the string that begins at `from`. */
function endOf(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const nameIn = (quoted: string): string => (quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1));

/** The path of where the text is, cut where it is long. */
function pathOf(open: readonly Level[]): string {
  const shown = (name: string) => (name === '' ? '""' : name.slice(0, most.name));
  const parts = open.map(({ at = '' }) => (typeof at === 'number' ? `[${at}]` : `.${shown(at)}`));
  return parts.join('').replace(/^\./, '').slice(0, most.path);
}
