import { afterEach, describe, expect, it, vi } from 'vitest';
import { chosenOf, keepChosen, shownOf } from '#lib/web/parts/chosen.ts';

const columns = [{ title: 'Name' }, { title: 'Image' }, { title: 'Private address', extra: true }];
const titles = (chosen: Record<string, boolean>) => shownOf(columns, chosen).map(({ title }) => title);

/** A browser that keeps what it is given. */
function browser(kept: Record<string, string> = {}) {
  const storage = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
  };
  vi.stubGlobal('localStorage', storage);
}
afterEach(() => vi.unstubAllGlobals());

describe('the columns of a list', () => {
  it('are all but the extra ones until others are chosen; the first always stays', () => {
    expect(titles({})).toEqual(['Name', 'Image']);
    expect(titles({ 'Private address': true, Image: false, Name: false })).toEqual(['Name', 'Private address']);
  });

  it('stay chosen, each list its own', () => {
    browser();
    keepChosen('listInstances', { Image: false });
    expect(chosenOf('listInstances')).toEqual({ Image: false });
    expect(chosenOf('listVolumes')).toEqual({});
  });

  it.each(['', 'x', 'null', '7', '"x"', '{"Image":"no","Name":1}'])('%j in the storage is no choice', (text) => {
    browser({ 'svc.columns.listInstances': text });
    expect(chosenOf('listInstances')).toEqual({});
  });

  it('a browser that keeps nothing hides and shows them nevertheless', () => {
    const refused = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refused, setItem: refused });
    expect(() => keepChosen('listInstances', { Image: false })).not.toThrow();
    expect(chosenOf('listInstances')).toEqual({});
  });
});
