import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Kod jednorazowy',
    button: 'Potwierdź kod',
    send: 'Wyślij kod',
    sendAgain: 'Wyślij nowy kod',
    wait: '({seconds} s)',
    change: 'Zmień',
    sending: 'Wysyłanie prośby o kod…',
    verifying: 'Sprawdzanie kodu…',
    sent: 'Jeśli znamy ten adres, kod jest już w drodze.',
    again: 'Kod nie dotarł? Możesz poprosić o nowy.',
    signedIn: 'Zalogowano.',
    verified: 'Adres został zweryfikowany.',
    missing: 'Wpisz kod.',
    incomplete: 'Wpisz {length}-cyfrowy kod.',
    unreadable: 'Wpisz {length}-cyfrowy kod. Użyj tylko cyfr.',
    rejected: 'Kod jest nieprawidłowy lub wygasł. Spróbuj ponownie lub poproś o nowy.',
    noAddress: 'Wpisz prawidłowy adres e-mail lub numer telefonu.',
    wrong_account: 'Ten adres należy do innego konta. Zaloguj się na nie lub użyj innego adresu.',
    unsupported: 'Nie można tu używać kodów. Wybierz inny sposób.',
  },
} satisfies Translation<typeof english>;
