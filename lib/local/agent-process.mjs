// Plain JavaScript: start.mjs imports it before it knows what this Node can read.
import { spawn } from 'node:child_process';

/* The process of a host agent. One of them may be started ahead: it loads its code while the framework loads, on
   another core, and begins once it is told its environment. */

/** The argument of an agent that waits for its environment. */
const AHEAD = '--ahead';

/**
 * Starts an agent's program.
 *
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} [args]
 */
export function spawnAgent(program, env, args = []) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in a terminal reaches every process of the group, but the agent is stopped later, in order.
    detached: true,
  });
}

/** Where the modules that the framework loads find what start.mjs started. */
const key = Symbol.for('svc.agent-ahead');

/** @type {Record<symbol, { program: string, child: import('node:child_process').ChildProcess } | undefined>} */
const kept = /** @type {any} */ (globalThis);

/** What it needs before it is told its environment; what else this user has in theirs does not concern it. */
const needed = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/**
 * Starts one ahead, and answers its process. It ends with this one.
 *
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 */
export function startAhead(program, env) {
  const early = Object.fromEntries(needed.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const child = spawnAgent(program, early, [AHEAD]);
  // Who takes it hears of it.
  child.on('error', () => undefined);
  kept[key] = { program, child };
  return child;
}

/**
 * The agent that was started ahead, which then begins in this environment; undefined where there is none, or it ended.
 *
 * @param {string} program
 * @param {Readonly<Record<string, string>>} env
 */
export function takeAhead(program, env) {
  const ahead = kept[key];
  kept[key] = undefined;
  if (ahead?.program !== program || !ahead.child.connected) return undefined;
  ahead.child.send({ do: 'begin', env });
  return ahead.child;
}
