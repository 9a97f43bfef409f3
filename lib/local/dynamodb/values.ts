/** A value that a call to the table takes in a form of its own, or that the SDK refuses. */
export class Unusual extends Error {
  override readonly name = 'Unusual';
}

/** A value as DynamoDB's protocol has it: one key, its type. */
type Wire = Record<string, unknown>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 2 ** 53 - 1;

/** A value in DynamoDB's protocol. Throws Unusual for one of a kind that the table's items do not have. */
function encoded(value: unknown): Wire {
  if (typeof value === 'string') return { S: value };
  if (isNumber(value)) return { N: `${value}` };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(encoded) };
  if (value instanceof Set) return encodedSet([...value]);
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  return { M: encodedItem(value) };
}

/** An item, or a part of one, in DynamoDB's protocol. What is undefined is left out. */
export function encodedItem(item: unknown): Record<string, Wire> {
  const isPlain = typeof item === 'object' && item !== null && Object.getPrototypeOf(item) === Object.prototype;
  if (!isPlain) throw new Unusual(`a value of type ${typeof item}`);
  const wire: Record<string, Wire> = {};
  for (const [name, value] of Object.entries(item)) if (value !== undefined) wire[name] = encoded(value);
  return wire;
}

function encodedSet(values: readonly unknown[]): Wire {
  if (values.length > 0 && values.every((value) => typeof value === 'string')) return { SS: values };
  if (values.length > 0 && values.every(isNumber)) return { NS: values.map(String) };
  throw new Unusual('a set of neither texts nor numbers');
}

/** How the values of each type are read, from their form in JSON. */
const decoders: Readonly<Record<string, (wire: never) => unknown>> = {
  S: (text: string) => text,
  N: (text: string) => decodedNumber(text),
  BOOL: (value: boolean) => value,
  NULL: () => null,
  M: (wire: Record<string, Wire>) => decodedItem(wire),
  L: (wires: Wire[]) => wires.map(decoded),
  SS: (texts: string[]) => new Set(texts),
  NS: (texts: string[]) => new Set(texts.map(decodedNumber)),
  B: (text: string) => bytes(text),
  BS: (texts: string[]) => new Set(texts.map(bytes)),
};

/** A value of DynamoDB's protocol. */
function decoded(wire: Wire): unknown {
  for (const type in wire) {
    const decode = decoders[type];
    if (decode) return decode(wire[type] as never);
  }
  throw new TypeError(`no type of DynamoDB: ${Object.keys(wire)}`);
}

/** An item, or a part of one, of DynamoDB's protocol. */
export function decodedItem(wire: Readonly<Record<string, Wire>>): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const name in wire) item[name] = decoded(wire[name] as Wire);
  return item;
}

/** A number; a bigint where a number would not be exact. */
export function decodedNumber(text: string): number | bigint {
  const number = Number(text);
  return isNumber(number) ? number : BigInt(text);
}

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
