import { Place } from './place.ts';
import type { RealClient, Row } from './row.ts';
import type { Stage } from './stage.ts';

/** How a row came out. */
export interface Verdict {
  readonly feature: string;
  /** `works`, `refused: …`, or `fails`. */
  readonly verdict: string;
  /** What the client said. */
  readonly seen: string;
}

/** How the rows of a client came out; without a version where it is not installed. */
export interface Seen {
  readonly client: string;
  readonly version: string | undefined;
  readonly verdicts: readonly Verdict[];
}

/** What a row has to come out as. */
export const expected = ({ refused }: Row): string => (refused === undefined ? 'works' : `refused: ${refused}`);

/** Goes through the rows of a client, one after the other. A row that fails does not keep the next from running. */
export async function runClient(stage: Stage, client: RealClient): Promise<Seen> {
  const place = await Place.at(stage, client);
  try {
    const { code, output } = await place.version();
    if (code !== 0) return { client: client.name, version: undefined, verdicts: [] };
    const verdicts: Verdict[] = [];
    for (const row of client.rows) verdicts.push({ feature: row.feature, ...(await runRow(place, row)) });
    return { client: client.name, version: output.trim(), verdicts };
  } finally {
    if (client.cleanUp !== undefined) await place.run(client.cleanUp);
    place.close();
  }
}

async function runRow(place: Place, row: Row): Promise<Omit<Verdict, 'feature'>> {
  const { code, output } = typeof row.does === 'string' ? await place.run(row.does) : await called(place, row.does);
  const said = row.refused ?? row.shows ?? '';
  const isAsExpected = (code !== 0) === (row.refused !== undefined) && output.includes(said);
  return { verdict: isAsExpected ? expected(row) : 'fails', seen: `status ${code}: ${output.trim()}` };
}

async function called(place: Place, does: (place: Place) => Promise<unknown>) {
  try {
    return { code: 0, output: String(await does(place)) };
  } catch (error) {
    return { code: 1, output: String(error) };
  }
}
