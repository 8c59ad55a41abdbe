import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: '인증 코드',
    button: '코드 확인',
    send: '코드 받기',
    sendAgain: '새 코드 받기',
    wait: '({seconds}초)',
    change: '변경',
    sending: '코드를 요청하는 중…',
    verifying: '코드를 확인하는 중…',
    sent: '등록된 연락처라면 곧 코드가 도착해요.',
    again: '코드가 오지 않았나요? 새 코드를 받을 수 있어요.',
    signedIn: '로그인했어요.',
    verified: '연락처가 확인됐어요.',
    missing: '코드를 입력하세요.',
    incomplete: '{length}자리 코드를 입력하세요.',
    unreadable: '{length}자리 코드를 입력하세요. 숫자만 입력할 수 있어요.',
    rejected: '코드가 틀렸거나 만료됐어요. 다시 시도하거나 새 코드를 받으세요.',
    noAddress: '올바른 이메일 주소 또는 전화번호를 입력하세요.',
    wrong_account: '다른 계정에서 사용 중인 연락처예요. 그 계정으로 로그인하거나 다른 연락처를 사용하세요.',
    unsupported: '여기에서는 코드를 사용할 수 없어요. 다른 방법을 사용하세요.',
  },
} satisfies Translation<typeof english>;
