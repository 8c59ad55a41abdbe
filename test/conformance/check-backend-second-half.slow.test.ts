import { brokenServers } from './broken-servers.js';
import { declareBroken, shareOf } from './declare-broken.js';

declareBroken(brokenServers.slice(brokenServers.length / 2), shareOf);
