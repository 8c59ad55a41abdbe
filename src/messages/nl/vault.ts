import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Versleutel de gegevens van deze app, zodat alleen je passkey ze kan ontgrendelen.',
    locked: 'Je passkey ontgrendelt de gegevens van deze app, ook offline.',
    lost: 'Je browser heeft de gegevens van deze app op dit apparaat verwijderd. Wat op de server staat, komt terug.',
    damaged:
      'De gegevens van deze app op dit apparaat zijn van buitenaf gewijzigd. Wat op de server staat, komt terug.',
    create: 'Vergrendelen met een passkey',
    unlock: 'Ontgrendelen',
    anew: 'Opnieuw beginnen',
    code: 'Herstelcode gebruiken',
    lock: 'Vergrendelen',
    more: 'Meer acties',
    asking: 'Ga verder in het dialoogvenster.',
    unlockedNow: 'Ontgrendeld.',
    lockedNow: 'Vergrendeld.',
    cancelled: 'Er is niets gewijzigd. Probeer het opnieuw.',
  },
} satisfies Translation<typeof english>;
