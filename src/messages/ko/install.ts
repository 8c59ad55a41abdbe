import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: '앱 설치',
    asking: '표시된 대화상자에서 계속 진행하세요.',
    guiding: '',
    done: '앱을 설치하는 중…',
    cancelled: '앱을 설치하지 않았어요.',
  },
  installGuide: {
    title: '이 앱 설치',
    about: '다음 단계에 따라 설치하세요:',
    otherBrowser: '이 브라우저에서는 앱을 설치할 수 없어요.',
    problems: '다음 이유로 브라우저에서 이 앱을 설치할 수 없어요:',
    network: '이 페이지의 매니페스트를 불러오지 못했어요.',
    bad_response: '서버에서 이 페이지의 매니페스트를 제공하지 않아요.',
    close: '닫기',
  },
  installSteps: {
    'app-menu': '사용 중인 앱의 메뉴(••• 또는 ⋮)를 여세요.',
    'open-in-browser': '‘다른 브라우저로 열기’를 선택하세요.',
    'install-there': '열린 브라우저에서 설치하세요.',
    'open-in-safari': '이 페이지를 Safari에서 여세요.',
    'update-safari':
      'macOS Sonoma 이상에서 Safari 17 이상으로 업데이트하세요. 또는 이 페이지를 Chrome이나 Edge에서 여세요.',
    share: '‘공유’를 선택하세요. 보이지 않으면 ••• 메뉴에서 찾아보세요.',
    'add-to-home-screen': '아래로 스크롤하여 ‘홈 화면에 추가’를 선택하세요.',
    'open-as-web-app': '‘웹 앱으로 열기’를 켜 두세요.',
    'file-menu': '메뉴 막대에서 ‘파일’을 여세요.',
    'add-to-dock': '‘Dock에 추가…’를 선택하세요. macOS Sonoma 이상이 필요해요.',
    'confirm-add': '‘추가’를 선택하세요.',
    menu: '브라우저 메뉴를 여세요.',
    'firefox-install': '‘설치’ 또는 ‘홈 화면에 추가’를 선택하세요.',
    'taskbar-icon': '주소 표시줄 끝에 있는 ‘작업 표시줄에 탭 추가’를 선택하세요.',
    'confirm-save': '‘저장’을 선택하세요.',
    'samsung-add': '‘현재 페이지 추가’를 선택하세요.',
    'home-screen': '‘홈 화면’을 선택하세요.',
    'android-install': '‘홈 화면에 추가’ 또는 ‘앱 설치’를 선택하세요.',
    'edge-apps': '‘기타 도구’를 선택한 다음 ‘앱’을 선택하세요.',
    'edge-install': '‘이 사이트를 앱으로 설치’를 선택하세요.',
    'chrome-install': '‘페이지를 앱으로 설치…’를 선택하세요. ‘전송, 저장, 공유’ 안에 있을 수 있어요.',
    'confirm-install': '‘설치’를 선택하세요.',
    'any-install': '‘설치’ 또는 ‘홈 화면에 추가’를 찾아 선택하세요.',
    'other-browser': '이 페이지를 Chrome, Edge, Safari처럼 앱을 설치할 수 있는 브라우저에서 여세요.',
  },
} satisfies Translation<typeof english>;
