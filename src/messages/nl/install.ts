import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'App installeren',
    asking: 'Ga verder in het dialoogvenster.',
    guiding: '',
    done: 'App installeren…',
    cancelled: 'De app is niet geïnstalleerd.',
  },
  installGuide: {
    title: 'Deze app installeren',
    about: 'Zo installeer je de app:',
    otherBrowser: 'Deze browser kan geen apps installeren.',
    problems: 'De browser biedt niet aan om deze app te installeren. Dit zijn de redenen:',
    network: 'Het manifest van deze pagina kan niet worden geladen.',
    bad_response: 'De server levert het manifest van deze pagina niet.',
    close: 'Sluiten',
  },
  installSteps: {
    'app-menu': 'Open het menu van de app waarin je zit: ••• of ⋮.',
    'open-in-browser': 'Kies ‘Openen in browser’.',
    'install-there': 'Installeer de app daar.',
    'open-in-safari': 'Open deze pagina in Safari.',
    'update-safari':
      'Werk bij naar Safari 17 of nieuwer, op macOS Sonoma of nieuwer. Of open deze pagina in Chrome of Edge.',
    share: 'Kies ‘Deel’. Zie je dat niet, kijk dan in het menu •••.',
    'add-to-home-screen': 'Scrol omlaag en kies ‘Zet op beginscherm’.',
    'open-as-web-app': 'Laat ‘Open als webapp’ ingeschakeld.',
    'file-menu': 'Open ‘Archief’ in de menubalk.',
    'add-to-dock': 'Kies ‘Voeg toe aan Dock…’. Hiervoor is macOS Sonoma of nieuwer nodig.',
    'confirm-add': 'Kies ‘Voeg toe’.',
    menu: 'Open het browsermenu.',
    'firefox-install': 'Kies ‘Installeren’ of ‘Toevoegen aan startscherm’.',
    'taskbar-icon': 'Kies ‘Tabblad aan taakbalk toevoegen’ aan het eind van de adresbalk.',
    'confirm-save': 'Kies ‘Opslaan’.',
    'samsung-add': 'Kies ‘Pagina toevoegen aan’.',
    'home-screen': 'Kies ‘Startscherm’.',
    'android-install': 'Kies ‘Toevoegen aan startscherm’ of ‘App installeren’.',
    'edge-apps': 'Kies ‘Meer hulpprogramma’s’ en dan ‘Apps’.',
    'edge-install': 'Kies ‘Deze site installeren als app’.',
    'chrome-install': 'Kies ‘Pagina installeren als app…’. Mogelijk staat dit onder ‘Casten, opslaan en delen’.',
    'confirm-install': 'Kies ‘Installeren’.',
    'any-install': 'Zoek en kies ‘Installeren’ of ‘Toevoegen aan startscherm’.',
    'other-browser': 'Open deze pagina in een browser die apps kan installeren, zoals Chrome, Edge of Safari.',
  },
} satisfies Translation<typeof english>;
