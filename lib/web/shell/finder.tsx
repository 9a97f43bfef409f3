import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Begun, PaletteProps } from './palette.tsx';

type Ready = ComponentType<PaletteProps>;

let loaded: Ready | undefined;

/** Loads the palette's code, which few visits need at once. */
export async function loadPalette(): Promise<Ready> {
  const { Palette } = await import('./palette.tsx');
  loaded = Palette;
  return Palette;
}

/** The palette. What is typed before its code is there is typed in its place, and nothing of it is lost. */
export function Finder(props: Omit<PaletteProps, 'begun'>) {
  const [Palette, setPalette] = useState(() => loaded);
  const [begun, setBegun] = useState<Begun>({ text: '', isChosen: false });
  const [isLost, setLost] = useState(false);
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => ref.current?.showModal(), []);
  useEffect(() => {
    if (!loaded)
      loadPalette().then(
        (ready) => setPalette(() => ready),
        () => setLost(true),
      );
  }, []);
  if (Palette) return <Palette {...props} begun={begun} />;
  return (
    <dialog ref={ref} className="palette" aria-label="Search or do" onClose={props.onClose}>
      <input
        role="combobox"
        aria-expanded="false"
        aria-controls="palette-hits"
        aria-label="Search pages, resources and actions"
        placeholder="Search pages, resources and actions"
        value={begun.text}
        onChange={(event) => setBegun({ text: event.target.value, isChosen: false })}
        onKeyDown={({ key }) => key === 'Enter' && setBegun({ ...begun, isChosen: true })}
      />
      <p className="row nothing" id="palette-hits">
        {isLost ? 'The search cannot be loaded. Reload the page.' : 'Loading …'}
      </p>
    </dialog>
  );
}
