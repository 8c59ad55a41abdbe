import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    goOn: 'Doorgaan',
    cancel: 'Annuleren',
    offerTitle: 'Eerst een passkey maken?',
    offerText: 'Je account heeft nog geen passkey. Je krijgt twee verzoeken: om hem te maken en om hem te gebruiken.',
    secondTitle: 'Gebruik nu je nieuwe passkey',
    secondText: 'Gebruik hem één keer om het af te ronden.',
    addTitle: 'Passkey toevoegen?',
    addText: 'Je krijgt twee verzoeken: eerst voor een passkey die deze gegevens al ontgrendelt, dan voor de nieuwe.',
    addByCodeText: 'Voer je herstelcode opnieuw in. Gebruik daarna de nieuwe passkey.',
    newTitle: 'Nu de nieuwe passkey',
    newText: 'Kies de passkey die deze gegevens voortaan moet ontgrendelen.',
    noOther: 'Al je passkeys ontgrendelen deze gegevens al. Voeg eerst nog een passkey toe aan je account.',
    added: 'Passkey toegevoegd.',
    codeTitle: 'Herstelcode maken?',
    codeText:
      'Hiermee ontgrendel je deze gegevens als je je passkeys kwijtraakt. Je ziet de code één keer en hij vervangt een eerdere. Bevestig met je passkey.',
    shownTitle: 'Je herstelcode',
    shownText: 'Bewaar hem op een veilige plek, niet op dit apparaat. Je ziet hem maar één keer.',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    kept: 'Ik heb hem bewaard',
    discard: 'Code weggooien',
    coded: 'Herstelcode toegevoegd.',
    enterTitle: 'Ontgrendelen met je herstelcode',
    enterText: 'Voer je code in. Streepjes en hoofdletters maken niet uit.',
    enterLabel: 'Herstelcode',
    unlock: 'Ontgrendelen',
    wrongCode: 'Die code ontgrendelt deze gegevens niet. Controleer de code en probeer het opnieuw.',
    wipeTitle: 'Alles verwijderen en opnieuw beginnen?',
    wipeText: 'Alle versleutelde gegevens op dit apparaat worden verwijderd. Wat op de server staat, komt terug.',
    unsent: {
      one: '1 wijziging is niet naar de server gestuurd en gaat verloren.',
      other: '{count} wijzigingen zijn niet naar de server gestuurd en gaan verloren.',
    },
    wipe: 'Verwijderen en opnieuw beginnen',
    wiped: 'Verwijderd. Je kunt de gegevens van deze app weer vergrendelen.',
  },
} satisfies Translation<typeof english>;
