import { useState } from 'react';
import { Icon } from './icon.tsx';

/** A text with a button that copies it. `label` says what it is, for screen readers. */
export function Copy({ text, label, children }: { text: string; label: string; children?: React.ReactNode }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(done ? 'Copied' : 'Select the text and copy it: the browser did not allow it');
    setTimeout(() => setSaid(''), 3_000);
  };
  return (
    <span className="copy">
      {children ?? <code>{text}</code>}
      <button type="button" className="quiet" aria-label={`Copy ${label}`} title={`Copy ${label}`} onClick={copy}>
        <Icon name="copy" />
      </button>
      <output className="about">{said}</output>
    </span>
  );
}
