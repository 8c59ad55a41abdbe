import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: '이 브라우저에서는 패스키를 사용할 수 없어요. 다른 방법으로 로그인하세요.',
    invalid_rp_id: '이 주소에서는 패스키를 사용할 수 없어요. 다른 방법으로 로그인하세요.',
    misconfigured: '이 페이지의 설정이 잘못됐어요.',
    embedded: '계속하려면 이 페이지를 별도의 창에서 여세요.',
    challenge_expired: '시간이 초과됐어요. 다시 시도하세요.',
    rejected: '완료하지 못했어요. 다시 시도하거나 다른 방법을 사용하세요.',
    rate_limited: '시도 횟수가 너무 많아요. 몇 분 후에 다시 시도하세요.',
    timed_out: '시간이 초과됐어요. 다시 시도하세요.',
    network: '서버에 연결할 수 없어요. 연결 상태를 확인하고 다시 시도하세요.',
    bad_response: '서버에 문제가 있어요. 나중에 다시 시도하세요.',
    next_step: '한 단계가 더 필요해요. 로그인 페이지에서 계속하세요.',
  },
  signIn: {
    username: '사용자 이름',
    button: '패스키로 로그인',
    asking: '표시된 대화상자에서 계속 진행하세요.',
    verifying: '확인 중…',
    done: '로그인했어요.',
    cancelled: '패스키를 사용하지 않았어요. 다시 시도하세요.',
    unknown_credential: '이 계정에서 삭제된 패스키예요. 다른 방법으로 로그인하세요.',
  },
  immediate: {
    no_local_passkey: '이 기기에 이 사이트의 패스키가 없어요. 다른 방법으로 로그인하세요.',
  },
  stepUp: {
    button: '본인 확인',
    done: '확인됐어요.',
    cancelled: '확인되지 않았어요. 다시 시도하세요.',
    unknown_credential: '이 계정에서 삭제된 패스키예요. 다른 패스키를 사용하세요.',
    wrong_account: '다른 계정의 패스키예요. 이 계정의 패스키를 사용하세요.',
    unauthenticated: '먼저 로그인하세요.',
    step_up_required: '이 계정에 패스키가 없어요. 본인 확인을 위해 다시 로그인하세요.',
  },
  passwordForm: {
    username: '사용자 이름',
    password: '비밀번호',
    button: '로그인',
    asking: '표시된 대화상자에서 계속 진행하세요.',
    verifying: '로그인 중…',
    done: '로그인했어요.',
    rejected: '사용자 이름 또는 비밀번호가 맞지 않아요. 다시 시도하거나 다른 방법으로 로그인하세요.',
    unsupported: '여기에서는 비밀번호를 사용할 수 없어요. 다른 방법으로 로그인하세요.',
    unknown_credential: '이 계정에서 삭제된 패스키예요. 다른 방법으로 로그인하세요.',
    no_local_passkey: '사용자 이름과 비밀번호로 로그인하세요.',
    wait: {
      other: '시도 횟수가 너무 많아요. {minutes}분 후에 다시 시도하세요.',
    },
  },
} satisfies Translation<typeof english>;
