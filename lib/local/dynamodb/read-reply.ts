import { decodedNumber } from './values.ts';

/*
 * Replies have hundreds of attributes, and the engine writes those of each item in another order. For JSON.parse and a
 * decoder behind it V8 makes a hidden class for each order, which takes most of their time. This reads the text once,
 * into objects without one.
 */

type Values = Record<string, unknown>;

/** What is not read here: a text of another form, or what is rare in one. */
class Unread extends Error {
  override readonly name = 'Unread';
}

/**
 * A reply of the engine, decoded, from its text; undefined for a text of another form than the engine's usual one,
 * which JSON.parse is to read.
 */
export const readReply = (text: string): Values | undefined => readBy((reader) => reader.reply(), text);

function readBy(read: (reader: Reader) => Values, text: string): Values | undefined {
  try {
    return read(new Reader(text));
  } catch (error) {
    if (error instanceof Unread || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An item as the engine has it in its replies and in its file, from its text; undefined as for a reply. */
export const readItem = (text: string): Values | undefined => readBy((reader) => reader.item(), text);

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  reply(): Values {
    const reply: Values = {};
    this.#members((name) => {
      reply[name] = this.#field(name);
    });
    this.#expectEnd();
    return reply;
  }

  item(): Values {
    const item = this.#item();
    this.#expectEnd();
    return item;
  }

  #expectEnd(): void {
    if (this.#at < this.#text.length) throw new Unread();
  }

  #field(name: string): unknown {
    if (name === 'Items') return this.#items();
    if (name === 'Item' || name === 'Attributes' || name === 'LastEvaluatedKey') return this.#item();
    if (name === 'Responses') return this.#tables();
    if (name === 'Count' || name === 'ScannedCount') return this.#count();
    if (name === 'UnprocessedKeys' && this.#passes('{}')) return {};
    throw new Unread();
  }

  #tables(): Values {
    const tables: Values = {};
    this.#members((name) => {
      tables[name] = this.#items();
    });
    return tables;
  }

  #items(): unknown[] {
    return this.#list(() => this.#item());
  }

  #item(): Values {
    const item = withoutClass();
    this.#members((name) => {
      item[name] = this.#value();
    });
    return item;
  }

  /** A value with its type: `{"S":"web-1"}`. */
  #value(): unknown {
    this.#expect('{"');
    const value = this.#typed();
    this.#expect('}');
    return value;
  }

  #typed(): unknown {
    if (this.#passes('S":')) return this.#string();
    if (this.#passes('N":')) return decodedNumber(this.#string());
    if (this.#passes('NULL":true')) return null;
    if (this.#passes('BOOL":true')) return true;
    if (this.#passes('BOOL":false')) return false;
    if (this.#passes('M":')) return this.#item();
    if (this.#passes('L":')) return this.#list(() => this.#value());
    throw new Unread();
  }

  #members(read: (name: string) => void): void {
    this.#expect('{');
    if (this.#passes('}')) return;
    do {
      const name = this.#string();
      this.#expect(':');
      read(name);
    } while (this.#passes(','));
    this.#expect('}');
  }

  #list(read: () => unknown): unknown[] {
    const list: unknown[] = [];
    this.#expect('[');
    if (this.#passes(']')) return list;
    do list.push(read());
    while (this.#passes(','));
    this.#expect(']');
    return list;
  }

  #string(): string {
    const from = this.#at;
    this.#expect('"');
    let end = this.#text.indexOf('"', from + 1);
    while (this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end < 0) throw new Unread();
    this.#at = end + 1;
    const inner = this.#text.slice(from + 1, end);
    return inner.includes('\\') ? JSON.parse(this.#text.slice(from, end + 1)) : inner;
  }

  /** Whether an odd number of backslashes stands before a quotation mark. */
  #isEscaped(end: number): boolean {
    let at = end;
    while (this.#text[at - 1] === '\\') at -= 1;
    return (end - at) % 2 === 1;
  }

  #count(): number {
    const digits = /\d{1,15}/vy;
    digits.lastIndex = this.#at;
    const [found = ''] = digits.exec(this.#text) ?? [];
    if (found === '') throw new Unread();
    this.#at += found.length;
    return Number(found);
  }

  #passes(next: string): boolean {
    const isNext = this.#text.startsWith(next, this.#at);
    if (isNext) this.#at += next.length;
    return isNext;
  }

  #expect(next: string): void {
    if (!this.#passes(next)) throw new Unread();
  }
}

/** A plain object whose properties V8 keeps in a dictionary, as it does where an object begins without a prototype. */
const withoutClass = (): Values => Object.setPrototypeOf(Object.create(null), Object.prototype) as Values;
