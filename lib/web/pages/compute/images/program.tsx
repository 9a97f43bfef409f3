import type { Image } from '#lib/generated/client/schemas.ts';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Check } from '#lib/web/parts/field.tsx';
import { lineOf, programOf } from './image.ts';

/** The program that an image is for, as its maker says; nothing for an image without one. */
export function Program({ image }: { image: Image }) {
  const { entrypoint, cmd, working_dir, user, env } = image;
  if (programOf(image) === '' && env.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="program-title">
      <h2 id="program-title">Program</h2>
      <Facts
        facts={[
          ['Entrypoint', <Words key="entrypoint" words={entrypoint} />],
          ['Command', <Words key="cmd" words={cmd} />],
          ['Runs in', <code key="folder">{working_dir || '/'}</code>],
          ['Runs as', <code key="user">{user || 'root'}</code>],
        ]}
      />
      {env.length > 0 && (
        <details className="stack">
          <summary>{env.length === 1 ? 'One environment variable' : `${env.length} environment variables`}</summary>
          <pre>{env.join('\n')}</pre>
        </details>
      )}
      {programOf(image) !== '' && (
        <p className="about">
          A machine runs it only if you choose so at its launch. Its output is in the console log.
        </p>
      )}
    </section>
  );
}

const Words = ({ words }: { words: readonly string[] }) =>
  words.length === 0 ? <span className="about">–</span> : <code>{lineOf(words)}</code>;

/** The most characters of a program that a form shows: an image may have a whole script there. */
const most = 120;

const clipped = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);

interface RunProgramProps {
  /** What is to be launched; undefined until it is known. */
  readonly image: Image | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether a new machine runs the program of its image; nothing for an image without one. */
export function RunProgram({ image, checked, onChange }: RunProgramProps) {
  const program = image ? programOf(image) : '';
  if (program === '') return null;
  const about = `As a service, with its output in the console log: ${clipped(program)}`;
  return (
    <Check
      label="Run the program of the image"
      hint={image?.shell === false ? `${about} The image has no shell, so it needs this.` : about}
      checked={checked}
      onChange={onChange}
    />
  );
}
