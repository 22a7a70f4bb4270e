import type { ProcessStatus } from '../../../model/workflow/process-instances.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'

const KINDS = {
  running: 'info',
  approved: 'good',
  rejected: 'urgent',
  cancelled: 'quiet',
  terminated: 'urgent',
  ended: 'quiet',
  returned: 'quiet',
} as const satisfies Readonly<Record<ProcessStatus, string>>

/** How an instance is, or how it ended. */
export function StatusTag({ of }: { of: ProcessStatus }) {
  const t = useT()
  return <Tag kind={KINDS[of]}>{t(`choice.processStatus.${of}`)}</Tag>
}
