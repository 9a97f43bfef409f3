import { describe, expect, it } from 'vitest';
import { chosenOf, keepChosen, shownOf } from '#lib/web/parts/chosen.ts';

const columns = [{ title: 'Name' }, { title: 'Image' }, { title: 'Private address', extra: true }];
const titles = (chosen: Record<string, boolean>) => shownOf(columns, chosen).map(({ title }) => title);

/** A browser that keeps what it is given. */
function browser(kept: Record<string, string> = {}) {
  return () => ({
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
  });
}

describe('the columns of a list', () => {
  it('are all but the extra ones until others are chosen; the first always stays', () => {
    expect(titles({})).toEqual(['Name', 'Image']);
    expect(titles({ 'Private address': true, Image: false, Name: false })).toEqual(['Name', 'Private address']);
  });

  it('stay chosen, each list its own', () => {
    const storage = browser();
    keepChosen('listInstances', { Image: false }, storage);
    expect(chosenOf('listInstances', storage)).toEqual({ Image: false });
    expect(chosenOf('listVolumes', storage)).toEqual({});
  });

  it.each(['', 'x', 'null', '7', '"x"', '{"Image":"no","Name":1}'])('%j in the storage is no choice', (text) => {
    expect(chosenOf('listInstances', browser({ 'svc.columns.listInstances': text }))).toEqual({});
  });

  it('a browser that keeps nothing hides and shows them nevertheless', () => {
    const refused = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(() => keepChosen('listInstances', { Image: false }, refused)).not.toThrow();
    expect(chosenOf('listInstances', refused)).toEqual({});
  });
});
