import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      '이 패스키 또는 브라우저로는 데이터를 암호화할 수 없어요. Chrome 또는 Edge 116 이상, Safari 18 이상, Firefox 139 이상에서 휴대전화, 컴퓨터 또는 비밀번호 관리자의 패스키를 사용하세요.',
    vault_wrong_key: '이 패스키로는 이 데이터를 잠금 해제할 수 없어요. 다른 패스키를 사용하세요.',
    vault_damaged: '이 데이터가 손상되어 잠금 해제할 수 없어요.',
    vault_unsupported: '더 새로운 버전의 앱에서 암호화한 데이터예요. 페이지를 새로고침하세요.',
    vault_locked: '그사이 이 데이터가 잠겼어요. 다시 시도하세요.',
    storage_full: '이 기기의 저장 공간이 부족해요. 아무것도 저장되지 않았어요.',
    storage_lost: '이 브라우저에는 데이터가 저장되지 않아요. 일반 창에서 시도해 보세요.',
    unauthenticated: '먼저 로그인하세요. 그다음부터는 오프라인에서도 사용할 수 있어요.',
    step_up_required: '본인 확인을 위해 다시 로그인하세요.',
    constraint: '여기에서는 할 수 없는 작업이에요. 다시 시도하거나 다른 패스키를 사용하세요.',
    already_registered: '이 기기에 이미 이 계정의 패스키가 있어요.',
    network: '한 번은 인터넷에 연결해야 해요. 온라인 상태일 때 다시 시도하세요.',
  },
} satisfies Translation<typeof english>;
