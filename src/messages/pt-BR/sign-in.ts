import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Não é possível usar chaves de acesso aqui com este navegador. Faça login de outra forma.',
    invalid_rp_id: 'As chaves de acesso não funcionam neste endereço. Faça login de outra forma.',
    misconfigured: 'Esta página não está configurada corretamente.',
    embedded: 'Abra esta página em uma janela própria para continuar.',
    challenge_expired: 'Tempo esgotado. Tente novamente.',
    rejected: 'Não deu certo. Tente novamente ou use outro método.',
    rate_limited: 'Muitas tentativas. Aguarde alguns minutos e tente novamente.',
    timed_out: 'Tempo esgotado. Tente novamente.',
    network: 'Não foi possível acessar o servidor. Verifique sua conexão e tente novamente.',
    bad_response: 'O servidor está com um problema. Tente novamente mais tarde.',
    next_step: 'Falta uma etapa. Continue na página de entrada.',
  },
  signIn: {
    username: 'Nome de usuário',
    button: 'Fazer login com chave de acesso',
    asking: 'Continue na caixa de diálogo.',
    verifying: 'Verificando…',
    done: 'Login concluído.',
    cancelled: 'Nenhuma chave de acesso foi usada. Tente novamente.',
    unknown_credential: 'Essa chave de acesso foi removida desta conta. Faça login de outra forma.',
  },
  immediate: {
    no_local_passkey: 'Este dispositivo não tem uma chave de acesso para este site. Faça login de outra forma.',
  },
  stepUp: {
    button: 'Confirmar identidade',
    done: 'Identidade confirmada.',
    cancelled: 'Sua identidade não foi confirmada. Tente novamente.',
    unknown_credential: 'Essa chave de acesso foi removida desta conta. Use outra.',
    wrong_account: 'Essa chave de acesso é de outra conta. Use uma chave de acesso desta conta.',
    unauthenticated: 'Faça login primeiro.',
    step_up_required: 'Esta conta não tem uma chave de acesso. Faça login novamente para confirmar sua identidade.',
  },
  passwordForm: {
    username: 'Nome de usuário',
    password: 'Senha',
    button: 'Fazer login',
    asking: 'Continue na caixa de diálogo.',
    verifying: 'Fazendo login…',
    done: 'Login concluído.',
    rejected: 'Nome de usuário ou senha incorretos. Tente novamente ou faça login de outra forma.',
    unsupported: 'Não é possível usar senhas aqui. Faça login de outra forma.',
    unknown_credential: 'Essa chave de acesso foi removida desta conta. Faça login de outra forma.',
    no_local_passkey: 'Faça login com seu nome de usuário e sua senha.',
    wait: {
      one: 'Muitas tentativas. Aguarde {minutes} minuto e tente novamente.',
      many: 'Muitas tentativas. Aguarde {minutes} de minutos e tente novamente.',
      other: 'Muitas tentativas. Aguarde {minutes} minutos e tente novamente.',
    },
  },
} satisfies Translation<typeof english>;
