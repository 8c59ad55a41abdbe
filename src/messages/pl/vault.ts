import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'Zaszyfruj dane tej aplikacji, aby można je było otworzyć tylko Twoim kluczem dostępu.',
    locked: 'Twój klucz dostępu odblokowuje dane tej aplikacji, nawet offline.',
    lost: 'Przeglądarka usunęła dane tej aplikacji z tego urządzenia. Dane z serwera zostaną przywrócone.',
    damaged: 'Dane tej aplikacji na tym urządzeniu zmieniło coś spoza niej. Dane z serwera zostaną przywrócone.',
    create: 'Zablokuj kluczem dostępu',
    unlock: 'Odblokuj',
    anew: 'Zacznij od nowa',
    code: 'Użyj kodu odzyskiwania',
    lock: 'Zablokuj',
    more: 'Więcej działań',
    asking: 'Kontynuuj w oknie dialogowym.',
    unlockedNow: 'Odblokowano.',
    lockedNow: 'Zablokowano.',
    cancelled: 'Nic się nie zmieniło. Spróbuj ponownie.',
  },
} satisfies Translation<typeof english>;
