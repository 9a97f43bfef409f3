import { whereContainersWork } from './support/container-works.ts';
import { describeView } from './view-suite.ts';

await whereContainersWork(() => describeView('container'));
describeView('process');
