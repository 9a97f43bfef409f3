import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { privateSsh } from '#test/support/clients/ssh.ts';
import { blocksOf } from './documents.ts';

/** The output of the story of docs/api.md. */
export interface GuideOutput {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The shell variables at the end of the story. */
  readonly variables: Record<string, string>;
}

/** The shell blocks of a document, in order. */
export function shellBlocks(document: string): string[] {
  return blocksOf(document)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
}

/**
 * Runs the block of docs/api.md that signs up, launches and logs in, in an empty folder. The block is unchanged except
 * for the platform's address; `wrapper` comes before bash.
 */
export async function runApiGuide(baseUrl: string, dir: string, wrapper: readonly string[] = []): Promise<GuideOutput> {
  const story = shellBlocks('docs/api.md').find((block) => block.includes('/auth/register'));
  if (!story?.includes('http://localhost:3000')) throw new Error('docs/api.md tells no story at http://localhost:3000');
  const names = [...story.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name);
  const report = names.map((name) => `printf '%s\\0' "$${name}" >&3`).join('\n');
  const folder = join(dir, 'story');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  chmodSync(dir, 0o777);
  privateSsh(dir);
  const [file = '', ...args] = [
    ...wrapper,
    'bash',
    '-c',
    `${story.replace('http://localhost:3000', baseUrl)}\n${report}`,
  ];
  const env = { ...process.env, PATH: `${dir}:${process.env.PATH}` };
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const written: Record<number, string> = { 1: '', 2: '', 3: '' };
  for (const fd of [1, 2, 3]) {
    child.stdio[fd]?.on('data', (text: Buffer) => {
      written[fd] += `${text}`;
    });
  }
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const values = written[3]?.split('\0') ?? [];
  const variables = Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']));
  return { status, stdout: written[1] ?? '', stderr: written[2] ?? '', variables };
}

/** The JSON objects at the end of a text, and the text before the first of them. */
export function readObjects(text: string): { before: string; objects: Record<string, unknown>[] } {
  const start = text.indexOf('{');
  const [before, rest] = start < 0 ? [text, ''] : [text.slice(0, start), text.slice(start)];
  const objects = rest.split(/(?<=\})\s*(?=\{"id")/).filter((one) => one.trim() !== '');
  return { before, objects: objects.map((one) => JSON.parse(one) as Record<string, unknown>) };
}
