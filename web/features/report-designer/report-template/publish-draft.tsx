import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { queryReportDesign } from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import PublishDialog from '../../../shared/reports/publish-dialog.tsx'

/** Publishes the draft of a report as it is kept. */
export default function PublishDraft({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: [reportTemplates.name, 'draft', id],
    queryFn: () => ask(queryReportDesign, { id }, { quiet: true }),
    gcTime: 0,
  })
  if (!data)
    return (
      <Modal open title={t('report-versions.publish')} footer={null} onCancel={onClose}>
        {error instanceof ApiError ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton active title={false} />}
      </Modal>
    )
  return (
    <PublishDialog
      id={id}
      version={data.templateVersion}
      content={data.content}
      faults={data.faults}
      revision={() => Promise.resolve(data.revision)}
      onPublished={onClose}
      onClose={onClose}
    />
  )
}
