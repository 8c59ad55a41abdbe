import { register } from '@teamhanko/hanko-elements';
import { hankoPlaces } from '../../hanko-flow.js';

await register(location.origin + hankoPlaces.button);
