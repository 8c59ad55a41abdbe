import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'W tej przeglądarce nie można tu używać kluczy dostępu. Zaloguj się inaczej.',
    invalid_rp_id: 'Klucze dostępu nie działają pod tym adresem. Zaloguj się inaczej.',
    misconfigured: 'Ta strona jest nieprawidłowo skonfigurowana.',
    embedded: 'Aby kontynuować, otwórz tę stronę w osobnym oknie.',
    challenge_expired: 'Upłynął limit czasu. Spróbuj ponownie.',
    rejected: 'Nie udało się. Spróbuj ponownie lub wybierz inny sposób.',
    rate_limited: 'Za dużo prób. Odczekaj kilka minut i spróbuj ponownie.',
    timed_out: 'Upłynął limit czasu. Spróbuj ponownie.',
    network: 'Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.',
    bad_response: 'Na serwerze wystąpił problem. Spróbuj ponownie później.',
    next_step: 'Potrzebny jest jeszcze jeden krok. Kontynuuj na stronie logowania.',
  },
  signIn: {
    username: 'Nazwa użytkownika',
    button: 'Zaloguj się kluczem dostępu',
    asking: 'Kontynuuj w oknie dialogowym.',
    verifying: 'Sprawdzanie…',
    done: 'Zalogowano.',
    cancelled: 'Nie użyto klucza dostępu. Spróbuj ponownie.',
    unknown_credential: 'Ten klucz dostępu został usunięty z tego konta. Zaloguj się inaczej.',
  },
  immediate: {
    no_local_passkey: 'Na tym urządzeniu nie ma klucza dostępu do tej witryny. Zaloguj się inaczej.',
  },
  stepUp: {
    button: 'Potwierdź, że to Ty',
    done: 'Potwierdzono.',
    cancelled: 'Nie potwierdzono. Spróbuj ponownie.',
    unknown_credential: 'Ten klucz dostępu został usunięty z tego konta. Użyj innego.',
    wrong_account: 'Ten klucz dostępu należy do innego konta. Użyj klucza do tego konta.',
    unauthenticated: 'Najpierw się zaloguj.',
    step_up_required: 'To konto nie ma klucza dostępu. Zaloguj się ponownie, aby potwierdzić, że to Ty.',
  },
  passwordForm: {
    username: 'Nazwa użytkownika',
    password: 'Hasło',
    button: 'Zaloguj się',
    asking: 'Kontynuuj w oknie dialogowym.',
    verifying: 'Logowanie…',
    done: 'Zalogowano.',
    rejected: 'Nieprawidłowa nazwa użytkownika lub hasło. Spróbuj ponownie lub zaloguj się inaczej.',
    unsupported: 'Nie można tu używać haseł. Zaloguj się inaczej.',
    unknown_credential: 'Ten klucz dostępu został usunięty z tego konta. Zaloguj się inaczej.',
    no_local_passkey: 'Zaloguj się, podając nazwę użytkownika i hasło.',
    wait: {
      one: 'Za dużo prób. Odczekaj minutę i spróbuj ponownie.',
      few: 'Za dużo prób. Odczekaj {minutes} minuty i spróbuj ponownie.',
      many: 'Za dużo prób. Odczekaj {minutes} minut i spróbuj ponownie.',
      other: 'Za dużo prób. Odczekaj {minutes} minuty i spróbuj ponownie.',
    },
  },
} satisfies Translation<typeof english>;
