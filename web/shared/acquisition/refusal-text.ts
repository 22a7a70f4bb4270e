import type { LabelKey, Translate } from '../../kernel/i18n/i18n.ts'

/** What was wrong with what a device sent, in words; `at` is empty where nobody may know. A code of a newer server has no text yet, and tells itself. */
export function refusalText({ code, at }: { readonly code: string; readonly at: string }, t: Translate): string {
  const key = `refusal.${code}`
  const text = t(key as LabelKey, { at: at === '' ? '…' : at })
  return text === key ? `${code} ${at}`.trim() : text
}
