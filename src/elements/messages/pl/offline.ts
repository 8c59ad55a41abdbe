import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'Jesteś offline.',
    unreachable: 'Nie można połączyć się z serwerem. Próba zostanie ponowiona automatycznie.',
    replaying: 'Wysyłanie zmian…',
    'signed-out': 'Zaloguj się ponownie, aby wysłać zmiany.',
    'other-person':
      'Na tym urządzeniu czekają zmiany innego użytkownika. Zostaną wysłane, gdy ten użytkownik się zaloguje.',
    stopped: 'Nie można odczytać Twoich zmian na tym urządzeniu. Odśwież stronę.',
    done: 'Wszystkie zmiany zostały wysłane.',
    waiting: {
      one: 'Na tym urządzeniu jedna zmiana czeka na wysłanie.',
      few: 'Na tym urządzeniu {count} zmiany czekają na wysłanie.',
      many: 'Na tym urządzeniu {count} zmian czeka na wysłanie.',
      other: 'Na tym urządzeniu {count} zmiany czeka na wysłanie.',
    },
    progress: 'Wysłane zmiany',
    list: 'Zmiany wymagające decyzji',
    change: 'Zmiana',
    conflict: 'W międzyczasie zmieniono to gdzie indziej.',
    failed: 'Serwer odrzucił tę zmianę.',
    mine: 'Zachowaj moją wersję',
    again: 'Ponów próbę',
    theirs: 'Użyj wersji z serwera',
    undo: 'Cofnij moją zmianę',
    drop: 'Odrzuć',
    about: '{choice}: {subject}',
    unauthenticated: 'Zaloguj się ponownie, aby zdecydować.',
    wrong_account: 'Zalogowany jest inny użytkownik. Zaloguj się ponownie, aby zdecydować.',
  },
  signOut: {
    button: 'Wyloguj się',
    confirming: '',
    title: 'Wylogować się i utracić zmiany?',
    unsent: {
      one: 'Nie wysłano na serwer 1 zmiany. Jeśli się wylogujesz, utracisz ją.',
      few: 'Nie wysłano na serwer {count} zmian. Jeśli się wylogujesz, utracisz je.',
      many: 'Nie wysłano na serwer {count} zmian. Jeśli się wylogujesz, utracisz je.',
      other: 'Nie wysłano na serwer {count} zmiany. Jeśli się wylogujesz, utracisz je.',
    },
    confirm: 'Wyloguj się i utrać zmiany',
    everythingTitle: 'Usunąć wszystko z tego urządzenia?',
    everythingText:
      'Nastąpi wylogowanie, a wszystkie dane zapisane przez tę witrynę na tym urządzeniu zostaną usunięte.',
    everythingConfirm: 'Wyloguj się i usuń',
    cancel: 'Nie wylogowuj się',
    signingOut: 'Wylogowywanie…',
    unconfirmed: 'Wylogowano na tym urządzeniu. Serwer zostanie powiadomiony, gdy tylko będziesz online.',
    done: 'Wylogowano.',
    remains: 'Wylogowano, ale niektórych Twoich danych nie udało się usunąć z tego urządzenia.',
    cancelled: 'Nie wylogowano.',
  },
} satisfies Translation<typeof english>;
