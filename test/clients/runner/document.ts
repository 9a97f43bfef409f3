import type { RealClient } from './row.ts';
import type { Seen } from './run.ts';

/** Where the table is, from the root of the repository. */
export const path = 'docs/compatibility.md';

const head = `# Compatibility

What other programs do with the platform, each tried with the program itself against a platform with machines. Made by
\`npm run test:clients\`, which runs the clients that are installed; of the others it keeps what was seen last. A row
works, or is refused with the sentence that the client prints.

**You need** nothing to read it. **It takes** 2 minutes to find your client.
`;

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const unescaped = (cell: string): string => cell.replaceAll('\\|', '|');

/** The table as a document: what was seen now, and what `before` says of clients that are not installed. */
export function compatibility(clients: readonly RealClient[], seen: readonly Seen[], before: string): string {
  const sections = clients.map((client) => {
    const now = seen.find((one) => one.client === client.name);
    const last = now?.version === undefined ? sectionOf(before, client.name) : { ...now, version: now.version };
    const rows = client.rows.map(({ feature }) => {
      const verdict = last.verdicts.find((one) => one.feature === feature)?.verdict ?? 'not tried yet';
      return line([feature, verdict]);
    });
    return `## ${client.name}\n\nVersion ${last.version}\n\n| feature | |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return [head, ...sections].join('\n');
}

/** What a document says of a client. */
export function sectionOf(document: string, client: string) {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${client}\n`)) ?? '';
  const version = section.match(/^Version (.*)$/m)?.[1] ?? 'unknown';
  const verdicts = [...section.matchAll(/^\| (.*?) \| (.*) \|$/gm)].map(([, feature = '', verdict = '']) => ({
    feature: unescaped(feature),
    verdict: unescaped(verdict),
  }));
  return { version, verdicts };
}
