import { firefoxPath, skipWithoutFirefox } from '../support/node/firefox-path.js';
import { suiteOfKills } from './vault-kills.js';
import { isSoak } from '../support/node/quick.js';

suiteOfKills(
  'Firefox',
  { browser: 'firefox', executablePath: firefoxPath! },
  isSoak ? 50 : 2,
  skipWithoutFirefox || (!isSoak && 'It takes Firefox many starts: it is part of the soak.'),
);
