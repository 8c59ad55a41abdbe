import { backendCases } from '../../../src/conformance/index.js';
import { isSoak } from './quick.js';

/** How many times fewer cases than all are enough for a backend that another test checks with all of them. */
export const share = isSoak ? 1 : 6;

/** The ids of these cases. */
export const sharedCases = (): string[] => backendCases.filter((_, index) => index % share === 0).map(({ id }) => id);
