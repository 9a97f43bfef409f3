import { whereContainersWork } from './support/container-works.ts';
import { describeView } from './view-suite.ts';

await whereContainersWork(() => describeView('container'));
if (process.getuid?.() !== 0) describeView('process');
