import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: '내 패스키로만 열 수 있도록 이 앱의 데이터를 암호화하세요.',
    locked: '패스키를 사용하면 오프라인에서도 이 앱의 데이터를 잠금 해제할 수 있어요.',
    lost: '브라우저에서 이 기기에 있던 이 앱의 데이터를 삭제했어요. 서버에 있는 데이터는 모두 다시 불러와요.',
    damaged: '이 기기에 있는 이 앱의 데이터가 외부에서 변경됐어요. 서버에 있는 데이터는 모두 다시 불러와요.',
    create: '패스키로 잠그기',
    unlock: '잠금 해제',
    anew: '처음부터 다시 시작',
    code: '복구 코드 사용',
    lock: '잠그기',
    more: '추가 작업',
    asking: '표시된 대화상자에서 계속 진행하세요.',
    unlockedNow: '잠금 해제했어요.',
    lockedNow: '잠갔어요.',
    cancelled: '변경된 내용이 없어요. 다시 시도하세요.',
  },
} satisfies Translation<typeof english>;
