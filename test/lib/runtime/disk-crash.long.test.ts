import { describeDiskCrash } from './disk-crash-suite.ts';
import { whereContainersWork } from './support/container-works.ts';

const moments = [40];

await whereContainersWork(() => describeDiskCrash('container', { ordinary: false, moments }));
describeDiskCrash('process', { ordinary: false, moments });
