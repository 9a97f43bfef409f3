import type UPlot from 'uplot';
import { colourAt, type Drawn, type PlotOptions } from './chart-data.ts';

/** How many texts of what happened at one moment the box shows. */
const mostTexts = 3;

/** The box beside the pointer: the moment, the values there and what happened. Screen readers have the table. */
export function addTip(plot: UPlot, options: PlotOptions, shown: () => Drawn): void {
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.hidden = true;
  plot.over.append(tip);
  const move = () => {
    const { idx, left = 0 } = plot.cursor;
    const { times } = shown().data;
    tip.hidden = idx === null || idx === undefined || left < 0 || times[idx] === undefined;
    if (tip.hidden || idx === null || idx === undefined) return;
    tip.replaceChildren(...linesOf(idx, options, shown()));
    const room = plot.over.clientWidth - left > tip.offsetWidth + 16;
    tip.style.left = `${Math.max(0, room ? left + 12 : left - tip.offsetWidth - 12)}px`;
  };
  plot.hooks.setCursor = [move];
}

function linesOf(idx: number, { names, expected, format, moment }: PlotOptions, { data, marks }: Drawn): HTMLElement[] {
  const { times, values } = data;
  const rows = names.flatMap((name, at) => {
    const value = values[at]?.[idx];
    if (value === undefined) return [];
    const said = value === null ? 'no value' : format(value);
    if (names.length === 1) return [line(said, '')];
    return [line(`${name}: ${said}`, `series-${colourAt(at, expected.includes(name))}`)];
  });
  const texts = marks.filter(({ step }) => step === idx).map(({ text }) => text);
  const more = texts.length > mostTexts ? [`and ${texts.length - mostTexts} more`] : [];
  const happened = [...texts.slice(0, mostTexts), ...more].map((text) => line(text, 'about'));
  return [line(moment(times[idx] ?? 0), 'about'), ...rows, ...happened];
}

function line(text: string, className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.textContent = text;
  return element;
}
