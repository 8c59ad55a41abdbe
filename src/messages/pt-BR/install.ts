import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'Instalar app',
    asking: 'Continue na caixa de diálogo.',
    guiding: '',
    done: 'Instalando o app…',
    cancelled: 'O app não foi instalado.',
  },
  installGuide: {
    title: 'Instalar este app',
    about: 'Siga estas etapas para instalar:',
    otherBrowser: 'Este navegador não pode instalar apps.',
    problems: 'O navegador não oferece a instalação deste app porque:',
    network: 'Não foi possível carregar o manifesto desta página.',
    bad_response: 'O servidor não fornece o manifesto desta página.',
    close: 'Fechar',
  },
  installSteps: {
    'app-menu': 'Abra o menu do app em que você está: ••• ou ⋮.',
    'open-in-browser': 'Escolha “Abrir no navegador”.',
    'install-there': 'Instale por lá.',
    'open-in-safari': 'Abra esta página no Safari.',
    'update-safari':
      'Atualize para o Safari 17 ou posterior, no macOS Sonoma ou posterior. Ou abra esta página no Chrome ou no Edge.',
    share: 'Escolha “Compartilhar”. Se não aparecer, procure no menu •••.',
    'add-to-home-screen': 'Role para baixo e escolha “Adicionar à Tela de Início”.',
    'open-as-web-app': 'Deixe a opção “Abrir como App da Web” ativada.',
    'file-menu': 'Abra “Arquivo” na barra de menus.',
    'add-to-dock': 'Escolha “Adicionar ao Dock…”. Requer o macOS Sonoma ou posterior.',
    'confirm-add': 'Escolha “Adicionar”.',
    menu: 'Abra o menu do navegador.',
    'firefox-install': 'Escolha “Instalar” ou “Adicionar à tela do dispositivo”.',
    'taskbar-icon': 'Escolha “Adicionar aba à barra de tarefas” no fim da barra de endereços.',
    'confirm-save': 'Escolha “Salvar”.',
    'samsung-add': 'Escolha “Adicionar página a”.',
    'home-screen': 'Escolha “Tela inicial”.',
    'android-install': 'Escolha “Adicionar à tela inicial” ou “Instalar app”.',
    'edge-apps': 'Escolha “Mais ferramentas” e depois “Aplicativos”.',
    'edge-install': 'Escolha “Instalar este site como um aplicativo”.',
    'chrome-install': 'Escolha “Instalar página como app…”. A opção pode estar em “Transmitir, salvar e compartilhar”.',
    'confirm-install': 'Escolha “Instalar”.',
    'any-install': 'Procure “Instalar” ou “Adicionar à tela inicial” e escolha essa opção.',
    'other-browser': 'Abra esta página em um navegador que possa instalar apps, como Chrome, Edge ou Safari.',
  },
} satisfies Translation<typeof english>;
