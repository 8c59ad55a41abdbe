import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'Installa app',
    asking: 'Continua nella finestra di dialogo.',
    guiding: '',
    done: 'Installazione dell’app in corso…',
    cancelled: 'L’app non è stata installata.',
  },
  installGuide: {
    title: 'Installa questa app',
    about: 'Per installarla, segui questi passaggi:',
    otherBrowser: 'Questo browser non può installare app.',
    problems: 'Il browser non propone di installare questa app per i seguenti motivi:',
    network: 'Impossibile caricare il manifest di questa pagina.',
    bad_response: 'Il server non fornisce il manifest di questa pagina.',
    close: 'Chiudi',
  },
  installSteps: {
    'app-menu': 'Apri il menu dell’app in cui ti trovi: ••• o ⋮.',
    'open-in-browser': 'Scegli “Apri nel browser”.',
    'install-there': 'Installa l’app da lì.',
    'open-in-safari': 'Apri questa pagina in Safari.',
    'update-safari':
      'Passa a Safari 17 o successivo, su macOS Sonoma o successivo. Oppure apri questa pagina in Chrome o Edge.',
    share: 'Scegli “Condividi”. Se non lo vedi, cerca nel menu •••.',
    'add-to-home-screen': 'Scorri in basso e scegli “Aggiungi alla schermata Home”.',
    'open-as-web-app': 'Lascia attiva l’opzione “Apri come app web”.',
    'file-menu': 'Apri “File” nella barra dei menu.',
    'add-to-dock': 'Scegli “Aggiungi al Dock…”. Richiede macOS Sonoma o successivo.',
    'confirm-add': 'Scegli “Aggiungi”.',
    menu: 'Apri il menu del browser.',
    'firefox-install': 'Scegli “Installa” o “Agg. a schermata principale”.',
    'taskbar-icon': 'Scegli “Aggiungi scheda alla barra delle applicazioni” a destra nella barra degli indirizzi.',
    'confirm-save': 'Scegli “Salva”.',
    'samsung-add': 'Scegli “Aggiungi pagina a”.',
    'home-screen': 'Scegli “Schermata Home”.',
    'android-install': 'Scegli “Aggiungi a schermata Home” o “Installa app”.',
    'edge-apps': 'Scegli “Altri strumenti”, poi “App”.',
    'edge-install': 'Scegli “Installa questo sito come app”.',
    'chrome-install': 'Scegli “Installa pagina come app…”. Potrebbe trovarsi in “Trasmetti, salva e condividi”.',
    'confirm-install': 'Scegli “Installa”.',
    'any-install': 'Cerca e scegli “Installa” o “Aggiungi a schermata Home”.',
    'other-browser': 'Apri questa pagina in un browser che può installare app, come Chrome, Edge o Safari.',
  },
} satisfies Translation<typeof english>;
