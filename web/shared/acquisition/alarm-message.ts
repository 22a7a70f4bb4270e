import type { Language } from '../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the rule says in the reader's language; else in one that it says it in; else its name. */
export function messageOf(row: ResourceRow, language: Language): string {
  const texts = { zh: textOf(row['messageZh']), tw: textOf(row['messageTw']), en: textOf(row['messageEn']) }
  return texts[language] || texts.zh || texts.tw || texts.en || textOf(row['ruleName'])
}
