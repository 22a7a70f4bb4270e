import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { queryScreenDesign } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import PublishDialog from '../../../shared/screens/design/publish-dialog.tsx'

/** Publishes the draft of a screen as it is kept. */
export default function PublishDraft({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: [screens.name, 'draft', id],
    queryFn: () => ask(queryScreenDesign, { id }, { quiet: true }),
    gcTime: 0,
  })
  if (!data)
    return (
      <Modal open title={t('screen-list.publish')} footer={null} onCancel={onClose}>
        {error instanceof ApiError ? <ListFailure error={error} onRetry={() => void refetch()} /> : <Skeleton active title={false} />}
      </Modal>
    )
  return (
    <PublishDialog
      id={id}
      version={data.screenVersion}
      content={data.content}
      findings={data.findings}
      revision={() => Promise.resolve(data.revision)}
      onPublished={onClose}
      onClose={onClose}
    />
  )
}
