import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { suiteOfKills } from './vault-kills.js';
import { isSoak } from '../support/node/quick.js';

const args = chromiumFlags;

suiteOfKills('Chromium', { executablePath: findChromium()!, args }, isSoak ? 50 : 2);
