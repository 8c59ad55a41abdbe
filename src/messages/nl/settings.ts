import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Je account wordt geladen…',
    retry: 'Opnieuw proberen',
    unsupported: 'Je kunt je account hier niet beheren.',
    unauthenticated: 'Log in om je account te zien.',
    stale: 'Je bent offline. Deze pagina is mogelijk niet actueel.',
    name: 'Naam',
    addresses: 'E-mail en telefoon',
    passkeys: 'Passkeys',
    password: 'Wachtwoord',
    secondFactor: 'Verificatie in twee stappen',
    providers: 'Gekoppelde accounts',
    devices: 'Apparaten',
    events: 'Recente activiteit',
    signOut: 'Overal uitloggen',
    deletion: 'Account verwijderen',
  },
} satisfies Translation<typeof english>;
