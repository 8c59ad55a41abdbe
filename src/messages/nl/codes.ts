import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Eenmalige code',
    button: 'Code bevestigen',
    send: 'Code sturen',
    sendAgain: 'Nieuwe code sturen',
    wait: '({seconds} s)',
    change: 'Wijzigen',
    sending: 'Code aanvragen…',
    verifying: 'Code controleren…',
    sent: 'Als we dit adres kennen, is er een code onderweg.',
    again: 'Nog geen code? Je kunt een nieuwe aanvragen.',
    signedIn: 'Je bent ingelogd.',
    verified: 'Je adres is geverifieerd.',
    missing: 'Voer de code in.',
    incomplete: 'Voer de code van {length} cijfers in.',
    unreadable: 'Voer de code van {length} cijfers in, zonder andere tekens.',
    rejected: 'Die code is onjuist of verlopen. Probeer het opnieuw of vraag een nieuwe aan.',
    noAddress: 'Voer een geldig e-mailadres of telefoonnummer in.',
    wrong_account: 'Dat adres hoort bij een ander account. Log in bij dat account of gebruik een ander adres.',
    unsupported: 'Je kunt hier geen codes gebruiken. Probeer het op een andere manier.',
  },
} satisfies Translation<typeof english>;
