import { beforeEach, describe, expect, it } from 'vitest';
import { type Load, Loads, lineOf, newestOf } from '#lib/web/pages/compute/instances/loads.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 0, minute)).toISOString();
const load = (points: readonly (readonly [number, number])[], instance_id = 'i-1'): Load => ({
  instance_id,
  from: at(0),
  to: at(60),
  step_seconds: 60,
  series: { cpu_percent: points.map(([minute, value]) => [at(minute), value]) },
});

describe('the loads of a page', () => {
  let now = 0;
  let asked: (readonly string[])[] = [];
  let answer: (ids: readonly string[]) => Promise<Load[]>;
  let loads: Loads;
  beforeEach(() => {
    now = 1_000_000;
    asked = [];
    answer = async (ids) => ids.map((id) => load([[1, 12.4]], id));
    loads = new Loads(
      (ids) => {
        asked.push(ids);
        return answer(ids);
      },
      () => now,
    );
  });
  const later = (seconds: number) => {
    now += seconds * 1000;
    return loads.refresh();
  };

  it('nothing on the screen asks for nothing', async () => {
    await loads.refresh();
    loads.watch('i-1');
    loads.leave('i-1');
    await loads.refresh();
    expect(asked).toEqual([]);
  });

  it('are read at once and then once a minute, those of a screen together', async () => {
    loads.watch('i-1');
    await loads.refresh();
    loads.watch('i-2');
    await later(10);
    await later(10);
    expect(asked).toEqual([['i-1'], ['i-2']]);
    await later(40);
    await later(5);
    expect(asked.slice(2)).toEqual([['i-1', 'i-2']]);
    expect(loads.of('i-2')?.instance_id).toBe('i-2');
  });

  it('are not asked for twice while a reply is under way', async () => {
    loads.watch('i-1');
    await Promise.all([loads.refresh(), loads.refresh()]);
    expect(asked).toHaveLength(1);
  });

  it('of more than 50 rows are read by several requests', async () => {
    for (let row = 0; row < 120; row++) loads.watch(`i-${row}`);
    await loads.refresh();
    expect(asked.map((ids) => ids.length)).toEqual([50, 50, 20]);
  });

  it('stay as they were where a request fails, and are read again a minute later', async () => {
    loads.watch('i-1');
    await loads.refresh();
    answer = () => Promise.reject(new Error('i-2 does not exist'));
    await later(60);
    await later(30);
    expect(asked).toHaveLength(2);
    expect(loads.of('i-1')?.instance_id).toBe('i-1');
    await later(30);
    expect(asked).toHaveLength(3);
  });

  it('tell their cells when a reply is there, until these are gone', async () => {
    let told = 0;
    const end = loads.subscribe(() => {
      told++;
    });
    loads.watch('i-1');
    await loads.refresh();
    end();
    await later(60);
    expect(told).toBe(1);
  });
});

describe('the line of a load', () => {
  it('goes from 0 to 100 % over the hour, and ends at the newest value', () => {
    const one = load([
      [0, 0],
      [1, 50],
      [2, 100],
    ]);
    expect(lineOf(one, 60, 20)).toBe('M0.0 20.0h0L1.0 10.0L2.0 0.0');
    expect(newestOf(one)).toBe(100);
  });

  it('has a gap where steps are missing, and stays in its box', () => {
    expect(
      lineOf(
        load([
          [10, 130],
          [12, -4],
          [13, 25],
        ]),
        60,
        20,
      ),
    ).toBe('M10.0 0.0h0M12.0 20.0h0L13.0 15.0');
  });

  it('is empty where nothing was measured', () => {
    expect(lineOf(load([]), 60, 20)).toBe('');
    expect(newestOf(load([]))).toBeUndefined();
  });
});
