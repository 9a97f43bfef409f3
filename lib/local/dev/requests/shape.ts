/** The shape of a JSON value: the names of its fields and the types of their values. No value is in it. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

/** Deeper levels, and further fields, are an ellipsis. */
const DEEPEST = 6;
const MOST_FIELDS = 50;
/** A field whose name is longer or stranger than those of the API has no name here: it may be a value. */
const NAME = /^[\w.:/-]{1,63}$/;
/** Bytes of the largest body of the API. Of a larger one only the size is told. */
const LARGEST_BODY = 256 * 1024;

/** The shape of a body; null where there is none. */
export function shapeOf(body: Buffer, contentType: string | undefined): Shape | null {
  const bytes = body.length;
  if (bytes === 0) return null;
  if (bytes > LARGEST_BODY || !/^application\/json\s*(;|$)/i.test(contentType ?? '')) return `${bytes} bytes`;
  try {
    return shape(JSON.parse(body.toString('utf8')), 1);
  } catch {
    return `${bytes} bytes that are not JSON`;
  }
}

function shape(value: unknown, depth: number): Shape {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0], depth + 1)];
  const fields = Object.entries(value)
    .slice(0, MOST_FIELDS)
    .map(([name, field]) => [NAME.test(name) ? name : '…', shape(field, depth + 1)]);
  return Object.fromEntries(Object.keys(value).length > MOST_FIELDS ? [...fields, ['…', '…']] : fields);
}
