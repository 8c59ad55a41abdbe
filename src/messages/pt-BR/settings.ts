import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Carregando sua conta…',
    retry: 'Tentar novamente',
    unsupported: 'Você não pode gerenciar sua conta aqui.',
    unauthenticated: 'Faça login para ver sua conta.',
    stale: 'Você está offline. Esta página pode estar desatualizada.',
    name: 'Nome',
    addresses: 'E-mail e telefone',
    passkeys: 'Chaves de acesso',
    password: 'Senha',
    secondFactor: 'Verificação em duas etapas',
    providers: 'Contas vinculadas',
    devices: 'Dispositivos',
    events: 'Atividade recente',
    signOut: 'Sair de todos os lugares',
    deletion: 'Excluir conta',
  },
} satisfies Translation<typeof english>;
