import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Verschlüsseln Sie die Daten dieser App, damit nur Ihr Passkey sie entsperren kann.',
    locked: 'Ihr Passkey entsperrt die Daten dieser App, auch offline.',
    lost: 'Ihr Browser hat die Daten dieser App auf diesem Gerät gelöscht. Was auf dem Server liegt, wird wiederhergestellt.',
    damaged:
      'Die Daten dieser App auf diesem Gerät wurden von außen verändert. Was auf dem Server liegt, wird wiederhergestellt.',
    create: 'Mit Passkey sperren',
    unlock: 'Entsperren',
    anew: 'Neu beginnen',
    code: 'Wiederherstellungscode nutzen',
    lock: 'Sperren',
    more: 'Weitere Aktionen',
    asking: 'Fahren Sie im Dialogfeld fort.',
    unlockedNow: 'Entsperrt.',
    lockedNow: 'Gesperrt.',
    cancelled: 'Es wurde nichts geändert. Versuchen Sie es erneut.',
  },
} satisfies Translation<typeof english>;
