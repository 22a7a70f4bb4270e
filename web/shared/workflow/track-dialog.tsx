/** The track of an instance above the list that it was opened from; it follows while it is open. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { queryHistoricTrack, queryProcessTrack } from '../../../model/contract/workflow/instances.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Asked } from './asked.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from './queries.ts'
import { TrackView } from './track-view.tsx'

interface TrackDialogProps {
  readonly id: string
  readonly name: string
  /** From the list of those that run, or from the record of all. */
  readonly from: 'running' | 'history'
  readonly mayResolve: boolean
  readonly onClose: () => void
}

export default function TrackDialog({ id, name, from, mayResolve, onClose }: TrackDialogProps) {
  useProcessInvalidation()
  const t = useT()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'track', from, id],
    queryFn: ({ signal }) =>
      ask(from === 'running' ? queryProcessTrack : queryHistoricTrack, { processInstanceId: id }, { signal, quiet: true }),
  })
  return (
    <Modal
      open
      className="process-wide"
      width="min(1120px, calc(100vw - 32px))"
      title={t('process-list.track-of', { name })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      <Asked of={asked}>{(track) => <TrackView of={track} {...(from === 'running' ? { incidents: { mayResolve } } : {})} />}</Asked>
    </Modal>
  )
}
