import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Einmalcode',
    button: 'Code bestätigen',
    send: 'Code senden',
    sendAgain: 'Neuen Code senden',
    wait: '({seconds} s)',
    change: 'Ändern',
    sending: 'Code wird angefordert …',
    verifying: 'Code wird geprüft …',
    sent: 'Falls wir diese Adresse kennen, ist ein Code unterwegs.',
    again: 'Noch kein Code da? Sie können einen neuen anfordern.',
    signedIn: 'Sie sind angemeldet.',
    verified: 'Ihre Adresse ist bestätigt.',
    missing: 'Geben Sie den Code ein.',
    incomplete: 'Geben Sie den {length}-stelligen Code ein.',
    unreadable: 'Geben Sie den {length}-stelligen Code ein. Er besteht nur aus Ziffern.',
    rejected: 'Dieser Code ist falsch oder abgelaufen. Versuchen Sie es erneut oder fordern Sie einen neuen an.',
    noAddress: 'Geben Sie eine gültige E-Mail-Adresse oder Telefonnummer ein.',
    wrong_account:
      'Diese Adresse gehört zu einem anderen Konto. Melden Sie sich dort an oder verwenden Sie eine andere Adresse.',
    unsupported: 'Codes können hier nicht verwendet werden. Versuchen Sie es auf andere Weise.',
  },
} satisfies Translation<typeof english>;
