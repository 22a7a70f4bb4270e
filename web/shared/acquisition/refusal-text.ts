import type { LabelKey, Translate } from '../../kernel/i18n/i18n.ts'
import { textOr } from '../../kernel/i18n/i18n.ts'

/** What was wrong with what a device sent, in words; `at` is empty where nobody may know. A code of a newer server has no text yet, and tells itself. */
export function refusalText({ code, at }: { readonly code: string; readonly at: string }, t: Translate): string {
  if (textOr(`refusal.${code}`, '') === '') return `${code} ${at}`.trim()
  return t(`refusal.${code}` as LabelKey, { at: at === '' ? '…' : at })
}
