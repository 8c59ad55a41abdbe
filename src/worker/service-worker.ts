import { readAddress } from './read-address.js';
import { inServiceWorker } from './scope.js';
import { startWorker } from './start-worker.js';

// importing this anywhere else, such as in Node, does nothing
if (inServiceWorker()) startWorker(readAddress(new URL(location.href)));
