import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'

const KINDS = { pass: 'good', fail: 'urgent', undecided: 'notice', waived: 'quiet' } as const
type Result = keyof typeof KINDS

const isResult = (result: unknown): result is Result => typeof result === 'string' && result in KINDS

/** What was found, as a word with a mark; nothing where nothing was found yet. */
export function ResultTag({ result }: { result: unknown }) {
  const t = useT()
  return isResult(result) ? <Tag kind={KINDS[result]}>{t(`choice.runVerdict.${result}`)}</Tag> : null
}
