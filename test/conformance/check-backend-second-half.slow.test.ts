import { brokenServers } from './broken-servers.js';
import { declareBroken } from './declare-broken.js';

declareBroken(brokenServers.slice(brokenServers.length / 2));
