import { readFile } from 'node:fs/promises';
import { type ObjectSettings, objectSettings } from '#lib/model/storage/object-settings.ts';
import { awsS3Capabilities, embeddedCapabilities, rgwCapabilities } from './capabilities.ts';
import { type EngineCapabilities, engineBy, type ObjectEngine } from './engine.ts';

type Engine = ObjectSettings['engine'];
type Of<K extends Engine> = Extract<ObjectSettings, { engine: K }>;

const capabilities: Readonly<Record<Engine, EngineCapabilities>> = {
  embedded: embeddedCapabilities,
  rgw: rgwCapabilities,
  'aws-s3': awsS3Capabilities,
};

/** An engine as its settings and secrets are now, and the authority that its certificate is from where that is no public one. */
interface Driver {
  open(): ObjectEngine | Promise<ObjectEngine>;
  authority(): Promise<string | undefined>;
}

/** Loaded when first called: a function carries the one that its deployment has, and a reply that asks nothing, none. */
const drivers: { [K in Engine]: (settings: Of<K>) => Promise<Driver> } = {
  embedded: async ({ url, region, socketPath, secret, caFile }) => {
    const { embeddedEngine } = await import('./embedded.ts');
    const engine = embeddedEngine({ socketPath, secret }, { url, region, addressing: ['path', 'virtual'] });
    return { open: () => engine, authority: async () => (caFile ? readFile(caFile, 'utf8') : undefined) };
  },
  rgw: async (settings) => {
    const { openRgw, ownerKeys } = await import('./rgw-open.ts');
    return { open: () => openRgw(settings), authority: async () => (await ownerKeys(settings)).ca };
  },
  'aws-s3': async (settings) => {
    const { openAwsS3 } = await import('./aws-s3-open.ts');
    return { open: () => openAwsS3(settings), authority: async () => undefined };
  },
};

interface Opened {
  mark: string;
  engine: ObjectEngine;
  driver(): Promise<Driver>;
}

let opened: Opened | undefined;

/**
 * The object engine that SVC_OBJECT_ENGINE names, or undefined where it names none. Throws ObjectSettingsError for settings
 * that name none which could be used; so do calls, where a secret that the settings name is of no use.
 */
export const objectEngine = (): ObjectEngine | undefined => current()?.engine;

/** Which engine that is; throws as objectEngine does. */
export const engineName = (): string | undefined => objectSettings(process.env)?.engine;

/** PEM of the authority that the endpoint's certificate is from, where it is none of the public ones. */
export const engineAuthority = async (): Promise<string | undefined> => (await current()?.driver())?.authority();

function current(): Opened | undefined {
  const settings = objectSettings(process.env);
  if (!settings) return undefined;
  const mark = JSON.stringify(settings);
  if (opened?.mark !== mark) opened = { mark, ...late(settings) };
  return opened;
}

function late(settings: ObjectSettings): Omit<Opened, 'mark'> {
  const { engine, url, region } = settings;
  const addressing = settings.engine === 'rgw' ? settings.addressing : (['path', 'virtual'] as const);
  const bucketPrefix = settings.engine === 'aws-s3' ? settings.bucketPrefix : '';
  const load = drivers[engine] as (settings: ObjectSettings) => Promise<Driver>;
  let loading: Promise<Driver> | undefined;
  const driver = () => {
    loading ??= load(settings);
    return loading;
  };
  const known = { capabilities: capabilities[engine], endpoint: { url, region, addressing }, bucketPrefix };
  const called = engineBy(known, async (name, args) => {
    const own = await (await driver()).open();
    return (own[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  });
  return { engine: called, driver };
}
