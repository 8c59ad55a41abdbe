/** What the user of an account loses with it. */
export interface Losses {
  notes: number;
  passkeys: number;
  name: string;
}

/** A language's sentences: the notes that are deleted, the passkeys that stop working, the name that is free again. */
type Sentences = readonly [notes: string, passkeys: string, name: string];

const languages: Readonly<Record<string, Sentences>> = {
  en: ['Notes that are deleted: {}.', 'Passkeys that stop working: {}.', 'Someone else can take the name “{}”.'],
  ar: ['عدد الملاحظات التي تُحذف: {}.', 'عدد مفاتيح المرور التي تتوقف عن العمل: {}.', 'يمكن لشخص آخر أخذ الاسم «{}».'],
  de: [
    'Notizen, die gelöscht werden: {}.',
    'Passkeys, die nicht mehr funktionieren: {}.',
    'Andere können den Namen „{}“ annehmen.',
  ],
  es: [
    'Notas que se eliminan: {}.',
    'Llaves de acceso que dejan de funcionar: {}.',
    'Otra persona puede usar el nombre «{}».',
  ],
  fr: [
    'Notes supprimées : {}.',
    'Clés d’accès qui ne fonctionnent plus : {}.',
    'Une autre personne peut prendre le nom « {} ».',
  ],
  he: ['פתקים שיימחקו: {}.', 'מפתחות גישה שיפסיקו לפעול: {}.', 'מישהו אחר יוכל לקחת את השם ”{}“.'],
  hi: ['हटाए जाने वाले नोट: {}।', 'काम न करने वाली पासकी: {}।', 'कोई और “{}” नाम ले सकता है।'],
  it: ['Note eliminate: {}.', 'Passkey che non funzionano più: {}.', 'Qualcun altro può prendere il nome «{}».'],
  ja: ['削除されるメモ: {} 件。', '使えなくなるパスキー: {} 個。', '「{}」という名前を他の人が使えるようになります。'],
  ko: ['삭제되는 메모: {}개.', '더 이상 쓸 수 없는 패스키: {}개.', '다른 사람이 ‘{}’ 이름을 쓸 수 있습니다.'],
  nl: [
    'Notities die worden verwijderd: {}.',
    'Passkeys die niet meer werken: {}.',
    'Iemand anders kan de naam “{}” nemen.',
  ],
  pl: ['Usuwane notatki: {}.', 'Klucze dostępu, które przestają działać: {}.', 'Ktoś inny może przyjąć nazwę „{}”.'],
  pt: [
    'Notas que são excluídas: {}.',
    'Chaves de acesso que deixam de funcionar: {}.',
    'Outra pessoa pode usar o nome “{}”.',
  ],
  tr: ['Silinecek notlar: {}.', 'Çalışmayacak geçiş anahtarları: {}.', '“{}” adını başka biri alabilir.'],
  uk: [
    'Нотатки, які буде вилучено: {}.',
    'Ключі доступу, які перестануть діяти: {}.',
    'Хтось інший зможе взяти ім’я «{}».',
  ],
  'zh-Hans': ['将删除的笔记：{}。', '将失效的通行密钥：{}。', '其他人可以使用名称“{}”。'],
  'zh-Hant': ['將刪除的筆記：{}。', '將失效的通行密鑰：{}。', '其他人可以使用名稱「{}」。'],
};

/** The languages of an `Accept-Language` header, the preferred first. What cannot be read is left out. */
function readLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';', 2);
      return { tag: tag.trim(), weight: Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ tag }) => {
      try {
        const { language, script } = new Intl.Locale(tag).maximize();
        return [language, `${language}-${script}`];
      } catch {
        return [];
      }
    });
}

/** Says what the user loses, one sentence each, in the preferred language that is known; else in English. */
export function describeLosses({ notes, passkeys, name }: Losses, acceptLanguage = ''): string[] {
  const language = readLanguages(acceptLanguage.slice(0, 200)).find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
  const [ofNotes, ofPasskeys, ofName] = languages[language]!;
  return [
    ...(notes > 0 ? [ofNotes.replace('{}', String(notes))] : []),
    ...(passkeys > 0 ? [ofPasskeys.replace('{}', String(passkeys))] : []),
    ofName.replace('{}', () => name),
  ];
}
