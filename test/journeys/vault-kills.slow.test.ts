import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { suiteOfKills } from './vault-kills.js';

const args = chromiumFlags;

suiteOfKills('Chromium', { executablePath: findChromium()!, args }, process.env['SOAK'] === '1' ? 50 : 2);
