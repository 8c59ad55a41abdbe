import { sampleOf } from '../support/node/quick.js';
import { brokenServers } from './broken-servers.js';
import { declareBroken, shareOf } from './declare-broken.js';

declareBroken(sampleOf(2, brokenServers), shareOf);
