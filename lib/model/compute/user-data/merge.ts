/** A cloud-config before it is checked. */
export type Mapping = Readonly<Record<string, unknown>>;

/** A cloud-config that was read but not checked, or why it cannot be read. */
export type ReadMapping = { readonly mapping: Mapping } | { readonly problem: string };

/** How to merge a list or a mapping that two cloud-configs both have. */
interface Way {
  readonly list: 'replace' | 'append' | 'prepend';
  readonly deep: boolean;
}

/**
 * The merge that a merge type requests. Of cloud-init's types it supports the common ones: lists are replaced, appended
 * to or prepended to, and mappings are replaced or merged key by key. Undefined for others.
 */
function wayOf(type: string): Way | undefined {
  const words = type.toLowerCase().replaceAll(/\s/gv, '').split('+').filter(Boolean);
  const options = new Map(
    words.map((word) => {
      const [name = '', inner = ''] = word.split('(', 2);
      return [name, inner.replace(')', '')] as const;
    }),
  );
  const [list = '', dict = 'replace', text = ''] = [options.get('list'), options.get('dict'), options.get('str')];
  const lists = { '': 'replace', replace: 'replace', append: 'append', prepend: 'prepend' } as const;
  const dicts = ['replace', 'recurse_array', 'recurse_list', 'recurse_dict', 'recurse_array,replace'];
  if (!Object.hasOwn(lists, list) || !dicts.includes(dict) || text !== '') return undefined;
  return { list: lists[list as keyof typeof lists], deep: dict.startsWith('recurse') };
}

/**
 * Merges a later cloud-config into an earlier one. Without a merge type a key of the later one replaces that of the
 * earlier one, as in cloud-init (its handler of cloud-config parts: `dict(replace)+list()+str()`).
 */
export function merged(earlier: Mapping, later: Mapping, type: string | undefined): ReadMapping {
  const way = wayOf(type ?? '');
  if (!way) return { problem: `has the merge type ${JSON.stringify(type?.slice(0, 64))} (lists: append or prepend)` };
  return { mapping: joined(earlier, later, way) };
}

function joined(earlier: Mapping, later: Mapping, way: Way): Mapping {
  const both = Object.entries(later).map(([key, value]) => [
    key,
    Object.hasOwn(earlier, key) ? joinedValue(earlier[key], value, way) : value,
  ]);
  return { ...earlier, ...Object.fromEntries(both) };
}

function joinedValue(one: unknown, other: unknown, way: Way): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    if (way.list === 'replace') return other;
    return way.list === 'append' ? [...one, ...other] : [...other, ...one];
  }
  return way.deep && isMapping(one) && isMapping(other) ? joined(one, other, way) : other;
}

/** Whether a parsed value is a mapping of keys. */
export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
