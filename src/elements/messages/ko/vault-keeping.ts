import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    goOn: '계속',
    cancel: '취소',
    offerTitle: '먼저 패스키를 만들까요?',
    offerText: '이 계정에 아직 패스키가 없어요. 만들 때 한 번, 사용할 때 한 번, 모두 두 번 확인해요.',
    secondTitle: '이제 새 패스키를 사용하세요',
    secondText: '한 번 사용하면 완료돼요.',
    addTitle: '패스키를 추가할까요?',
    addText: '두 번 확인해요. 먼저 이 데이터를 잠금 해제할 수 있는 기존 패스키를, 그다음에 새 패스키를 사용하세요.',
    addByCodeText: '복구 코드를 다시 입력한 다음 새 패스키를 사용하세요.',
    newTitle: '이제 새 패스키 차례예요',
    newText: '앞으로 이 데이터를 잠금 해제할 패스키를 선택하세요.',
    noOther: '모든 패스키로 이미 이 데이터를 잠금 해제할 수 있어요. 먼저 계정에 다른 패스키를 추가하세요.',
    added: '패스키를 추가했어요.',
    codeTitle: '복구 코드를 만들까요?',
    codeText:
      '패스키를 잃어버렸을 때 이 데이터를 잠금 해제할 수 있어요. 코드는 한 번만 표시되고, 이전 코드는 더 이상 사용할 수 없어요. 패스키로 확인하세요.',
    shownTitle: '복구 코드',
    shownText: '이 기기가 아닌 안전한 곳에 보관하세요. 코드는 다시 표시되지 않아요.',
    copy: '복사',
    copied: '복사됨',
    kept: '저장했어요',
    discard: '코드 버리기',
    coded: '복구 코드를 추가했어요.',
    enterTitle: '복구 코드로 잠금 해제',
    enterText: '코드를 입력하세요. 하이픈은 생략할 수 있고, 대소문자는 구분하지 않아요.',
    enterLabel: '복구 코드',
    unlock: '잠금 해제',
    wrongCode: '이 코드로는 이 데이터를 잠금 해제할 수 없어요. 코드를 확인하고 다시 시도하세요.',
    wipeTitle: '삭제하고 처음부터 다시 시작할까요?',
    wipeText: '이 기기에 있는 암호화된 데이터가 모두 삭제돼요. 서버에 있는 데이터는 모두 다시 불러와요.',
    unsent: {
      other: '서버로 보내지 않은 변경 사항이 {count}개 있어요. 이 변경 사항은 사라져요.',
    },
    wipe: '삭제하고 다시 시작',
    wiped: '삭제했어요. 이 앱의 데이터를 다시 잠글 수 있어요.',
  },
} satisfies Translation<typeof english>;
