import { firefoxPath, skipWithoutFirefox } from '../support/node/firefox-path.js';
import { suiteOfKills } from './vault-kills.js';

const isSoak = process.env['SOAK'] === '1';

suiteOfKills(
  'Firefox',
  { browser: 'firefox', executablePath: firefoxPath! },
  isSoak ? 50 : 2,
  skipWithoutFirefox || (!isSoak && 'It takes Firefox many starts: it is part of the soak.'),
);
