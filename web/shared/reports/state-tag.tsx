/** What has become of an issued report. */
import { ISSUED_STATES } from '../../../model/reports/issued.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'

const KINDS = { valid: 'good', revised: 'notice', withdrawn: 'urgent' } as const

export function StateTag({ state }: { state: unknown }) {
  const t = useT()
  const known = ISSUED_STATES.find((each) => each === state)
  return known ? <Tag kind={KINDS[known]}>{t(`choice.reportState.${known}`)}</Tag> : null
}
