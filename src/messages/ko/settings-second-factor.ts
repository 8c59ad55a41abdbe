import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: '인증 앱',
    noApp: '설정되지 않았습니다. 비밀번호 다음에 입력할 코드를 표시합니다.',
    appSince: '{when} 설정됨',
    setUpApp: '설정',
    recoveryCodes: '복구 코드',
    codesLeft: { other: '{count}개 남음' },
    newCodes: '새 코드 받기',
    newCodesTitle: '복구 코드를 바꿀까요?',
    newCodesText: '이전 코드는 더 이상 쓸 수 없습니다.',
    removeApp: '인증 앱을 삭제할까요?',
    removeAppText: '복구 코드도 더 이상 쓸 수 없습니다.',
    appAdded: '인증 앱을 설정했습니다.',
    appRemoved: '인증 앱을 삭제했습니다.',
    codesReplaced: '이전 코드는 이제 쓸 수 없습니다.',
    expiredSetUp: '시간이 너무 오래 걸렸습니다. 앱을 다시 설정하세요.',
    already_registered: '인증 앱이 이미 설정되어 있습니다.',
    second_factor_required: '이 계정에는 두 번째 단계가 필요하며, 이것이 유일합니다.',
    no_second_factor: '먼저 패스키나 인증 앱을 추가하세요.',
    passkeyToo: '비밀번호 다음에 패스키',
    passkeyNeeded: '비밀번호와 함께 패스키도 필요합니다.',
    passkeyNotNeeded: '비밀번호만으로 로그인할 수 있습니다.',
    turnOn: '켜기',
    turnOff: '끄기',
  },
} satisfies Translation<typeof english>;
