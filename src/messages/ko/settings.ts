import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: '계정을 불러오는 중…',
    retry: '다시 시도',
    unsupported: '여기에서는 계정을 관리할 수 없습니다.',
    unauthenticated: '계정을 보려면 로그인하세요.',
    stale: '오프라인 상태입니다. 이 페이지가 최신이 아닐 수 있습니다.',
    name: '이름',
    addresses: '이메일 및 전화',
    passkeys: '패스키',
    password: '비밀번호',
    secondFactor: '2단계 인증',
    providers: '연결된 계정',
    devices: '기기',
    events: '최근 활동',
    signOut: '모든 곳에서 로그아웃',
    deletion: '계정 삭제',
  },
} satisfies Translation<typeof english>;
