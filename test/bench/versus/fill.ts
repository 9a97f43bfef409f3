import { DatabaseSync } from 'node:sqlite';

/** A row of the engine's file: its columns by name. */
type Row = Record<string, string | number | null>;

/** A row as copies are made of it: what follows `INSERT`, and its values for copy n. */
interface Model {
  readonly insert: string;
  readonly values: (n: number) => Row[string][];
}

const table = '"svc"';
const index = '"svc::gsi::gsi1"';
/** Crockford's digits, in which ids are written. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
/** Any id: a prefix, and a ULID. */
const anyId = '[a-z]+-0[0-9a-hjkmnp-tv-z]{25}';
const counted = 6;

/** What a launched instance leaves in its account, by the last word of the partition. */
const kept = ['instance', 'firewall', 'event', 'audit', 'feed'];

/**
 * Copies what real handlers wrote, in the file of an engine that is stopped and in one transaction: through the engine
 * 200,000 instances would take ten minutes. Each copy has ids of its own.
 */
export class Filling {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  }

  /**
   * Copies an instance in its account: record, firewall, events, audit entry, entries of the feed, and their places in
   * the index. The host does not know the copies, and they have no addresses, ports and meters of their own.
   */
  instances(account: string, id: string, count: number): void {
    const rows = this.#rows(
      `SELECT * FROM ${table} WHERE instr(sk || item_json, ?) AND pk IN (${kept.map(() => '?').join(', ')})`,
      [id, ...kept.map((word) => `S:A#${account}#${word}`)],
    );
    const own = new RegExp(`${id}|(?:evt|log)-0[0-9a-z]{25}|web-first`, 'g');
    this.#copy(rows, own, count);
  }

  /** Copies an account with its user, session, wallet, VPC and all else that a sign-up writes. */
  accounts(account: string, email: string, count: number): void {
    const user = this.#rows(`SELECT * FROM ${table} WHERE pk = ?`, [`S:EMAIL#${email}`])
      .map(({ item_json }) => /usr-0[0-9a-z]{25}/.exec(String(item_json))?.[0])
      .join('');
    const rows = this.#rows(
      `SELECT * FROM ${table} WHERE (instr(pk || sk || item_json, ?) OR instr(pk || sk || item_json, ?)) AND pk NOT LIKE 'S:I#%'`,
      [account, user],
    );
    this.#copy(rows, new RegExp(`${account}|${email}|${anyId}`, 'g'), count);
  }

  /** Ends the transaction, and leaves the file as the engine expects it. */
  end(): void {
    this.#db.exec('COMMIT; PRAGMA journal_mode = WAL');
    this.#db.close();
  }

  #copy(rows: readonly Row[], own: RegExp, count: number): void {
    for (const row of rows) {
      const places = this.#rows(`SELECT * FROM ${index} WHERE table_pk = ? AND table_sk = ?`, [
        row.pk ?? '',
        row.sk ?? '',
      ]);
      const models = [modelOf(table, row, own), ...places.map((place) => modelOf(index, place, own))];
      for (const { insert, values } of models) {
        const statement = this.#db.prepare(insert);
        for (let n = 0; n < count; n++) statement.run(...values(n));
      }
    }
  }

  #rows(query: string, values: readonly (string | number)[]): Row[] {
    return this.#db.prepare(query).all(...values) as Row[];
  }
}

function modelOf(into: string, row: Row, own: RegExp): Model {
  const columns = Object.keys(row);
  const insert = `INSERT INTO ${into} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const parts = Object.values(row).map((value) => (typeof value === 'string' ? partsOf(value, own) : value));
  const values = (n: number) =>
    parts.map((part) => (Array.isArray(part) ? part.map((each) => each(n)).join('') : part));
  return { insert, values };
}

/** A text in pieces: those that stay, and those that each copy has of its own. */
function partsOf(text: string, own: RegExp): ((n: number) => string)[] {
  const found = [...text.matchAll(own)].map(([match]) => match);
  const between = text.split(own);
  return between.flatMap((piece, at) => {
    const match = found[at];
    return match === undefined ? [() => piece] : [() => piece, (n: number) => renewed(match, n)];
  });
}

/** An id, account, address or name of copy n, as long as the first one. */
function renewed(match: string, n: number): string {
  if (/^\d{12}$/.test(match)) return `9${`${n}`.padStart(11, '0')}`;
  if (match.includes('@')) return `copy-${n}@example.com`;
  if (match === 'web-first') return `web-${inDigits(n).slice(1)}`;
  return match.slice(0, -counted) + inDigits(n);
}

function inDigits(n: number): string {
  let text = '';
  for (let rest = n; text.length < counted; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
}
