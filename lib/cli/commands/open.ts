import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { variable } from '#lib/cli/config/environment.ts';
import { formed } from '#lib/cli/forms.ts';
import { show } from '#lib/cli/output/output.ts';
import { print, tell } from '#lib/cli/output/terminal.ts';
import { resolve } from '#lib/cli/run/names.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';

/** `svc open`: the web console, or its page of an instance, in a browser. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('[instance]', 'name or id; without it, the home page of the console')
    .action(run((session, name: string | undefined) => opened(session, name)));
}

async function opened({ client, settings, globals, format }: Session, name: string | undefined): Promise<void> {
  const id = name === undefined ? undefined : formed('id', (await resolve(client, 'instance', name)).id);
  const path = id === undefined ? '/console' : `/console/instances/${id}`;
  const url = `${settings.endpoint}${path}`;
  const isOpen = await inBrowser(url);
  if (format !== 'table') return show({ url, opened: isOpen }, { columns: [] }, globals, format);
  if (!isOpen) print(url);
  else if (!globals.quiet) tell(`Opened ${url}`);
}

/** What opens an address with the user's browser, by system. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Milliseconds after which a program that still runs is a browser. */
const patience = 2000;

/** Opens an address, and answers whether that worked: on a machine without a screen it does not. */
function inBrowser(url: string): Promise<boolean> {
  const hasScreen = variable('DISPLAY') ?? variable('WAYLAND_DISPLAY') ?? variable('BROWSER');
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  if (program === 'xdg-open' && hasScreen === undefined) return Promise.resolve(false);
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  return new Promise((done) => {
    const timer = setTimeout(() => done(true), patience);
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      done(isOpen);
    };
    child.once('error', () => end(false)).once('close', (code) => end(code === 0));
    child.unref();
  });
}
