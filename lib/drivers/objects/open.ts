import { type ObjectSettings, objectSettings } from '#lib/model/storage/object-settings.ts';
import { engineBy, type ObjectEngine } from './engine.ts';
import type { EngineEntry, EngineName, LoadedEngine } from './entry.ts';
import { engines } from './registry.ts';

interface Opened {
  mark: string;
  engine: ObjectEngine;
  load(): Promise<LoadedEngine>;
}

let opened: Opened | undefined;

/**
 * The object engine that SVC_OBJECT_ENGINE names, or undefined where it names none. Throws ObjectSettingsError for
 * unusable settings. Calls throw it too, where a secret that the settings name is unusable.
 */
export const objectEngine = (): ObjectEngine | undefined => current()?.engine;

/** The name of that engine. Throws as `objectEngine` does. */
export const engineName = (): string | undefined => objectSettings()?.engine;

/** PEM of the authority that signed the endpoint's certificate, if it is not a public one. */
export const engineAuthority = async (): Promise<string | undefined> => (await current()?.load())?.authority();

function current(): Opened | undefined {
  const settings = objectSettings();
  if (!settings) return undefined;
  const mark = JSON.stringify(settings);
  if (opened?.mark !== mark) opened = { mark, ...late(settings) };
  return opened;
}

/** The engine of these settings. Its code is loaded with the first call. */
function late(settings: ObjectSettings): Omit<Opened, 'mark'> {
  const { engine, url, region } = settings;
  const entry = engines[engine] as EngineEntry<EngineName>;
  let loading: Promise<LoadedEngine> | undefined;
  const load = () => {
    loading ??= entry.load(settings);
    return loading;
  };
  const known = {
    capabilities: entry.capabilities,
    endpoint: { url, region, addressing: entry.addressing(settings) },
    bucketPrefix: entry.bucketPrefix(settings),
  };
  const called = engineBy(known, async (name, args) => {
    const own = await (await load()).open();
    return (own[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  });
  return { engine: called, load };
}
