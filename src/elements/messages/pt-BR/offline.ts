import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'Você está offline.',
    unreachable: 'Não foi possível acessar o servidor. Uma nova tentativa será feita automaticamente.',
    replaying: 'Enviando suas alterações…',
    'signed-out': 'Faça login novamente para enviar suas alterações.',
    'other-person':
      'Há alterações de outro usuário pendentes neste dispositivo. Elas serão enviadas quando esse usuário fizer login.',
    stopped: 'Não é possível ler suas alterações neste dispositivo. Recarregue a página.',
    done: 'Todas as suas alterações foram enviadas.',
    waiting: {
      one: 'Há {count} alteração pendente neste dispositivo.',
      many: 'Há {count} de alterações pendentes neste dispositivo.',
      other: 'Há {count} alterações pendentes neste dispositivo.',
    },
    progress: 'Alterações enviadas',
    list: 'Alterações que exigem uma decisão',
    change: 'Uma alteração',
    conflict: 'Nesse meio-tempo, isto foi alterado em outro lugar.',
    failed: 'O servidor recusou esta alteração.',
    mine: 'Manter minha versão',
    again: 'Tentar novamente',
    theirs: 'Usar a versão do servidor',
    undo: 'Desfazer minha alteração',
    drop: 'Descartar',
    about: '{choice}: {subject}',
    unauthenticated: 'Faça login novamente para decidir.',
    wrong_account: 'Agora outro usuário está conectado. Faça login novamente para decidir.',
  },
  signOut: {
    button: 'Sair',
    confirming: '',
    title: 'Sair e perder alterações?',
    unsent: {
      one: '{count} alteração não foi enviada ao servidor. Se você sair, ela será perdida.',
      many: '{count} de alterações não foram enviadas ao servidor. Se você sair, elas serão perdidas.',
      other: '{count} alterações não foram enviadas ao servidor. Se você sair, elas serão perdidas.',
    },
    confirm: 'Sair e perder alterações',
    everythingTitle: 'Remover tudo deste dispositivo?',
    everythingText: 'Você sairá da conta, e todos os dados que este site armazenou neste dispositivo serão removidos.',
    everythingConfirm: 'Sair e remover',
    cancel: 'Não sair',
    signingOut: 'Saindo…',
    unconfirmed: 'Você saiu da conta neste dispositivo. O servidor será avisado assim que houver conexão.',
    done: 'Você saiu da conta.',
    remains: 'Você saiu da conta, mas não foi possível remover alguns dos seus dados deste dispositivo.',
    cancelled: 'Sua sessão continua ativa.',
  },
} satisfies Translation<typeof english>;
