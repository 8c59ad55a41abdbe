import { findChromium } from '../../scripts/chromium.mjs';
import { suiteOfKills } from './vault-kills.js';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

suiteOfKills('Chromium', { executablePath: findChromium()!, args }, process.env['SOAK'] === '1' ? 50 : 2);
