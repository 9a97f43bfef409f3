import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '#lib/runtime/system/run.ts';

const LIBRARIES = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'lib', 'usr/lib'];
const LINKER = 'lib64/ld-linux-x86-64.so.2';

/** Programs in a folder of unpacked packages, which are run with the libraries of that folder. */
export class UnpackedTools {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Runs one program and answers its output. */
  run(path: string, args: readonly string[]): Promise<string> {
    return runTool(join(this.root, LINKER), ['--library-path', this.#searched(), join(this.root, path), ...args]);
  }

  /** Those of these files that exist. Some are elsewhere, or missing, in other releases. */
  async present(paths: readonly string[]): Promise<string[]> {
    const found = await Promise.all(paths.map((path) => stat(join(this.root, path)).catch(() => null)));
    return paths.filter((_, index) => found[index]);
  }

  /** The linker and every library that these programs load. */
  async librariesOf(paths: readonly string[]): Promise<string[]> {
    const found = new Set([LINKER]);
    for (const path of paths) {
      const linker = ['--library-path', this.#searched(), '--list', join(this.root, path)];
      const listed = await runTool(join(this.root, LINKER), linker).catch(() => '');
      for (const [, library = ''] of listed.matchAll(/=> (\S+)/g)) {
        if (library.startsWith(`${this.root}/`)) found.add(library.slice(this.root.length + 1));
      }
    }
    return [...found];
  }

  #searched(): string {
    return LIBRARIES.map((folder) => join(this.root, folder)).join(':');
  }
}
