import { useId, useRef } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { lineOf, type Place, placeOf, stoppedAt } from './places.ts';

/** What is wrong with a document, and where. */
interface Fault {
  readonly message: string;
  readonly place: Place;
}

interface EditorProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: SvcError | undefined;
  readonly readOnly?: boolean;
}

/** A document that was read from JSON; undefined where the text is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the browser's parser, or else the platform, has against a document. */
export function faultsOf(text: string, error: SvcError | undefined): readonly Fault[] {
  try {
    JSON.parse(text);
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    const from = stoppedAt(text, message) ?? 0;
    return [{ message: `This is not JSON: ${message}`, place: { from, to: from + 1, line: lineOf(text, from) } }];
  }
  return (error?.fields ?? [])
    .filter(({ field }) => field === 'document' || field.startsWith('document.'))
    .map(({ field, message }) => {
      const within = field.replace(/^document\.?/, '');
      return { message: `${within || 'document'}: ${message}`, place: placeOf(text, within) };
    });
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
