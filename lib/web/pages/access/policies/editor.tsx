import { useId, useRef } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { faultsOf } from './faults.ts';
import type { Place } from './places.ts';

interface EditorProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: SvcError | undefined;
  readonly readOnly?: boolean;
}

/** Edits a policy's document as JSON. What is wrong is marked at its line, and a click on it leads there. */
export function Editor({ value, onChange, error, readOnly = false }: EditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const faults = faultsOf(value, error);
  const lines = value.split('\n').length;
  const bad = new Set(faults.map(({ place }) => place.line));
  const show = ({ from, to }: Place) => {
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  };
  return (
    <div className="field">
      <label htmlFor={id}>Document</label>
      <div className="editor">
        <ol className="lines" aria-hidden="true">
          {Array.from({ length: lines }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its number
            <li key={at} className={bad.has(at + 1) ? 'bad' : undefined} />
          ))}
        </ol>
        <textarea
          ref={area}
          id={id}
          name="document"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          rows={Math.max(12, lines + 1)}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          readOnly={readOnly}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        />
      </div>
      <ul id={`${id}-faults`} className="faults" aria-live="polite">
        {faults.map(({ message, place }) => (
          <li key={message}>
            <button type="button" className="quiet fault" onClick={() => show(place)}>
              Line {place.line}: {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
