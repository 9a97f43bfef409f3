import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { awsJson, dynamodbAt } from '#lib/local/aws-json.ts';
import { startDynoxide } from '#lib/local/dynamodb/dynoxide.ts';
import type { Engine } from '#lib/local/dynamodb/engine-process.ts';
import { createTable } from '#lib/local/dynamodb/table.ts';
import { type Change, openStream, type TableStream, type WireItem } from './table-stream.ts';

interface Place {
  /** The table's own endpoint. */
  readonly endpoint: string;
  readonly table: string;
  /** How long after its commit a write is seen. */
  readonly seconds: number;
  /** The socket of the second engine. */
  readonly socketPath: string;
}

interface Due extends Change {
  readonly at: number;
}

/** What one BatchWriteItem takes. */
const MOST_IN_BATCH = 25;

/**
 * A second engine that holds the index of a table as it was some seconds ago. It receives each committed write that
 * much later, in the order of the commits; writes of other processes are timed from when they are noticed.
 */
export class LaggingView {
  readonly #place: Place;
  readonly #engine: Engine;
  readonly #stream: TableStream;
  /** The keys of the items that it holds. */
  readonly #held = new Set<string>();
  #waiting: Due[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #noting: Promise<void> | undefined;

  private constructor(place: Place, engine: Engine, stream: TableStream) {
    this.#place = place;
    this.#engine = engine;
    this.#stream = stream;
  }

  /** Opens it with the table as it is now. */
  static async open(place: Place): Promise<LaggingView> {
    const engine = await startDynoxide({ socketPath: place.socketPath });
    try {
      await createTable(engine.endpoint, place.table);
      const view = new LaggingView(place, engine, await openStream(place.endpoint, place.table));
      await view.#copy();
      return view;
    } catch (error) {
      await engine.stop();
      throw error;
    }
  }

  /** Takes note of what was committed since; writes that are noted late are seen late. */
  note(): Promise<void> {
    this.#noting ??= this.#inTurn(async () => {
      this.#noting = undefined;
      await this.#fetch();
    });
    return this.#noting;
  }

  /** The endpoint at which the index is read, once it has all writes that are old enough. */
  async current(): Promise<string> {
    await this.note();
    await this.#inTurn(() => this.#apply(now() - this.#place.seconds * 1000));
    return this.#engine.endpoint;
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#stream.end().catch(() => undefined);
      await this.#engine.stop();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #fetch(): Promise<void> {
    const changes = await this.#stream.next();
    const at = now();
    for (const change of changes) this.#waiting.push({ ...change, at });
  }

  async #apply(until: number): Promise<void> {
    // Where the clock was set back, all that was written before is due.
    const later = this.#waiting.findIndex(({ at }) => at > until && at <= now());
    const due = this.#waiting.splice(0, later < 0 ? this.#waiting.length : later);
    // Of several writes to one item the last counts.
    const last = new Map(due.map(({ keys, image }) => [nameOf(keys), { keys, image }]));
    await this.#write([...last.values()]);
  }

  async #copy(): Promise<void> {
    let from: WireItem | undefined;
    do {
      const page = await awsJson<{ Items: WireItem[]; LastEvaluatedKey?: WireItem }>(
        dynamodbAt(this.#place.endpoint),
        'Scan',
        { TableName: this.#place.table, ...(from && { ExclusiveStartKey: from }) },
      );
      await this.#write(page.Items.map((image) => ({ keys: keysOf(image), image })));
      from = page.LastEvaluatedKey;
    } while (from);
    // What was written meanwhile is there already, in part.
    await this.#fetch();
    await this.#apply(now());
  }

  /** Only what is in the index, or was, matters. */
  async #write(changes: readonly Change[]): Promise<void> {
    const requests = changes.flatMap(({ keys, image }): object[] => {
      const name = nameOf(keys);
      if (image?.gsi1pk && image.gsi1sk) {
        this.#held.add(name);
        return [{ PutRequest: { Item: image } }];
      }
      return this.#held.delete(name) ? [{ DeleteRequest: { Key: keys } }] : [];
    });
    for (let at = 0; at < requests.length; at += MOST_IN_BATCH) {
      await awsJson(dynamodbAt(this.#engine.endpoint), 'BatchWriteItem', {
        RequestItems: { [this.#place.table]: requests.slice(at, at + MOST_IN_BATCH) },
      });
    }
  }
}

/** By the clock that is moved ahead, as for whatever takes time in a deployment. */
const now = (): number => civilNow().getTime();

const keysOf = ({ pk, sk }: WireItem): WireItem => ({ ...(pk && { pk }), ...(sk && { sk }) });
const nameOf = ({ pk, sk }: WireItem): string => `${pk?.S}\n${sk?.S}`;
